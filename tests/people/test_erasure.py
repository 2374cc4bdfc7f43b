"""An account is erased after fourteen days, unless its owner comes back: the name is nowhere, and everything stands."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import erasure as accounts
from accounts import privacy, renaming, services
from accounts.errors import NameTaken
from accounts.models import FormerName, Session, Token, User
from tests.accounts.entrance import PASSWORD, code_of, owner_of
from tests.api.client import Caller
from tests.clubs.making import facts
from tests.commands import printed
from tests.factories import announced, begin, client_of, concede, open_for, open_tables, started
from tournaments.clubs import selectors as clubs_read
from tournaments.clubs import services as clubs
from tournaments.director import selectors as director
from tournaments.director.models import Entry
from tournaments.leagues import feeds
from tournaments.log import texts
from tournaments.people import chat, erasure, friends, places
from tournaments.people.tasks import tick
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db

NAME, FORMER, MAIL, WORDS = "Quillfeather", "Zanzibarbara", "quillfeather@example.org", "mugwumpery"


@pytest.fixture
def quill() -> User:
    return User.objects.create_user(FORMER, password=PASSWORD)


def wait_over(user: User) -> None:
    User.objects.filter(pk=user.pk).update(erasure_at=timezone.now())


def erased(user: User) -> User:
    accounts.ask(user=user)
    wait_over(user)
    tick()
    return User.objects.get(pk=user.pk)


def found(text: str) -> list[str]:
    """The tables of the database in which *text* stands, in whatever case and column."""
    hits = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(table_name) FROM information_schema.tables WHERE table_schema = 'public'")
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT count(*) FROM {table} AS row WHERE row::text ILIKE %s", [f"%{text}%"])  # noqa: S608
            hits += [table] if cursor.fetchone()[0] else []
    return hits


def live_through_everything(quill: User, ann: User, bob: User) -> dict[str, str]:
    """Somebody leaves a trace wherever one can be left."""
    client = Client()
    client.post("/account/login/", {"login": FORMER, "password": PASSWORD})
    services.rename(user=quill, name=NAME)
    EmailAddress.objects.create(user=quill, email=MAIL, verified=True, primary=True)
    quill.email = MAIL
    quill.timezone, quill.first_name = "Asia/Tokyo", WORDS
    quill.save()
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    page = client.get("/account/second-factor/totp/activate/").content.decode()
    client.post("/account/second-factor/totp/activate/", {"code": code_of(page.split('readonly value="')[1][:32])})
    services.create_token(user=quill, name=f"bot of {NAME}")
    privacy.block(user=quill, other=bob)
    friends.ask(user=ann, name=NAME) if privacy.choose(user=quill, choices={"invitations": "anyone"}) else None
    played, over = open_for(quill, ann), open_for(ann, quill)
    begin(played)
    chat.write(user=quill, place=places.at_table(played), text=f"{WORDS}!")
    chat.write(user=ann, place=places.at_table(played), text="Indeed.")
    concede(over)
    own = announced(quill.pk, name=f"{WORDS} cup", description=WORDS)
    running = started(ann.pk, [quill.pk, bob.pk, ann.pk])
    coming = announced(ann.pk, [quill.pk, bob.pk])
    User.objects.filter(pk__in=[quill.pk, ann.pk]).update(date_joined="2026-01-01T00:00:00Z")
    club = clubs.found(by=quill.pk, facts=facts(join="open"))
    theirs = clubs.found(by=ann.pk, facts=facts(slug="annas", name="Annas", join="open"))
    clubs.join(club_id=theirs, by=quill.pk)
    texts.keep("erasuretxt", author=quill.pk, body=WORDS)
    feeds.renew(quill.pk)
    return {
        "played": played,
        "over": over,
        "own": own,
        "running": running,
        "coming": coming,
        "club": club,
        "theirs": theirs,
    }


def test_whose_account_it_was_is_nowhere_and_everything_that_others_took_part_in_stands(
    quill: User, ann: User, bob: User
) -> None:
    made = live_through_everything(quill, ann, bob)
    assert all(found(text) for text in (NAME, FORMER, MAIL, WORDS))
    printed("verify")
    result = tables.summary(made["over"]).outcome
    former = erased(quill)
    printed("verify")
    call_command("rebuild", check=True)
    assert {text: found(text) for text in (NAME, FORMER, MAIL, WORDS)} == {NAME: [], FORMER: [], MAIL: [], WORDS: []}
    assert former.username == f"Former player {quill.pk}"
    assert (former.is_active, former.has_usable_password(), former.timezone) == (False, False, "")
    assert tables.summary(made["over"]).outcome == result
    assert tables.summary(made["played"]).status == "finished"
    assert director.detail(made["own"]).status == "cancelled"
    assert clubs_read.club(made["club"]).owner is None
    assert quill.pk not in clubs_read.club(made["theirs"]).members
    assert feeds.token_of(quill.pk) is None
    for tournament in (made["running"], made["coming"]):
        assert quill.pk not in {user for users in _entered(tournament) for user in users}


def _entered(tournament_id: str) -> Iterator[list[int]]:
    yield from Entry.objects.filter(tournament=tournament_id, withdrawn=False).values_list("users", flat=True)


def test_others_go_on_without_them(quill: User, ann: User, bob: User) -> None:
    tournament = started(ann.pk, [quill.pk, bob.pk, ann.pk], format="round-robin")
    erased(quill)
    while waiting := open_tables(tournament):
        for table in waiting:
            concede(table)
    assert director.detail(tournament).status == "finished"


@pytest.mark.parametrize("page", ["/players/{name}", "/tables/{table}", "/players", "/ladders/duck-soup"])
def test_pages_show_a_former_player(quill: User, ann: User, client: Client, page: str) -> None:
    table = open_for(quill, ann)
    former = erased(quill)
    answer = client.get(page.format(name=former.username, table=table))
    assert answer.status_code == 200
    assert FORMER not in answer.content.decode()
    if "{" in page:
        assert former.username in answer.content.decode()


def test_a_former_player_is_not_found_by_searching(quill: User, client: Client) -> None:
    erased(quill)
    assert "Former player" not in client.get("/players?name=former").content.decode()


def test_nobody_gets_the_name_of_an_erased_account(quill: User) -> None:
    services.rename(user=quill, name=NAME)
    erased(quill)
    for number, name in enumerate((NAME, FORMER, NAME.lower())):
        with pytest.raises(NameTaken):
            services.rename(user=User.objects.create_user(f"other{number}"), name=name)
    assert renaming.is_kept(NAME)


def test_nothing_opens_an_erased_account(quill: User) -> None:
    client = Client()
    client.post("/account/login/", {"login": FORMER, "password": PASSWORD})
    _, text = services.create_token(user=quill, name="bot")
    former = erased(quill)
    assert client.get("/settings").status_code == 302
    assert owner_of(text) is None
    assert not Session.objects.filter(user=quill).exists()
    for name in (FORMER, former.username):
        again = Client()
        again.post("/account/login/", {"login": name, "password": PASSWORD})
        assert "_auth_user_id" not in again.session


def test_asking_logs_out_everywhere_and_logging_in_takes_it_back(quill: User) -> None:
    client = Client()
    client.post("/account/login/", {"login": FORMER, "password": PASSWORD})
    client.post("/settings/erasure", {"name": FORMER})
    quill.refresh_from_db()
    assert quill.erasure_at is not None
    assert timedelta(days=13, hours=23) < quill.erasure_at - timezone.now() <= timedelta(days=14)
    assert client.get("/settings").status_code == 302
    assert not Token.objects.filter(user=quill, revoked_at=None).exists()
    tick()
    assert User.objects.get(pk=quill.pk).username == FORMER
    again = Client()
    told = again.post("/account/login/", {"login": FORMER, "password": PASSWORD}, follow=True)
    assert "Your account stays" in told.content.decode()
    assert User.objects.get(pk=quill.pk).erasure_at is None
    wait = accounts.due(timezone.now() + timedelta(days=30))
    assert wait == []


def test_a_guest_takes_it_back_where_it_was_asked(client: Client) -> None:
    guest = services.create_guest()
    client.force_login(guest)
    other = client_of(guest)
    client.post("/settings/erasure", {"name": guest.username})
    assert other.get("/settings").status_code == 302
    assert "Keep the account" in client.get("/settings/data").content.decode()
    client.post("/settings/erasure/keep")
    wait_over_if_asked = User.objects.filter(pk=guest.pk, erasure_at__isnull=False).update(erasure_at=timezone.now())
    tick()
    assert (wait_over_if_asked, User.objects.get(pk=guest.pk).erased_at) == (0, None)
    assert "Keep the account" not in client.get("/settings/data").content.decode()


def test_a_guest_takes_it_back_through_the_api() -> None:
    guest = Caller(services.create_guest())
    guest.log_in()
    guest.post("/api/account/erasure", {"name": guest.user.username if guest.user else ""})
    assert guest.get("/api/account")["erased_from"]
    guest.post("/api/account/erasure/keep")
    assert guest.get("/api/account")["erased_from"] is None


def test_a_wrong_name_beside_the_request_changes_nothing(quill: User) -> None:
    client = client_of(quill)
    answer = client.post("/settings/erasure", {"name": "somebody"})
    assert answer.status_code == 422
    assert User.objects.get(pk=quill.pk).erasure_at is None


def test_an_erasure_that_was_interrupted_is_done_once(quill: User, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    table = open_for(quill, ann)
    accounts.ask(user=quill)
    wait_over(quill)

    def die(_user: int) -> bool:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(accounts, "clear", die)
        tick()
    assert tables.summary(table).status == "aborted"
    assert User.objects.get(pk=quill.pk).username == FORMER
    tick()
    assert User.objects.get(pk=quill.pk).erased_at is not None
    assert erasure.erase(quill.pk) is False
    erasure.leave(quill.pk)


def test_one_account_s_trouble_does_not_hold_up_the_others(
    quill: User, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in (quill, ann):
        accounts.ask(user=user)
        wait_over(user)
    whole = accounts.clear

    def trouble(user_id: int) -> bool:
        if user_id == quill.pk:
            raise ValueError
        return whole(user_id)

    monkeypatch.setattr(accounts, "clear", trouble)
    tick()
    assert User.objects.get(pk=ann.pk).erased_at is not None
    assert User.objects.get(pk=quill.pk).erased_at is None


def test_who_takes_it_back_at_the_last_moment_stays(quill: User) -> None:
    accounts.ask(user=quill)
    wait_over(quill)
    accounts.take_back(user=quill)
    tick()
    assert User.objects.get(pk=quill.pk).username == FORMER
    assert not FormerName.objects.filter(user=quill).exists()


def test_the_logs_of_processes_name_nobody(quill: User, ann: User, caplog: pytest.LogCaptureFixture) -> None:
    open_for(quill, ann)
    erased(quill)
    assert FORMER not in caplog.text
