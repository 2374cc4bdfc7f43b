"""What leaves the house: mail, push and webhooks, each once under one name, also if the sender is killed."""

import json
import re
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import pairwise
from threading import Event, Thread
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st
from standardwebhooks import Webhook as Verifier

from accounts.models import User
from tests.clock import BEGINNING, Clock
from tests.clubs.conftest import Found
from tests.notices.browsers import browser
from tests.notices.conftest import Follow, Posted, with_mail
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.leagues.ladders import services as ladders
from tournaments.log.errors import RoomError
from tournaments.notices import inserting, keys, outside, resolving, selectors, services
from tournaments.notices.hooks import services as hooks
from tournaments.notices.hooks.owners import Owner
from tournaments.notices.models import Notice, Outgoing, PushTarget, Webhook
from tournaments.notices.outside import Answer, Unreachable
from tournaments.notices.policy import RETRIES, Choices, is_quiet, morning
from tournaments.notices.resolving import UnknownHost
from tournaments.notices.sending import delivery, mails, outbox, pushes, unsubscribing
from tournaments.notices.sending.outbox import Result
from tournaments.notices.told import Told

pytestmark = pytest.mark.django_db

MINUTE = 60_000
NOON = BEGINNING


@pytest.fixture(autouse=True)
def _at_noon(clock: Clock) -> None:
    """The clock stands still."""


@pytest.fixture
def challenged(ladder: str, settled: list[User], follow: Follow) -> User:
    """Somebody with mail, who has just been challenged."""
    user = with_mail(settled[1])
    follow()
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=user.pk)
    follow()
    return user


# -- mail


def test_a_mail_waits_two_minutes_and_has_one_click_to_stop_its_kind(challenged: User, clock: Clock) -> None:
    delivery.deliver()
    assert mail.outbox == []
    clock.now += 2 * MINUTE
    delivery.deliver()
    (message,) = mail.outbox
    assert message.to == ["member2@example.org"]
    assert "member3 challenges you: Ladder" in message.subject
    headers = message.message()
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert re.fullmatch(r"<https?://[^>]+/notices/unsubscribe/[^>]+>", headers["List-Unsubscribe"])
    plain, html = (part.get_content_type() for part in headers.walk() if not part.is_multipart())
    assert (plain, html) == ("text/plain", "text/html")
    assert Outgoing.objects.get(channel="mail").status == Outgoing.SENT


def test_a_mail_about_what_was_read_meanwhile_is_dropped(challenged: User, clock: Clock) -> None:
    services.mark_all_read(user_id=challenged.pk)
    clock.now += 2 * MINUTE
    delivery.deliver()
    assert mail.outbox == []
    assert Outgoing.objects.get(channel="mail").status == Outgoing.DROPPED


def test_a_mail_about_what_is_no_longer_true_is_dropped(
    challenged: User, ladder: str, clock: Clock, follow: Follow
) -> None:
    name = Notice.objects.get(kind="challenged").subject
    ladders.answer(challenge_id=name, by=challenged.pk, said="accept")
    follow()
    clock.now += 2 * MINUTE
    delivery.deliver()
    assert mail.outbox == []


def test_nobody_gets_mail_without_a_yes_or_at_an_address_that_is_not_verified(
    ladder: str, settled: list[User], follow: Follow
) -> None:
    services.allow_mail(user_id=settled[1].pk, mail=True)
    with_mail(settled[0])
    services.allow_mail(user_id=settled[0].pk, mail=False)
    follow()
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=settled[1].pk)
    ladders.challenge(ladder_id=ladder, by=settled[3].pk, defender=settled[0].pk)
    follow()
    assert Notice.objects.filter(kind="challenged").count() == 2
    assert not Outgoing.objects.exists()


