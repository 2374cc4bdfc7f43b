"""Webhooks of clubs, tournaments and accounts: who may have them, what they are told, and what became of it."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from jsonschema import Draft202012Validator
from standardwebhooks import Webhook as Verifier
from standardwebhooks import WebhookVerificationError

from accounts import erasure
from accounts import services as accounts
from accounts.models import StaffAct, User
from tests.accounts.entrance import PASSWORD, log_in
from tests.api.contract import published
from tests.clients.deliveries import guided
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import announced, client_of, co_organise, concede, open_tables, play_out
from tests.notices.conftest import Follow, Posted
from tests.notices.samples import FACTS, tell
from tournaments.clubs import services as clubs
from tournaments.director import services as director
from tournaments.director.commands import desk, drafts, organisers
from tournaments.director.state.acts import DoubleLoss
from tournaments.director.streams import TOURNAMENTS
from tournaments.log.errors import RoomError
from tournaments.notices import inserting, outside, queue
from tournaments.notices.hooks import deliveries, documents, owners, services
from tournaments.notices.hooks.owners import Owner
from tournaments.notices.kinds import WEBHOOK_KINDS
from tournaments.notices.models import Notice, Outgoing, Webhook
from tournaments.notices.outside import Answer
from tournaments.notices.sending import delivery, webhooks
from tournaments.notices.services import HOLDING
from tournaments.notices.told import Told
from tournaments.notices.webhook_types import TYPES, USUAL
from tournaments.platform.units import DAY, HOUR

pytestmark = pytest.mark.django_db

URL = "https://program.example.org/in"
EXAMPLES = Path(documents.__file__).with_name("examples.json")


@pytest.fixture(autouse=True)
def _the_clock_stands(clock: Clock) -> None:
    """Signatures and names are of one moment."""


def hooked(user: User, owner: Owner, *types: str, url: str = URL) -> Webhook:
    chosen = types or USUAL[owner.sort]
    return services.add(user=user, owner=owner, url=url, flavour="standard", types=chosen)


def logged_in(user: User) -> Client:
    """A browser in which *user* has just entered the password."""
    user.set_password(PASSWORD)
    user.save()
    client = Client()
    log_in(client, user.username)
    return client


def of_account(user: User, *types: str) -> Webhook:
    return hooked(user, Owner("account", str(user.pk)), *types)


def of_tournament(user: User, tournament: str, *types: str) -> Webhook:
    return hooked(user, Owner("tournament", tournament), *types)


def messages(posted: Posted) -> list[dict[str, Any]]:
    return [json.loads(body) for _url, body, _headers in posted]


def types(posted: Posted) -> list[str]:
    return [each["type"] for each in messages(posted)]


def sent(follow: Follow) -> None:
    follow()
    delivery.deliver()


# -- what they are told


@pytest.fixture
def cup(settled: list[User], follow: Follow) -> str:
    return announced(settled[0].pk, [user.pk for user in settled[1:5]], rounds=2, draws="by_hand")


def test_a_tournament_tells_its_webhook_all_from_the_announcement_to_the_end_in_order(
    settled: list[User], cup: str, follow: Follow, posted: Posted
) -> None:
    director.start(tournament_id=cup, by=settled[0].pk)
    follow()
    of_tournament(settled[0], cup)
    director.pair_again(tournament_id=cup, by=settled[0].pk)
    sent(follow)
    assert types(posted) == ["webhook.added", "tournament.announced", "tournament.round_drawn", "table.opened"]
    drawn, opened = messages(posted)[2:]
    assert [len(pairing["sides"]) for pairing in drawn["data"]["pairings"]] == [2, 2]
    assert [pairing["table"] for pairing in drawn["data"]["pairings"]] == [None, None]
    assert sorted(pairing["table"] for pairing in opened["data"]["pairings"]) == sorted(open_tables(cup))
    play_out(cup)
    director.pair_again(tournament_id=cup, by=settled[0].pk)
    play_out(cup)
    sent(follow)
    assert types(posted)[4:] == [
        *("tournament.result", "tournament.result", "tournament.round_drawn", "table.opened"),
        *("tournament.result", "tournament.result", "tournament.finished"),
    ]
    told = messages(posted)
    assert [each["position"] for each in told] == sorted({each["position"] for each in told})
    seqs = [each["data"]["seq"] for each in told[1:]]
    assert seqs == sorted(set(seqs))
    result, end = told[4]["data"], told[-1]["data"]
    assert result["pairing"]["places"] in ([1, 2], [2, 1])
    assert end["places"][0]["side"]["name"] in end["text"]


def test_a_draft_is_told_to_nobody(settled: list[User], cup: str, follow: Follow, posted: Posted) -> None:
    director.start(tournament_id=cup, by=settled[0].pk)
    of_tournament(settled[0], cup)
    drafts.look(tournament_id=cup, by=settled[0].pk)
    assert TOURNAMENTS.current(cup).state.rounds == ()
    sent(follow)
    assert types(posted) == ["webhook.added", "tournament.announced"]


def test_a_ruling_is_told_as_everybody_may_read_it(
    settled: list[User], cup: str, follow: Follow, posted: Posted
) -> None:
    director.start(tournament_id=cup, by=settled[0].pk)
    director.pair_again(tournament_id=cup, by=settled[0].pk)
    of_tournament(settled[0], cup)
    follow()
    state = TOURNAMENTS.current(cup).state
    act = DoubleLoss(state.rounds[0].played.matches[0].match)
    signature = desk.Signature(by=settled[0].pk, seq=state.seq, reason="conduct", text="The table was on fire")
    number = desk.rule(tournament_id=cup, wanted=act, signature=signature)
    sent(follow)
    (ruling,) = [each["data"] for each in messages(posted) if each["type"] == "tournament.ruling"]
    assert (ruling["ruling"], ruling["act"], ruling["reversed"]) == (number, "double_loss", False)
    assert ruling["says"]
    assert not any(b"on fire" in body or b"conduct" in body for _url, body, _headers in posted)


def test_a_club_is_told_of_its_tournaments_but_of_no_private_one(
    found: Found, settled: list[User], follow: Follow, posted: Posted
) -> None:
    club = found()
    hooked(settled[0], Owner("club", club), "tournament.announced", "tournament.cancelled")
    shown = announced(settled[0].pk, club=club)
    hidden = [announced(settled[0].pk, club=club, private=True)]
    hidden.append(announced(settled[0].pk, club=club, by_invitation=True))
    sent(follow)
    assert [each["data"].get("tournament") for each in messages(posted)] == [None, shown]
    for each in (shown, *hidden):
        director.cancel(tournament_id=each, by=settled[0].pk)
    sent(follow)
    assert [each["data"].get("tournament") for each in messages(posted)] == [None, shown, shown]


def test_what_becomes_private_before_it_is_sent_is_not_told_to_the_club(
    found: Found, settled: list[User], follow: Follow, posted: Posted, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = found()
    hooked(settled[0], Owner("club", club), "tournament.announced")
    delivery.deliver()
    announced(settled[0].pk, club=club)
    follow()
    monkeypatch.setattr("tournaments.notices.hooks.contents.club_told", lambda _tournament: None)
    delivery.deliver()
    assert types(posted) == ["webhook.added"]
    assert Outgoing.objects.latest("number").status == Outgoing.DROPPED


def test_an_account_is_told_what_its_notices_say_and_nobody_elses(
    settled: list[User], posted: Posted, clock: Clock
) -> None:
    ann, bob = settled[:2]
    of_account(ann, "account.joined")
    tell(ann, at=clock.now)
    tell(bob, number=2, at=clock.now)
    tell(ann, kind="role", number=3, at=clock.now)
    delivery.deliver()
    added, told = messages(posted)
    assert (added["data"]["text"], told["type"]) == ("Your notices are sent here", "account.joined")
    assert told["data"]["notice"] == Notice.objects.get(user=ann, kind="joined").pk
    assert Outgoing.objects.filter(channel="webhook").count() == 2


def test_who_has_left_a_private_club_is_told_nothing_of_it(
    found: Found, settled: list[User], follow: Follow, posted: Posted
) -> None:
    club, gone = found(settled[1], visibility="private", join="invitation"), settled[1]
    of_account(gone, "account.news")
    clubs.post_news(club_id=club, by=settled[0].pk, title="Tea at my place", text="")
    follow()
    clubs.leave(club_id=club, by=gone.pk)
    delivery.deliver()
    assert types(posted) == ["webhook.added"]


# -- who may have them


def test_only_who_directs_a_tournament_has_webhooks_of_it(settled: list[User], cup: str) -> None:
    for user in settled[1:3]:
        with pytest.raises(RoomError, match="not_organiser"):
            of_tournament(user, cup)
    hook = of_tournament(settled[0], cup)
    with pytest.raises(RoomError, match="unknown_webhook"):
        deliveries.of_webhook(user=settled[1], webhook_id=hook.pk)
    with pytest.raises(RoomError, match="unknown_webhook"):
        hooked(settled[1], Owner("account", str(settled[0].pk)))


@pytest.mark.usefixtures("open_to_all")
def test_others_who_direct_see_the_host_alone_and_never_the_secret(settled: list[User], cup: str) -> None:
    co_organise(cup, settled[0].pk, settled[6].pk)
    hook = of_tournament(settled[0], cup)
    for user, shown in ((settled[0], URL), (settled[6], "https://program.example.org/…")):
        for path in (f"/tournaments/{cup}/webhooks", f"/webhooks/{hook.pk}", f"/api/tournaments/{cup}/webhooks"):
            page = client_of(user).get(path).content.decode()
            assert (shown in page, URL in page, hook.secret in page) == (True, shown == URL, False)


def test_guests_have_none(settled: list[User]) -> None:
    guest = User.objects.create(username="guest-1", is_guest=True)
    with pytest.raises(RoomError, match="guest"):
        of_account(guest)


@pytest.mark.usefixtures("open_to_all")
def test_a_webhook_goes_with_the_right_to_it(settled: list[User], cup: str, follow: Follow, posted: Posted) -> None:
    helper = settled[6]
    co_organise(cup, settled[0].pk, helper.pk)
    of_tournament(helper, cup)
    organisers.step_down(tournament_id=cup, user_id=helper.pk)
    director.cancel(tournament_id=cup, by=settled[0].pk)
    sent(follow)
    assert (posted, Webhook.objects.count()) == ([], 0)


@pytest.mark.parametrize("shut", ["shut out", "erased"])
def test_a_webhook_goes_with_the_account(
    settled: list[User], cup: str, follow: Follow, posted: Posted, shut: str
) -> None:
    ann = settled[0]
    of_account(ann)
    of_tournament(ann, cup)
    assert [row["webhook"]["url"] for row in exported(ann) if "webhook" in row] == [URL, URL]
    if shut == "erased":
        User.objects.filter(pk=ann.pk).update(erasure_at=timezone.now())
        erasure.clear(ann.pk)
        assert not Webhook.objects.exists()
    else:
        User.objects.filter(pk=ann.pk).update(is_active=False)
    sent(follow)
    delivery.deliver()
    assert (posted, Webhook.objects.count()) == ([], 0)


def exported(user: User) -> Iterator[dict[str, Any]]:
    yield from HOLDING.rows(user)  # type: ignore[misc]


def test_a_former_owner_of_a_private_club_who_leaves_is_sent_nothing_more(
    found: Found, settled: list[User], posted: Posted, clock: Clock
) -> None:
    club = found(settled[1], visibility="private", join="invitation")
    clock.now += 8 * DAY
    hook = hooked(settled[0], Owner("club", club))
    assert owners.may_keep(hook)
    clubs.hand_over(club_id=club, by=settled[0].pk, user_id=settled[1].pk)
    clubs.answer_offer(club_id=club, by=settled[1].pk, accepts=True)
    assert owners.may_keep(hook), "it is the club's"
    clubs.leave(club_id=club, by=settled[0].pk)
    delivery.deliver()
    assert (posted, Webhook.objects.count()) == ([], 0)


@pytest.mark.parametrize("types", [(), ("club.news",), ("account.no_such",)])
def test_a_webhook_is_told_what_there_is_for_its_owner_alone(settled: list[User], types: tuple[str, ...]) -> None:
    owner = Owner("account", str(settled[0].pk))
    with pytest.raises(RoomError, match="unknown_kind"):
        services.add(user=settled[0], owner=owner, url=URL, flavour="standard", types=types)


def test_an_owner_has_five(settled: list[User]) -> None:
    for _ in range(services.MOST):
        of_account(settled[0])
    with pytest.raises(RoomError, match="too_many_webhooks"):
        of_account(settled[0])
    of_account(settled[1])


# -- what became of it


def answers(monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    monkeypatch.setattr(outside, "post", lambda *_, **__: Answer(status, ""))


def test_one_that_takes_nothing_for_three_days_ends_and_its_maker_is_told(
    settled: list[User], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, 500)
    hook = of_account(settled[0])
    delivery.deliver()
    tell(settled[0], at=clock.now)
    clock.now += webhooks.PATIENCE - 1
    delivery.deliver()
    hook.refresh_from_db()
    assert (hook.last_status, hook.ended_at) == ("HTTP 500", None)
    clock.now += 12 * HOUR
    delivery.deliver()
    hook.refresh_from_db()
    assert (hook.ended_why, hook.ended_at) == ("failing", clock.now)
    assert not Outgoing.objects.filter(webhook=hook, status=Outgoing.WAITING).exists()
    (notice,) = Notice.objects.filter(user=settled[0], kind="webhook_ended")
    assert notice.facts == {"webhook": hook.pk, "host": "program.example.org", "why": "failing"}
    with pytest.raises(RoomError, match="webhook_ended"):
        services.try_out(user=settled[0], webhook_id=hook.pk)


def test_one_that_took_something_meanwhile_does_not(
    settled: list[User], clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = of_account(settled[0])
    for status, wait in ((500, webhooks.PATIENCE - 1), (204, 0), (500, HOUR)):
        answers(monkeypatch, status)
        services.try_out(user=settled[0], webhook_id=hook.pk)
        delivery.deliver()
        clock.now += wait
    hook.refresh_from_db()
    assert (hook.ended_at, hook.failing_since) == (None, clock.now - HOUR)


def test_one_that_is_gone_ends_at_once(settled: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    answers(monkeypatch, 410)
    hook = of_account(settled[0])
    delivery.deliver()
    hook.refresh_from_db()
    assert hook.ended_why == "gone"


def test_the_log_says_what_was_sent_and_what_was_answered(
    settled: list[User], posted: Posted, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook = of_account(settled[0])
    delivery.deliver()
    answers(monkeypatch, 503)
    services.try_out(user=settled[0], webhook_id=hook.pk)
    delivery.deliver()
    log = deliveries.of_webhook(user=settled[0], webhook_id=hook.pk)
    assert [(each.type, each.status, each.answer, each.tries) for each in log] == [
        ("webhook.test", "waiting", "HTTP 503", 1),
        ("webhook.added", "sent", "HTTP 201", 1),
    ]
    assert log[1].id == posted[0][2]["webhook-id"]
    assert deliveries.of_webhook(user=settled[0], webhook_id=hook.pk, before=log[0].position) == log[1:]


def test_again_from_here_sends_the_same_under_the_same_names_in_order(
    settled: list[User], cup: str, follow: Follow, posted: Posted
) -> None:
    hook = of_tournament(settled[0], cup)
    director.start(tournament_id=cup, by=settled[0].pk)
    director.pair_again(tournament_id=cup, by=settled[0].pk)
    sent(follow)
    concede(open_tables(cup)[0])
    sent(follow)
    before = messages(posted)
    names = [headers["webhook-id"] for _url, _body, headers in posted]
    ask: dict[str, Any] = {"user": settled[0], "webhook_id": hook.pk, "position": before[2]["position"]}
    assert [services.again(**ask, command="once") for _ in range(2)] == [len(before) - 2] * 2
    sent(follow)
    assert messages(posted)[len(before) :] == before[2:]
    assert [headers["webhook-id"] for _url, _body, headers in posted[len(before) :]] == names[2:]
    with pytest.raises(RoomError, match="key_reused"):
        services.again(**ask | {"position": 1}, command="once")


def test_those_of_an_account_end_with_its_tokens(settled: list[User], follow: Follow) -> None:
    """Who knew the old one, or found a token, may have set one up: it would go on telling."""
    hook, other = of_account(settled[0]), of_account(settled[1])
    accounts.revoke_tokens(settled[0])
    for each in (hook, other):
        each.refresh_from_db()
    assert (hook.ended_why, other.ended_why) == ("tokens", None)
    assert Notice.objects.filter(user=settled[0], kind="webhook_ended", facts__why="tokens").count() == 1
    page = client_of(settled[0]).get(f"/webhooks/{hook.pk}").content.decode()
    assert "It has ended with your tokens." in page


def test_at_a_screen_left_open_nobody_adds_one_to_the_account(ann: User) -> None:
    ann.set_password(PASSWORD)
    ann.save()
    client = client_of(ann)
    page = client.post("/settings/webhooks", {"url": URL, "flavour": "standard", "types": ["account.news"]})
    assert page["Location"].startswith("/account/reauthenticate/")
    body = {"url": URL, "types": ["account.news"]}
    told = client.post("/api/account/webhooks", json.dumps(body), content_type="application/json")
    assert (told.status_code, told.json()["code"]) == (403, "needs_fresh_login")
    assert not Webhook.objects.exists()


def test_again_is_bounded(settled: list[User], posted: Posted, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_AGAIN", 2)
    hook = of_account(settled[0])
    for _ in range(3):
        services.try_out(user=settled[0], webhook_id=hook.pk)
    delivery.deliver()
    assert services.again(user=settled[0], webhook_id=hook.pk, position=0) == 2


def test_what_comes_beyond_a_full_queue_is_noted_and_can_be_sent_again(
    settled: list[User], posted: Posted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queue, "MOST", 1)
    hook = of_account(settled[0], "account.joined")
    tell(settled[0])
    lost, _added = deliveries.of_webhook(user=settled[0], webhook_id=hook.pk)
    assert (lost.status, lost.answer) == ("dropped", "too_many_waiting")
    delivery.deliver()
    assert services.again(user=settled[0], webhook_id=hook.pk, position=lost.position) == 1
    delivery.deliver()
    assert types(posted) == ["webhook.added", "account.joined"]


def test_the_log_is_kept_for_a_week_and_no_longer_than_it_may_be(
    settled: list[User], posted: Posted, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "MOST", 2)
    hook = of_account(settled[0])
    for _ in range(3):
        services.try_out(user=settled[0], webhook_id=hook.pk)
        clock.now += 1
    delivery.deliver()
    deliveries.forget_old()
    kept = deliveries.of_webhook(user=settled[0], webhook_id=hook.pk)
    assert [each.type for each in kept] == ["webhook.test"] * 2
    clock.now += deliveries.KEPT + 1
    deliveries.forget_old()
    assert deliveries.of_webhook(user=settled[0], webhook_id=hook.pk) == ()


def test_a_webhook_outlives_its_tournament_by_a_month(settled: list[User], cup: str, clock: Clock) -> None:
    of_tournament(settled[0], cup)
    director.cancel(tournament_id=cup, by=settled[0].pk)
    clock.now += 29 * DAY
    deliveries.forget_old()
    assert Webhook.objects.count() == 1
    clock.now += 2 * DAY
    deliveries.forget_old()
    assert Webhook.objects.count() == 0


def test_the_staff_find_one_by_its_address_and_end_it(settled: list[User]) -> None:
    hook = of_account(settled[0])
    assert command("elsewhere.example") == ""
    assert command("program.example.org") == f"{hook.pk}  account {settled[0].pk}  by {settled[0].pk}  {URL}\n"
    with pytest.raises(CommandError):
        command("program.example.org", "--end")
    command(hook.pk, "--end")
    hook.refresh_from_db()
    assert hook.ended_why == "staff"
    assert StaffAct.objects.filter(what="webhook.ended", subject=f"webhook:{hook.pk}").count() == 1
    assert Notice.objects.filter(user=settled[0], kind="webhook_ended").count() == 1
    assert command(hook.pk).endswith("ended: staff\n")


def command(*words: str) -> str:
    out = StringIO()
    call_command("webhooks", *words, stdout=out)
    return out.getvalue()


# -- pages


def test_a_page_adds_shows_tests_and_removes_one(settled: list[User], cup: str, posted: Posted) -> None:
    client = logged_in(settled[0])
    for path in ("/settings/webhooks", f"/tournaments/{cup}/webhooks"):
        page = client.get(path).content.decode()
        chosen = [name for name in known(page) if name.startswith(("account.", "tournament.", "table."))]
        made = client.post(path, {"url": URL, "flavour": "standard", "types": chosen})
        assert "whsec_" in made.content.decode()
        assert "whsec_" not in client.get(path).content.decode()
        hook = Webhook.objects.get()
        own = f"/webhooks/{hook.pk}"
        assert client.post(f"{own}/test").status_code == 302
        delivery.deliver()
        log = client.get(own).content.decode()
        assert ("webhook.test" in log, "HTTP 201" in log, "A test is on its way." in log) == (True, True, True)
        again = client.post(f"{own}/again", {"position": "0"}, follow=True).content.decode()
        assert "messages are sent again" in again
        assert client_of(settled[1]).get(own).status_code == 404
        assert client.post(f"{own}/remove").headers["Location"] == path
        assert client.get(own).status_code == 404


def known(page: str) -> list[str]:
    return [part.partition('"')[0] for part in page.split('name="types" value="')[1:]]


def test_a_page_says_what_is_wrong_with_an_address_beside_it_and_keeps_what_was_chosen(settled: list[User]) -> None:
    given = {"url": "http://x.example", "flavour": "standard", "types": ["account.news"]}
    answer = logged_in(settled[0]).post("/settings/webhooks", given)
    page = answer.content.decode()
    assert (answer.status_code, 'id="url-error"' in page) == (422, True)
    assert re.findall('name="types" value="([^"]+)" checked', page) == ["account.news"]
    assert not Webhook.objects.exists()


# -- the document


def test_the_guides_lines_check_a_message_and_drop_what_has_come_before(
    settled: list[User], posted: Posted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those in JavaScript are run by ``make clients``."""
    hook, lines = of_account(settled[0]), dict[str, Any]()
    exec(guided("from standardwebhooks import Webhook"), lines)  # noqa: S102
    delivery.deliver()
    services.again(user=settled[0], webhook_id=hook.pk, position=0)
    delivery.deliver()
    (_url, body, headers), second = posted
    seen: set[str] = set()
    monkeypatch.setattr(Verifier, "_Webhook__verify_timestamp", lambda _self, at: datetime.fromtimestamp(int(at), UTC))
    assert lines["told"](hook.secret, body, headers, seen) == json.loads(body)
    assert lines["told"](hook.secret, second[1], second[2], seen) is None
    with pytest.raises(WebhookVerificationError):
        lines["told"](hook.secret, body + b" ", headers, set())


