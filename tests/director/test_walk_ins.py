"""Walk-ins: entered by name, who come to their place by a link that an organiser confirms."""

import re
from typing import Any

import pytest
import segno
from django.test import Client
from django.utils import timezone
from msgspec.structs import replace
from pytest_django import Settings

from accounts import erasure, renaming
from accounts import services as accounts
from accounts.models import User
from tests.clock import Clock
from tests.factories import announced, client_of, gather, open_tables, play_out
from tests.notices.conftest import Follow, follow, told  # noqa: F401
from tournaments.director import selectors
from tournaments.director import services as director
from tournaments.director.commands import desk, substitutes, walk_ins
from tournaments.director.display import evening
from tournaments.director.errors import RoomError
from tournaments.director.models import Match
from tournaments.director.state.substitutes import Substituted
from tournaments.director.state.tournament import Tournament
from tournaments.director.streams import TOURNAMENTS
from tournaments.director.web.views import walk_ins as views
from tournaments.kit.words import sentence
from tournaments.notices import badge
from tournaments.ratings import selectors as ratings
from tournaments.tables import selectors as tables
from tournaments.tables import services

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("open_to_all", "no_limits")]


def state(cup: str) -> Tournament:
    return TOURNAMENTS.current(cup).state


@pytest.fixture
def cup(organiser: User, people: list[User]) -> str:
    return announced(organiser.pk, [user.pk for user in people[:3]], rounds=3, rated=True)


def enter(cup: str, organiser: User, name: str = "Bo Smith") -> int:
    return walk_ins.enter(tournament_id=cup, by=organiser.pk, name=name)


def link(cup: str, number: int) -> str:
    secret = walk_ins.secret(cup, number, state(cup).walk_ins[number].links)
    return f"/tournaments/{cup}/walk-ins/{number}/{secret}"


def shown(page: Any) -> int:
    found = re.search(r'claim-number">(\d{4})<', page.content.decode())
    assert found, page.content.decode()
    return int(found[1])


def claim(client: Client, cup: str, number: int) -> int:
    client.post(link(cup, number))
    return shown(client.get(link(cup, number)))