def test_at_night_mails_wait_for_the_morning_and_come_as_one(
    club: str, ladder: str, settled: list[User], clock: Clock, follow: Follow
) -> None:
    user = with_mail(settled[1])
    follow()
    clock.now = NOON + 12 * 60 * MINUTE
    name = ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=user.pk)
    clock.now += MINUTE
    ask: dict[str, Any] = {"challenge_id": name}
    ladders.answer(**ask, by=user.pk, said="accept")
    ladders.propose(**ask, by=settled[2].pk, time=clock.now + 24 * 60 * MINUTE)
    clubs.post_news(club_id=club, by=settled[0].pk, title="Tea", text="")
    follow()
    clock.now += 60 * MINUTE
    delivery.deliver()
    assert mail.outbox == []
    clock.now = NOON + 21 * 60 * MINUTE
    delivery.deliver()
    (message,) = mail.outbox
    assert "2 notices" in message.subject
    assert "member3 could play at" in message.body
    assert "Harbour Street: Tea" in message.body


def test_a_mail_is_in_the_language_that_was_chosen_whatever_the_page_was_in_that_was_saved_last(
    challenged: User, clock: Clock
) -> None:
    with override("en"):
        services.choose(user_id=challenged.pk, language="es")
        services.choose(user_id=challenged.pk, quiet=(23, 7))
    clock.now += 2 * MINUTE
    delivery.deliver()
    (message,) = mail.outbox
    assert "member3 te desafía: Ladder" in message.subject


def test_at_first_mails_are_in_the_language_of_the_page(challenged: User) -> None:
    with override("es"):
        services.choose(user_id=challenged.pk, mail=True)
    assert services.choose(user_id=challenged.pk).language == "es"
    with pytest.raises(RoomError, match="bad_language"):
        services.choose(user_id=challenged.pk, language="xx")


def test_looking_at_the_link_of_a_mail_changes_nothing_and_a_post_stops_the_kind(challenged: User) -> None:
    stranger = Client(enforce_csrf_checks=True)
    page = f"/notices/unsubscribe/{unsubscribing.token(challenged.pk, 'challenged')}"
    assert stranger.get(page).status_code == 200
    assert stranger.head(page).status_code == 200
    assert services.choose(user_id=challenged.pk).switches == {}
    answer = stranger.post(page, {"List-Unsubscribe": "One-Click"})
    assert (answer.status_code, "sessionid" in answer.cookies) == (200, False)
    assert services.choose(user_id=challenged.pk).switches == {"challenged": {"mail": False}}


@pytest.mark.parametrize("token", ["x", "WzEsIm5ld3MiXQ:1x:abc"])
def test_a_link_that_we_have_not_signed_stops_nothing(token: str) -> None:
    assert Client().post(f"/notices/unsubscribe/{token}").status_code == 404


# -- killed anywhere


def test_a_sender_that_is_killed_before_it_marks_sends_again_under_the_same_name(
    challenged: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.now += 2 * MINUTE

    def killed(*_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(outbox, "record", killed)
        with pytest.raises(SystemExit):
            delivery.deliver()
    assert delivery.deliver() == 0
    clock.now += outbox.LEASE
    delivery.deliver()
    one, two = mail.outbox
    assert one.message()["Message-ID"] == two.message()["Message-ID"]
    assert delivery.deliver() == 0


def test_a_sender_that_is_killed_after_it_leased_loses_nothing(challenged: User, clock: Clock) -> None:
    clock.now += 2 * MINUTE
    assert len(outbox.lease()) == 1
    assert outbox.lease() == []
    clock.now += outbox.LEASE
    delivery.deliver()
    assert len(mail.outbox) == 1


def test_what_fails_is_tried_after_1_5_and_30_minutes_2_and_12_hours_and_then_given_up(
    challenged: User, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[int] = []

    def fails(_mail: object) -> Result:
        tries.append(clock.now)
        return Result(error="away")

    monkeypatch.setattr(mails, "send", fails)
    clock.now += 2 * MINUTE
    for wait in (0, *RETRIES):
        clock.now += wait - 1 if wait else 0
        if wait:
            delivery.deliver()
            clock.now += 1
        delivery.deliver()
    assert [later - one for one, later in pairwise(tries)] == list(RETRIES)
    row = Outgoing.objects.get(channel="mail")
    assert (row.status, row.tries, row.error) == (Outgoing.FAILED, 6, "away")


# -- push


def test_a_push_is_encrypted_signed_and_named(ladder: str, settled: list[User], follow: Follow, posted: Posted) -> None:
    browser(settled[1])
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=settled[1].pk)
    follow()
    delivery.deliver()
    ((url, body, headers),) = [each for each in posted if each[0].endswith("/a")][-1:]
    assert url == "https://push.example.org/a"
    headers = {name.lower(): value for name, value in headers.items()}
    assert headers["topic"] in Outgoing.objects.filter(channel="push").values_list("pk", flat=True)
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["authorization"].startswith("vapid t=")
    assert b"challenges" not in body


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    ladder: str, settled: list[User], follow: Follow, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    browser(settled[1])
    monkeypatch.setattr(outside, "post", lambda *_, **__: Answer(status, ""))
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=settled[1].pk)
    follow()
    delivery.deliver()
    assert not PushTarget.objects.exists()


def test_a_browser_that_has_refused_five_times_is_forgotten(
    ladder: str, settled: list[User], follow: Follow, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser(settled[1])
    follow()
    monkeypatch.setattr(outside, "post", lambda *_, **__: Answer(500, ""))
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=settled[1].pk)
    follow()
    for wait in (0, *RETRIES[:3]):
        clock.now += wait
        delivery.deliver()
    assert PushTarget.objects.get().refusals == 4
    clock.now += RETRIES[3]
    delivery.deliver()
    assert not PushTarget.objects.exists()


def test_after_a_change_of_our_key_browsers_subscribe_again(
    ladder: str, settled: list[User], follow: Follow, posted: Posted
) -> None:
    PushTarget.objects.filter(pk=browser(settled[1]).pk).update(key="of before")
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=settled[1].pk)
    follow()
    delivery.deliver()
    assert not PushTarget.objects.exists()
    assert posted == []
    assert browser(settled[1]).key == keys.public()