def test_a_message_of_each_type_is_as_the_document_says(
    found: Found, settled: list[User], follow: Follow, posted: Posted, clock: Clock
) -> None:
    """``RECORD_EXAMPLES=1`` keeps them as examples."""
    ann, club = settled[0], found()
    told = {each["type"]: each for each in (*of_everything(ann, club, settled, follow, posted, clock),)}
    if "RECORD_EXAMPLES" in os.environ:
        EXAMPLES.write_text(json.dumps(told, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    assert set(told) == set(published()["webhooks"]) == {name for name, _says, _data in documents.types()}
    kept = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    assert set(kept) == set(told)
    for name, message in told.items():
        validate(name, message)
        validate(name, kept[name])
        assert kept[name]["data"].keys() == message["data"].keys()


def validate(name: str, message: Mapping[str, Any]) -> None:
    content = published()["webhooks"][name]["post"]["requestBody"]["content"]["application/json"]
    schema = content["schema"] | {"additionalProperties": False, "components": published()["components"]}
    Draft202012Validator(schema).validate(message)


def of_everything(
    ann: User, club: str, settled: list[User], follow: Follow, posted: Posted, clock: Clock
) -> list[dict[str, Any]]:
    """A message of each type, sent."""
    own, whole = of_account(ann), hooked(ann, Owner("club", club))
    services.try_out(user=ann, webhook_id=own.pk)
    for number, kind in enumerate(TYPES["account"]):
        facts = FACTS[kind][0]
        told = Told(kind=kind, users=(ann.pk,), subject="about", facts=facts, due=clock.now)
        inserting.write(told, stream="table:example001", seq=number + 1, at=clock.now)
    for number, kind in enumerate(WEBHOOK_KINDS):
        about = Told(kind=kind, users=(), subject="about", facts=FACTS[kind][0], club=club)
        queue.tell_club(about, stream="club:example001", seq=number + 1, at=clock.now)
    cup = announced(ann.pk, [user.pk for user in settled[1:5]], rounds=1)
    off = announced(ann.pk)
    for each in (cup, off):
        of_tournament(ann, each)
    director.cancel(tournament_id=off, by=ann.pk)
    director.start(tournament_id=cup, by=ann.pk)
    state = TOURNAMENTS.current(cup).state
    signature = desk.Signature(by=ann.pk, seq=state.seq, reason="other")
    act = DoubleLoss(state.rounds[0].played.matches[0].match)
    desk.rule(tournament_id=cup, wanted=act, signature=signature)
    play_out(cup)
    sent(follow)
    assert whole.pk
    return messages(posted)