def test_a_name_is_enough_to_play_in_a_rated_event(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    guest = User.objects.get(pk=state(cup).walk_ins[number].user)
    assert (guest.username, guest.is_guest) == ("Bo-Smith", True)
    director.start(tournament_id=cup, by=organiser.pk)
    for table in open_tables(cup):
        among = guest.pk in tables.summary(table).seats
        assert tables.summary(table).rated is not among, "a duel with a guest alone is not rated"
    play_out(cup)
    assert selectors.detail(cup).status == "finished"
    assert ratings.rating_of(guest.pk, "duck-soup") is None


def test_a_phone_without_an_account_comes_in_once_the_organiser_has_seen_its_number(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    phone, desk = Client(), client_of(organiser)
    assert "This is me" in phone.get(link(cup, number)).content.decode()
    code = claim(phone, cup, number)
    assert "_auth_user_id" not in phone.session
    assert f"<b>{code}</b>" in desk.get(f"/tournaments/{cup}/walk-ins").content.decode()
    desk.post(f"/tournaments/{cup}/walk-ins/{number}/confirm")
    assert phone.get(link(cup, number))["Location"] == f"/tournaments/{cup}"
    guest = state(cup).walk_ins[number].user
    assert int(phone.session["_auth_user_id"]) == guest
    assert User.objects.get(pk=guest).erasure_at is None, "it is theirs now"


def test_the_page_that_waits_is_led_on(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    phone = Client()
    claim(phone, cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    answer = phone.get(link(cup, number), headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, f"/tournaments/{cup}")


def test_the_page_draws_no_code_and_names_a_picture_of_each_link(
    cup: str, organiser: User, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [enter(cup, organiser, name) for name in ("Ana", "Ben")]
    client, drawn = client_of(organiser), list[str]()

    def make(text: str, _make: Any = segno.make, **given: Any) -> Any:
        drawn.append(text)
        return _make(text, **given)

    monkeypatch.setattr(segno, "make", make)
    page = client.get(f"/tournaments/{cup}/walk-ins").content.decode()
    assert drawn == []
    for number in numbers:
        code = f"{link(cup, number)}/code.svg"
        assert f'src="{code}"' in page
        answer = client.get(code)
        assert (answer["Content-Type"], answer["Cache-Control"]) == (
            "image/svg+xml",
            "private, max-age=86400, immutable",
        )
        assert drawn.pop() == f"http://testserver{link(cup, number)}"
        assert client_of(ann).get(code).status_code == 403
        assert Client().get(code).status_code == 302
    assert client.get(f"/tournaments/{cup}/walk-ins/{numbers[0]}/nothing/code.svg").status_code == 404
    assert drawn == []


def test_codes_are_counted(cup: str, organiser: User, settings: Settings, fresh_allowances: None) -> None:
    code = f"{link(cup, enter(cup, organiser))}/code.svg"
    settings.RATES = {"codes": "1/h"}
    client = client_of(organiser)
    assert [client.get(code).status_code for _time in range(2)] == [200, 429]


def test_a_link_is_used_once(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    phone, other = Client(), Client()
    claim(phone, cup, number)
    assert "This link has been used." in other.get(link(cup, number)).content.decode()
    other.post(link(cup, number))
    client_of(organiser).post(f"/tournaments/{cup}/walk-ins/{number}/confirm")
    assert "This link has been used." in other.get(link(cup, number)).content.decode()
    assert "_auth_user_id" not in other.session


def test_organisers_are_told_of_a_claim_until_one_of_them_has_seen_to_it(
    cup: str,
    organiser: User,
    follow: Follow,  # noqa: F811
) -> None:
    number = enter(cup, organiser)
    follow()
    waiting = badge.unread(organiser.pk)
    claim(Client(), cup, number)
    follow()
    assert told(organiser).count("desk_called") == 1
    assert badge.unread(organiser.pk) == waiting + 1
    assert "Somebody comes in as Bo-Smith, Tuesday: is it them?" in (
        client_of(organiser).get("/notices").content.decode()
    )
    walk_ins.refuse(tournament_id=cup, by=organiser.pk, number=number)
    follow()
    assert badge.unread(organiser.pk) == waiting


def test_somebody_else_is_refused_and_the_link_with_them(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    phone, before = Client(), link(cup, number)
    claim(phone, cup, number)
    client_of(organiser).post(f"/tournaments/{cup}/walk-ins/{number}/refuse")
    assert link(cup, number) != before
    refused = phone.post(before)
    assert refused.status_code == 409
    assert "This is me" not in refused.content.decode(), "what would be refused again is not offered"
    assert state(cup).walk_ins[number].claim is None
    claim(Client(), cup, number)


def test_the_desk_says_that_a_link_was_refused_and_that_somebody_else_plays(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    claim(Client(), cup, number)
    walk_ins.refuse(tournament_id=cup, by=organiser.pk, number=number)
    other = User.objects.create_user("other").pk

    def substitute(leaves: int, comes: int) -> None:
        event = Substituted(number, leaves, comes)
        TOURNAMENTS.carry_out(cup, lambda _cup: [event], actor=organiser.pk, command=None)

    substitute(state(cup).entries[number].users[0], organiser.pk)
    substitute(organiser.pk, other)
    said = [sentence(line.text) for line in evening.lines(state(cup))]
    assert said[:2] == [
        "other came in as a substitute.",  # that the guest's place is an account's is said by its confirmation
        "The link of other was refused. There is another one.",
    ]


def test_an_account_gets_the_place_before_the_start(cup: str, organiser: User, ann: User) -> None:
    number = enter(cup, organiser)
    claim(client_of(ann), cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    assert state(cup).entries[number].users == (ann.pk,)


def test_a_place_that_was_checked_in_stays_so_for_the_account_that_gets_it(organiser: User, ann: User) -> None:
    cup = announced(organiser.pk, [], check_in_minutes=30)
    number = enter(cup, organiser)
    assert state(cup).entries[number].checked_in
    claim(client_of(ann), cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    assert state(cup).entries[number].users == (ann.pk,)
    assert state(cup).entries[number].checked_in, "the organiser has seen them in the room"


def test_an_account_gets_the_place_while_it_is_played_but_not_at_a_table_that_has_begun(
    cup: str, organiser: User, ann: User
) -> None:
    number = enter(cup, organiser)
    director.start(tournament_id=cup, by=organiser.pk)
    claim(client_of(ann), cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    assert state(cup).entries[number].users == (ann.pk,)
    assert any(ann.pk in tables.summary(table).seats for table in open_tables(cup)), "the table is opened again for ann"
    play_out(cup)
    assert selectors.detail(cup).status == "finished"


def test_nobody_comes_into_a_place_whose_cards_are_dealt(cup: str, organiser: User) -> None:
    number, other, phone = enter(cup, organiser), enter(cup, organiser, "Cy"), Client()
    enter(cup, organiser, "Dee")  # an even number: nobody rests
    claim(phone, cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    phone.get(link(cup, number))  # the page looks every few seconds, and is in then
    director.start(tournament_id=cup, by=organiser.pk)
    table = next(each for each in open_tables(cup) if state(cup).walk_ins[number].user in tables.summary(each).seats)
    claim(Client(), cup, other)
    for each in open_tables(cup):
        gather(each)
    for act, entry in ((walk_ins.refuse, number), (walk_ins.confirm, other)):
        with pytest.raises(RoomError, match="playing"):
            act(tournament_id=cup, by=organiser.pk, number=entry)
    assert phone.get(f"/api/tables/{table}").json()["me"] is not None, "nobody was logged out"
    play_out(cup)


def test_one_account_gets_one_place(cup: str, organiser: User, ann: User) -> None:
    one, two = enter(cup, organiser), enter(cup, organiser, "Cy")
    claim(client_of(ann), cup, one)
    assert "You already play in this tournament" in client_of(ann).post(link(cup, two)).content.decode()
    director.enter(tournament_id=cup, user_id=ann.pk)
    with pytest.raises(RoomError, match="plays_already"):
        walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=one)


def test_no_claim_is_confirmed_once_a_substitute_has_the_place(
    cup: str, organiser: User, ann: User, bob: User, cleo: User
) -> None:
    by_account, by_phone, phone = enter(cup, organiser), enter(cup, organiser, "Cy"), Client()
    claim(client_of(ann), cup, by_account)
    claim(phone, cup, by_phone)
    for number, user in ((by_account, bob), (by_phone, cleo)):
        leaves = state(cup).walk_ins[number].user
        substitutes.name(tournament_id=cup, leaves=leaves, comes=user.pk, by=organiser.pk)
        substitutes.confirm(tournament_id=cup, number=number, user_id=user.pk)
        for act in (walk_ins.confirm, walk_ins.refuse):
            with pytest.raises(RoomError, match="claimed"):
                act(tournament_id=cup, by=organiser.pk, number=number)
        assert state(cup).entries[number].users == (user.pk,)
    assert f"{ann.username} plays here" not in client_of(organiser).get(f"/tournaments/{cup}/walk-ins").content.decode()
    assert "This link has been used." in phone.get(link(cup, by_phone)).content.decode()


def test_a_place_is_open_again_once_the_ruling_that_gave_it_is_reversed(cup: str, organiser: User, ann: User) -> None:
    number = enter(cup, organiser)
    director.start(tournament_id=cup, by=organiser.pk)
    claim(client_of(ann), cup, number)
    desk_page = client_of(organiser)
    for _time in range(2):
        walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
        assert f"{ann.username} plays here" in desk_page.get(f"/tournaments/{cup}/walk-ins").content.decode()
        given = desk.Signature(by=organiser.pk, seq=state(cup).seq, reason="mistake")
        desk.reverse(tournament_id=cup, ruling=len(state(cup).rulings), signature=given)
        assert "Is that who you mean?" in desk_page.get(f"/tournaments/{cup}/walk-ins").content.decode()
    walk_ins.refuse(tournament_id=cup, by=organiser.pk, number=number)
    claim(Client(), cup, number)


def test_who_left_before_the_start_and_whose_place_was_taken_out_may_claim_one(
    cup: str, organiser: User, people: list[User]
) -> None:
    one, ann = enter(cup, organiser), people[0]
    director.withdraw(tournament_id=cup, user_id=ann.pk)
    claim(client_of(ann), cup, one)
    director.withdraw(tournament_id=cup, user_id=state(cup).walk_ins[one].user, by=organiser.pk)
    two = enter(cup, organiser)
    claim(client_of(ann), cup, two)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=two)
    assert state(cup).entries[two].users == (ann.pk,)


def test_who_left_after_the_start_gets_no_second_place(cup: str, organiser: User, people: list[User]) -> None:
    number = enter(cup, organiser)
    director.start(tournament_id=cup, by=organiser.pk)
    director.withdraw(tournament_id=cup, user_id=people[0].pk)
    assert "or have played" in client_of(people[0]).post(link(cup, number)).content.decode()


def test_an_organiser_confirms_no_claim_of_their_own(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    claim(client_of(organiser), cup, number)
    with pytest.raises(RoomError, match="own_claim"):
        walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)


def test_guests_and_bots_claim_no_place_by_the_api(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    secret = walk_ins.secret(cup, number, 1)
    for user in (accounts.create_guest(), accounts.make_bot("Robot", "greedy")):
        with pytest.raises(RoomError, match="no_account"):
            walk_ins.claim(tournament_id=cup, number=number, given=secret, user_id=user.pk)


def test_who_has_lost_their_way_back_gets_another_link(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    phone, desk, again = Client(), client_of(organiser), Client()
    claim(phone, cup, number)
    desk.post(f"/tournaments/{cup}/walk-ins/{number}/confirm")
    phone.get(link(cup, number))
    desk.post(f"/tournaments/{cup}/walk-ins/{number}/refuse")
    assert phone.get("/notices").status_code == 302, "they are logged out there"
    claim(again, cup, number)
    desk.post(f"/tournaments/{cup}/walk-ins/{number}/confirm")
    again.get(link(cup, number))
    assert int(again.session["_auth_user_id"]) == state(cup).walk_ins[number].user


def test_who_is_refused_has_not_come_to_their_table_which_waits_for_whom_it_lets_in(
    organiser: User, people: list[User]
) -> None:
    cup = announced(organiser.pk, [people[0].pk], rounds=1)
    number = enter(cup, organiser)
    guest = state(cup).walk_ins[number].user
    claim(Client(), cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    director.start(tournament_id=cup, by=organiser.pk)
    (before,) = open_tables(cup)
    services.arrive(table_id=before, user_id=guest)
    walk_ins.refuse(tournament_id=cup, by=organiser.pk, number=number)
    (table,) = open_tables(cup)
    services.arrive(table_id=table, user_id=people[0].pk)
    assert (tables.summary(before).status, tables.summary(table).status) == ("aborted", "open")
    claim(Client(), cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    services.arrive(table_id=table, user_id=guest)
    assert tables.summary(table).status == "playing"


def test_who_is_let_in_after_a_refusal_is_waited_for_again(organiser: User, people: list[User], clock: Clock) -> None:
    cup = announced(organiser.pk, [people[0].pk], rounds=1, grace_minutes=5, round_minutes=60)
    number = enter(cup, organiser)
    claim(Client(), cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    director.start(tournament_id=cup, by=organiser.pk)
    (before,) = open_tables(cup)
    services.arrive(table_id=before, user_id=state(cup).walk_ins[number].user)
    clock.now += 4 * 60_000
    walk_ins.refuse(tournament_id=cup, by=organiser.pk, number=number)
    (table,) = open_tables(cup)
    assert Match.objects.get(table=table).grace == clock.now + 5 * 60_000


def test_who_is_refused_leaves_the_others_where_they_have_come(organiser: User, people: list[User]) -> None:
    cup = announced(organiser.pk, [people[0].pk], rounds=1)
    number = enter(cup, organiser)
    claim(Client(), cup, number)
    director.start(tournament_id=cup, by=organiser.pk)
    (table,) = open_tables(cup)
    services.arrive(table_id=table, user_id=people[0].pk)
    walk_ins.refuse(tournament_id=cup, by=organiser.pk, number=number)
    assert open_tables(cup) == [table]


def test_a_refusal_that_is_repeated_logs_nobody_out_who_has_come_in_since(cup: str, organiser: User) -> None:
    number, phone = enter(cup, organiser), Client()
    given: dict[str, Any] = {"tournament_id": cup, "by": organiser.pk, "number": number}
    claim(Client(), cup, number)
    walk_ins.refuse(**given, command="0123456789abcdef")
    claim(phone, cup, number)
    walk_ins.confirm(**given)
    phone.get(link(cup, number))
    walk_ins.refuse(**given, command="0123456789abcdef")
    assert phone.get("/notices").status_code == 200
    assert state(cup).walk_ins[number].confirmed


def test_who_is_refused_while_they_come_in_does_not(cup: str, organiser: User, monkeypatch: pytest.MonkeyPatch) -> None:
    number, phone = enter(cup, organiser), Client()
    claim(phone, cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)

    def refused_now(*_given: object) -> bool:
        walk_ins.refuse(tournament_id=cup, by=organiser.pk, number=number)
        return False

    with monkeypatch.context() as patched:
        patched.setattr(views, "_has_logged_in", refused_now)
        answer = phone.get(link(cup, number))
    assert answer.status_code == 302
    assert "_auth_user_id" not in phone.session
    assert phone.get(answer["Location"]).status_code == 200


def test_tables_count_again_once_an_account_plays_there(cup: str, organiser: User, ann: User) -> None:
    number = enter(cup, organiser)
    claim(client_of(ann), cup, number)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    director.start(tournament_id=cup, by=organiser.pk)
    assert all(tables.summary(table).rated for table in open_tables(cup))


def test_who_plays_already_gets_no_second_place(cup: str, organiser: User, people: list[User]) -> None:
    number = enter(cup, organiser)
    page = client_of(people[0]).post(link(cup, number))
    assert "You already play in this tournament" in page.content.decode()
    assert state(cup).walk_ins[number].claim is None


def test_a_walk_in_comes_late_where_rounds_are_drawn_for_those_who_are_there(cup: str, organiser: User) -> None:
    director.start(tournament_id=cup, by=organiser.pk)
    number = enter(cup, organiser)
    play_out(cup)
    assert any(number in match.entries for paired in state(cup).rounds for match in paired.played.matches)


def test_the_end_of_the_tournament_ends_its_links(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    director.cancel(tournament_id=cup, by=organiser.pk)
    page = Client().post(link(cup, number)).content.decode()
    assert "The tournament is over." in page
    assert state(cup).walk_ins[number].claim is None


def test_only_organisers_enter_walk_ins_and_nobody_guesses_links(cup: str, organiser: User, ann: User) -> None:
    with pytest.raises(RoomError, match="not_organiser"):
        enter(cup, ann)
    number = enter(cup, organiser)
    assert client_of(ann).get(f"/tournaments/{cup}/walk-ins").status_code == 403
    assert client_of(ann).post(f"/tournaments/{cup}/walk-ins/{number}/confirm").status_code == 403
    assert Client().get(f"/tournaments/{cup}/walk-ins/{number}/{'a' * 32}").status_code == 404
    assert Client().get(f"/tournaments/{cup}/walk-ins/99/{'a' * 32}").status_code == 404


@pytest.mark.parametrize("name", ["", "  ", "admin", "a\u202eb", "Cardroom"])
def test_a_name_that_nobody_may_have_is_refused_beside_the_field(cup: str, organiser: User, name: str) -> None:
    users = User.objects.count()
    page = client_of(organiser).post(f"/tournaments/{cup}/walk-ins", {"name": name})
    assert page.status_code == 422
    assert User.objects.count() == users


def test_a_name_that_is_taken_gets_a_number(cup: str, organiser: User, ann: User) -> None:
    number = enter(cup, organiser, "Ann")
    assert User.objects.get(pk=state(cup).walk_ins[number].user).username == "Ann-2"


def test_a_name_that_nobody_claims_goes_after_thirty_days_and_is_free_again(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    guest = User.objects.get(pk=state(cup).walk_ins[number].user)
    assert guest.erasure_at is not None
    assert 29 <= (guest.erasure_at - timezone.now()).days <= 30
    assert erasure.clear(guest.pk)
    assert not renaming.is_taken("Bo-Smith")


def test_a_walk_in_counts_as_there_when_players_check_in(organiser: User, people: list[User]) -> None:
    cup = announced(organiser.pk, [user.pk for user in people[:3]], rounds=2, check_in_minutes=30)
    for user in people[:3]:
        director.check_in(tournament_id=cup, user_id=user.pk)
    number = enter(cup, organiser)
    director.start(tournament_id=cup, by=organiser.pk)
    assert number in state(cup).present


def test_a_request_that_is_repeated_makes_one_walk_in(cup: str, organiser: User) -> None:
    users = User.objects.count()
    numbers = {
        walk_ins.enter(tournament_id=cup, by=organiser.pk, name="Bo", command="0123456789abcdef") for _again in range(2)
    }
    assert len(numbers) == 1
    assert User.objects.count() == users + 1


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("Bo Smith", "The entry is called Bo-Smith: names have no spaces."),
        ("Ann", "The entry is called Ann-2: “Ann” is taken"),
        ("Bo", ""),
    ],
)
def test_an_organiser_is_told_what_an_entry_is_called_instead(
    organiser: User, ann: User, cup: str, written: str, said: str
) -> None:
    page = client_of(organiser).post(f"/tournaments/{cup}/walk-ins", {"name": written}, follow=True).content.decode()
    assert said in page
    assert ("The entry is called" in page) == bool(said)


def test_a_mistaken_walk_in_is_taken_out_before_the_start(organiser: User, cup: str) -> None:
    number, client = enter(cup, organiser), client_of(organiser)
    assert f'name="entry" value="{number}"' in client.get(f"/tournaments/{cup}/walk-ins").content.decode()
    given = {"entry": str(number), "from": "walk-ins"}
    question = client.get(f"/tournaments/{cup}/remove", given).content.decode()
    assert "Take Bo-Smith out?" in question
    assert f'href="/tournaments/{cup}/walk-ins"' in question
    assert number in state(cup).present, "it only asks"
    answer = client.post(f"/tournaments/{cup}/remove", given)
    assert answer.headers["Location"] == f"/tournaments/{cup}/walk-ins"
    assert number not in state(cup).present
    assert f'name="entry" value="{number}"' not in client.get(f"/tournaments/{cup}/walk-ins").content.decode()
    assert (
        "does not take part any more" in client.get(f"/tournaments/{cup}/remove", given, follow=True).content.decode()
    )


def test_a_walk_in_on_the_waiting_list_is_taken_out(organiser: User, people: list[User]) -> None:
    cup = announced(organiser.pk, [user.pk for user in people[:3]], max_entries=3, waiting_list=True)
    number, client = enter(cup, organiser), client_of(organiser)
    given = {"entry": str(number), "from": "walk-ins"}
    assert "Take Bo-Smith out?" in client.get(f"/tournaments/{cup}/remove", given).content.decode()
    client.post(f"/tournaments/{cup}/remove", given)
    assert state(cup).waiting == ()


def test_the_name_of_a_walk_in_that_is_taken_out_before_the_start_is_free(organiser: User, cup: str) -> None:
    number = enter(cup, organiser)
    user = state(cup).walk_ins[number].user
    director.withdraw(tournament_id=cup, user_id=user, by=organiser.pk)
    again = enter(cup, organiser)
    assert User.objects.get(pk=state(cup).walk_ins[again].user).username == "Bo-Smith"
    assert "Former player" not in client_of(organiser).get(f"/tournaments/{cup}/walk-ins").content.decode()
    phone = Client()
    claim(phone, cup, again)
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=again)
    phone.get(link(cup, again))
    director.withdraw(tournament_id=cup, user_id=state(cup).walk_ins[again].user, by=organiser.pk)
    assert phone.get("/notices").status_code == 200, "who has come in keeps the account"


@pytest.mark.parametrize("name", ["bo smith", "Bo Smyth", "bo-smith-2", "Bo Smith"])
def test_a_name_that_is_nearly_entered_already_is_asked_about(organiser: User, cup: str, name: str) -> None:
    enter(cup, organiser)
    client, before = client_of(organiser), len(state(cup).present)
    asked = client.post(f"/tournaments/{cup}/walk-ins", {"name": name})
    assert asked.status_code == 422
    assert "Already entered: Bo-Smith. Is this somebody else?" in asked.content.decode()
    assert len(state(cup).present) == before
    assert client.post(f"/tournaments/{cup}/walk-ins", {"name": name, "another": "on"}).status_code == 302
    assert len(state(cup).present) == before + 1


def test_an_organiser_reads_which_conditions_are_not_asked_of_walk_ins(organiser: User, people: list[User]) -> None:
    strict = announced(organiser.pk, [], rated=True, least_games=5)
    page = client_of(organiser).get(f"/tournaments/{strict}/walk-ins").content.decode()
    assert "Not asked of walk-ins: An account, since it is rated · Rated games played: 5." in page
    assert "A duel with a guest moves no rating." in page
    plain = announced(organiser.pk, [], rated=False)
    assert "Not asked of walk-ins" not in client_of(organiser).get(f"/tournaments/{plain}/walk-ins").content.decode()


@pytest.mark.parametrize("name", ["Ana, Ben", "Ana/Ben", "Anа"])  # the last one with a Cyrillic letter
def test_a_name_that_is_unclear_is_refused_with_what_a_name_has(organiser: User, name: str) -> None:
    cup = announced(organiser.pk)
    page = client_of(organiser).post(f"/tournaments/{cup}/walk-ins", {"name": name})
    assert page.status_code == 422
    assert "A name has letters and digits of one script" in page.content.decode()


def test_an_event_with_walk_ins_can_be_edited_and_stays_rated(cup: str, organiser: User) -> None:
    enter(cup, organiser)
    wanted = replace(selectors.detail(cup).settings, rounds=2)
    director.edit(tournament_id=cup, by=organiser.pk, settings=wanted)
    assert (state(cup).settings.rounds, state(cup).settings.rated) == (2, True)


def test_who_leaves_the_page_of_their_claim_finds_the_way_back(cup: str, organiser: User) -> None:
    number = enter(cup, organiser)
    phone, other = Client(), Client()
    claim(phone, cup, number)
    assert link(cup, number) in phone.get(f"/tournaments/{cup}").content.decode()
    assert link(cup, number) not in other.get(f"/tournaments/{cup}").content.decode()
    walk_ins.confirm(tournament_id=cup, by=organiser.pk, number=number)
    assert link(cup, number) in phone.get(f"/tournaments/{cup}").content.decode()
    director.start(tournament_id=cup, by=organiser.pk)
    assert link(cup, number) in phone.get(f"/tournaments/{cup}").content.decode()
    phone.get(link(cup, number), follow=True)
    assert "To your place" not in phone.get(f"/tournaments/{cup}").content.decode()