# -- endpoints that do not answer

DEAD = "https://dead.example.org/"


def waits(user: User, number: int = 0, *, at: int = NOON) -> None:
    """An urgent push that is due."""
    table = f"table{number:05}"
    about = Told(kind="your_turn", users=(user.pk,), subject=table, facts={"table": table, "game": "gasp"})
    inserting.write(about, stream=f"table:{table}", seq=1, at=at)


@pytest.fixture
def stuck(monkeypatch: pytest.MonkeyPatch) -> tuple[Posted, Event]:
    """What was sent outside. What goes to a dead endpoint comes back only after the event."""
    sent: Posted = []
    over = Event()

    def post(url: str, body: bytes, headers: Mapping[str, str], *, seconds: float = 0) -> Answer:
        if url.startswith(DEAD):
            assert over.wait(20), "the living wait for the dead"
            raise Unreachable("too slow")
        sent.append((url, body, headers))
        over.set()
        return Answer(201, "")

    monkeypatch.setattr(outside, "post", post)
    return sent, over


def test_a_push_does_not_wait_for_the_endpoints_of_others(settled: list[User], stuck: tuple[Posted, Event]) -> None:
    """Two for each of seven owners are due before it, and none of their endpoints answers."""
    *others, ann = settled
    for place, other in enumerate(others):
        browser(other, f"{DEAD}{place}")
        waits(other, 2 * place, at=NOON - 2)
        waits(other, 2 * place + 1, at=NOON - 1)
    browser(ann)
    waits(ann, 99)
    delivery.deliver()
    ((url, _body, _headers),) = stuck[0]
    assert url == "https://push.example.org/a"
    assert list(Outgoing.objects.filter(user=ann).values_list("status", flat=True)) == [Outgoing.SENT]


def test_an_owner_has_one_parcel_on_its_way_and_what_failed_before_a_part_of_the_senders(settled: list[User]) -> None:
    for user in settled:
        browser(user, f"https://push.example.org/{user.pk}")
        waits(user, 2 * user.pk)
        waits(user, 2 * user.pk + 1)
    first = outbox.lease(most=5)
    assert len({parcel.owner for parcel in first}) == len(first) == 5
    busy = {parcel.owner for parcel in first}
    assert {parcel.owner for parcel in outbox.lease(busy=busy)} == {user.pk for user in settled} - busy
    Outgoing.objects.update(tries=1, leased_until=None)
    assert len(outbox.lease(again=3)) == 3


def test_an_owner_with_more_parcels_than_are_looked_through_holds_up_nobody(
    settled: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "WINDOW", 3)
    first, second = settled[:2]
    for user in (first, second):
        browser(user, f"https://push.example.org/{user.pk}")
    for number in range(4):
        waits(first, number, at=NOON - 2)
    waits(second, 9)
    Outgoing.objects.filter(user=first).update(due_at=NOON - 1)
    assert {parcel.owner for parcel in outbox.lease()} == {first.pk, second.pk}


def test_all_browsers_of_somebody_have_one_deadline(settled: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    """The newest is asked first; where the time is over nobody is asked."""
    asked: list[tuple[str, float]] = []
    passed = 0.0

    def post(url: str, *_: object, seconds: float, **__: object) -> Answer:
        nonlocal passed
        asked.append((url, seconds))
        passed += seconds
        raise Unreachable("too slow")

    monkeypatch.setattr(outside, "post", post)
    monkeypatch.setattr(pushes, "monotonic", lambda: passed)
    for number in range(5):
        browser(settled[0], f"https://push.example.org/{number}")
    waits(settled[0])
    delivery.deliver()
    assert asked == [("https://push.example.org/4", 4.0), ("https://push.example.org/3", 4.0)]
    assert Outgoing.objects.get().error == "too slow"


# -- webhooks


@pytest.fixture
def public(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name leads to a public address."""
    monkeypatch.setattr(resolving, "addresses", _leads_to("93.184.215.14"))


def _leads_to(*addresses: str) -> Callable[..., tuple[str, ...]]:
    return lambda *_, **__: addresses


@pytest.mark.parametrize(
    "addresses",
    [
        ("10.0.0.1",),
        ("127.0.0.1",),
        ("169.254.169.254",),
        ("192.168.1.1",),
        ("::1",),
        ("::ffff:10.0.0.1",),
        ("fd00::1",),
        ("64:ff9b::a00:1",),
        ("::127.0.0.1",),
        ("::ffff:0:10.0.0.1",),
        ("fec0::1",),
        ("2002:a00:1::",),
        ("0.0.0.0",),  # noqa: S104
        ("93.184.215.14", "10.0.0.1"),
    ],
    ids=str,
)
def test_a_webhook_to_a_private_address_is_sent_nothing_and_its_owner_is_told(
    found: Found, settled: list[User], monkeypatch: pytest.MonkeyPatch, addresses: tuple[str, ...]
) -> None:
    club = found()
    monkeypatch.setattr(resolving, "addresses", _leads_to(*addresses))
    monkeypatch.setattr(socket, "create_connection", _never)
    hooks.add(
        user=settled[0],
        owner=Owner("club", club),
        url="https://club.example.org/x",
        flavour="standard",
        types=["club.news"],
    )
    delivery.deliver()
    assert Webhook.objects.get().last_status == "private_address"
    assert Outgoing.objects.get().status == Outgoing.FAILED


def _never(*_: object, **__: object) -> None:
    raise AssertionError("a connection into the house")


@pytest.mark.parametrize("host", ["10.0.0.1", "127.0.0.1", "[::1]", "[::ffff:10.0.0.1]", "192.0.0.192"])
def test_a_webhook_to_a_private_address_that_stands_in_it_is_refused(
    found: Found, settled: list[User], host: str
) -> None:
    club = found()
    with pytest.raises(RoomError, match="private_address"):
        hooks.add(
            user=settled[0], owner=Owner("club", club), url=f"https://{host}/x", flavour="standard", types=["club.news"]
        )
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    "url", ["http://example.org/", "https://a:b@example.org/", "ftp://example.org", "x", "https://"]
)
def test_a_webhook_is_https(found: Found, settled: list[User], url: str) -> None:
    club = found()
    with pytest.raises(RoomError) as refused:
        hooks.add(user=settled[0], owner=Owner("club", club), url=url, flavour="standard", types=["club.news"])
    assert refused.value.code == "not_https"


def test_a_name_that_leads_home_later_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address that was checked is the one that is connected to: the name is asked once."""
    asked: list[object] = []
    connected: list[object] = []

    def resolve(*given: object, **_: object) -> tuple[str, ...]:
        asked.append(given)
        return ("93.184.215.14",) if len(asked) == 1 else ("10.0.0.1",)

    def connect(address: tuple[str, int], *_: object, **__: object) -> None:
        connected.append(address)
        raise OSError("not from a test")

    monkeypatch.setattr(resolving, "addresses", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(Unreachable):
        outside.post("https://club.example.org/x", b"", {})
    assert connected == [("93.184.215.14", 443)]
    assert len(asked) == 1


def test_who_answers_a_byte_at_a_time_holds_a_sender_no_longer_than_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte restarts the timeout of a socket; the whole has one of its own."""
    inside, far = socket.socketpair()
    monkeypatch.setattr(resolving, "addresses", _leads_to("93.184.215.14"))
    monkeypatch.setattr(socket, "create_connection", lambda *_: inside)
    monkeypatch.setattr(outside, "_trusted", lambda: _Plain())
    gone = Event()

    def drip() -> None:
        with suppress(OSError):
            far.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            while not gone.wait(0.05):
                far.sendall(b".")

    dripping = Thread(target=drip)
    dripping.start()
    try:
        with pytest.raises(Unreachable):
            outside.post("https://club.example.org/x", b"{}", {}, seconds=0.5)
    finally:
        gone.set()
        dripping.join()
        far.close()


class _Plain:
    """As if TLS had been agreed on."""

    def wrap_socket(self, opened: socket.socket, *, server_hostname: str) -> socket.socket:
        return opened


def test_no_name_is_asked_for_in_a_request_and_the_first_message_tells_that_nobody_is_there(
    found: Found, settled: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    club, asked = found(), []

    def unknown(host: str, **_: object) -> tuple[str, ...]:
        asked.append(host)
        raise UnknownHost(host)

    monkeypatch.setattr(resolving, "addresses", unknown)
    hooks.add(
        user=settled[0],
        owner=Owner("club", club),
        url="https://b1.example.org/",
        flavour="standard",
        types=["club.news"],
    )
    assert asked == []
    delivery.deliver()
    assert asked == ["b1.example.org"]
    assert Webhook.objects.get().last_status == "unknown_host"


def test_only_who_the_gate_lets_sets_up_webhooks(found: Found, settled: list[User], public: None) -> None:
    club = found(settled[1], visibility="private")
    ask: dict[str, Any] = {
        "owner": Owner("club", club),
        "url": "https://x.org/",
        "flavour": "standard",
        "types": ["club.news"],
    }
    for user, code in ((settled[1], "not_owner"), (settled[5], "unknown_club")):
        with pytest.raises(RoomError) as refused:
            hooks.add(user=user, **ask)
        assert refused.value.code == code


def test_a_webhook_is_signed_so_that_the_library_of_the_standard_accepts_it(
    found: Found, settled: list[User], follow: Follow, public: None, posted: Posted, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = found()
    hook = hooks.add(
        user=settled[0], owner=Owner("club", club), url="https://x.org/in", flavour="standard", types=["club.news"]
    )
    delivery.deliver()
    clubs.post_news(club_id=club, by=settled[0].pk, title="Tea @everyone", text="")
    follow()
    delivery.deliver()
    greeting, (url, body, headers) = posted
    assert json.loads(greeting[1])["data"]["text"] == "Harbour Street sends its notices here"
    monkeypatch.setattr(Verifier, "_Webhook__verify_timestamp", lambda _self, text: _time(text))
    told = Verifier(hook.secret).verify(body, dict(headers))
    assert (url, told["type"], told["data"]["text"]) == (
        "https://x.org/in",
        "club.news",
        "Harbour Street: Tea @everyone",
    )
    assert headers["webhook-id"] == Outgoing.objects.get(channel="webhook", body__kind="news").pk


def _time(text: str) -> Any:
    from datetime import UTC, datetime

    return datetime.fromtimestamp(float(text), tz=UTC)


def test_discord_and_slack_are_told_in_their_ways_and_nobody_is_called(
    found: Found, settled: list[User], follow: Follow, public: None, posted: Posted
) -> None:
    club = found()
    for flavour, url in (("discord", "https://discord.com/api/webhooks/1/x"), ("slack", "https://hooks.slack.com/x")):
        hooks.add(user=settled[0], owner=Owner("club", club), url=url, flavour=flavour, types=["club.news"])
    delivery.deliver()
    clubs.post_news(club_id=club, by=settled[0].pk, title="Tea <!channel>", text="")
    follow()
    delivery.deliver()
    said = {url.split("/")[2]: json.loads(body) for url, body, _headers in posted}
    assert said["discord.com"]["allowed_mentions"] == {"parse": []}
    assert "&lt;!channel&gt;" in said["hooks.slack.com"]["text"]


def test_a_title_is_no_link_to_elsewhere_on_discord(
    found: Found, settled: list[User], follow: Follow, public: None, posted: Posted, clock: Clock
) -> None:
    club = found()
    address = "https://discord.com/api/webhooks/1/x"
    hooks.add(user=settled[0], owner=Owner("club", club), url=address, flavour="discord", types=["club.news"])
    clock.now += 1  # what is due at once goes out in any order
    clubs.post_news(club_id=club, by=settled[0].pk, title="[Cup](https://evil.example) **now**", text="")
    follow()
    delivery.deliver()
    _greeting, (_url, body, _headers) = posted
    text = json.loads(body)["content"].splitlines()[0]
    assert not re.search(r"(?<!\\)[\[\]()*]", text)
    assert re.sub(r"\\(.)", r"\1", text) == "Harbour Street: [Cup](https://evil.example) **now**"


def test_a_webhook_is_told_that_a_season_is_over_and_nobodys_place(
    found: Found, settled: list[User], public: None, posted: Posted
) -> None:
    club = found(settled[1])
    hooks.add(
        user=settled[0],
        owner=Owner("club", club),
        url="https://x.org/in",
        flavour="standard",
        types=["club.season_over"],
    )
    for place, user in enumerate(settled[:2], start=1):
        facts = {"club": club, "season": "season0001", "title": "March", "game": "duck-soup", "place": place}
        about = Told(kind="season_over", users=(user.pk,), subject="season0001", facts=facts, club=club)
        inserting.write(about, stream="season:season0001", seq=9, at=NOON)
    delivery.deliver()
    told = next(each["data"] for _url, body, _ in posted if (each := json.loads(body))["type"] == "club.season_over")
    assert (told["text"], told["facts"]["place"]) == ("March is over", None)
    assert [each.text for each in selectors.inbox(settled[1])] == ["March is over: place 2 for you"]


# -- what is of a club that one has left


def test_who_has_left_a_private_club_is_sent_no_more_of_it_and_reads_no_new_name(
    found: Found, settled: list[User], clock: Clock, follow: Follow
) -> None:
    club, gone = found(settled[1], settled[2], visibility="private", join="invitation"), with_mail(settled[1])
    stays = with_mail(settled[2])
    follow()
    clubs.post_news(club_id=club, by=settled[0].pk, title="Tea at my place", text="")
    follow()
    clubs.leave(club_id=club, by=gone.pk)
    clubs.edit(club_id=club, by=settled[0].pk, wanted=Edited(name="The Cellar", slug="the-cellar"))
    clock.now += 24 * 60 * MINUTE
    delivery.deliver()
    assert [message.to for message in mail.outbox] == [[f"{stays.username}@example.org"]]
    told = [each for each in selectors.inbox(gone) if each.kind.key == "news"]
    assert [(each.text, each.path) for each in told] == [("a club: News", "/notices")]
    assert "The Cellar: Tea at my place" in [each.text for each in selectors.inbox(stays)]


# -- laws

ZONES = ["", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe"]


@given(st.integers(0, 4_000_000_000_000), st.integers(0, 23), st.integers(0, 23), st.sampled_from(ZONES))
def test_a_morning_is_ahead_within_a_day_or_so_and_not_quiet(at: int, begin: int, end: int, zone: str) -> None:
    choices = Choices(quiet_from=begin, quiet_until=end, zone=zone)
    then = morning(at, choices)
    assert at < then <= at + 25 * 3_600_000
    assert not is_quiet(then, choices)
