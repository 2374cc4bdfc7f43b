"""What somebody reads, chooses and mutes; what a moment brings; and what is left when they go."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import erasure
from accounts.models import User
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import client_of, give_up, open_for
from tests.markup import tight
from tests.notices.conftest import Follow, told, with_mail
from tests.notices.samples import tell
from tournaments.clubs import services as clubs
from tournaments.leagues.ladders import services as ladders
from tournaments.log.errors import RoomError
from tournaments.notices import badge, selectors, services, timed
from tournaments.notices.kinds import KINDS
from tournaments.notices.models import Notice, Outgoing, PushTarget
from tournaments.notices.policy import Choices, is_on, ways
from tournaments.people import export
from tournaments.tables.events import Clock as TableClock

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000


# -- the table of kinds


@pytest.mark.parametrize(
    ("kinds", "channels"),
    [
        (
            (
                "round_paired",
                "table_open",
                "seat_taken",
                "result_reported",
                "your_turn",
                "appointment",
                "check_in",
                "desk_called",
            ),
            "yyn",
        ),
        (
            (
                "challenged",
                "challenge_answered",
                "time_proposed",
                "asked_in",
                "review_opened",
                "study_editor",
                "bot_request",
            ),
            "yyy",
        ),
        (("result_disputed",), "yyy"),
        (("event_moved", "event_changed", "event_off", "left_out", "moved_up", "out", "desk_message", "placed"), "yyy"),
        (("night_tomorrow", "night_moved", "night_cancelled", "slow_turn", "deadline"), "yyy"),
        (("ruling", "owner_claim"), "yny"),
        (("request", "fault", "news", "night_announced", "joined", "declined", "removed", "role"), "ynd"),
        (("season_over", "title", "event_announced", "webhook_ended", "token_ends"), "ynd"),
        (("night_open",), "nnn"),
    ],
)
def test_defaults_are_those_of_the_table(kinds: tuple[str, ...], channels: str) -> None:
    reachable = Choices(mail=True, push=True)
    for kind in kinds:
        out = {way.channel: way.digest for way in ways(kind, reachable, at=12 * HOUR)}
        said = "y" if is_on(kind, "inbox", reachable) else "n"
        said += "y" if "push" in out else "n"
        said += ("d" if out["mail"] else "y") if "mail" in out else "n"
        assert (kind, said) == (kind, channels)


# -- the inbox


def test_reading_takes_from_the_badge_and_a_repeat_changes_nothing(ann: User, bob: User) -> None:
    tell(ann, number=1)
    tell(ann, number=2)
    tell(bob)
    first = Notice.objects.filter(user=ann).order_by("id")[0]
    for _again in range(2):
        services.mark_read(user_id=ann.pk, notice_id=first.pk)
        assert badge.unread(ann.pk) == 1
    services.mark_all_read(user_id=ann.pk)
    assert (badge.unread(ann.pk), badge.unread(bob.pk)) == (0, 1)


def test_somebody_elses_notice_is_not_there(ann: User, bob: User) -> None:
    tell(ann)
    with pytest.raises(RoomError) as refused:
        services.mark_read(user_id=bob.pk, notice_id=Notice.objects.get().pk)
    assert refused.value.status == 404
    assert badge.unread(ann.pk) == 1


def test_more_than_five_of_a_kind_in_an_hour_become_one(ann: User) -> None:
    with_mail(ann)
    for number in range(1, 6):
        tell(ann, number=number, at=1_000_000 + number)
    assert badge.unread(ann.pk) == 5
    for number in range(6, 9):
        tell(ann, number=number, at=1_000_000 + number)
    assert badge.unread(ann.pk) == 1
    (one,) = selectors.inbox(ann)
    assert (one.text, one.count) == ("8 new members", 8)
    assert Outgoing.objects.filter(status=Outgoing.WAITING).count() == 1
    tell(ann, number=9, at=1_000_000 + 2 * HOUR)
    assert badge.unread(ann.pk) == 2


# -- choices


def test_a_switch_for_each_kind_and_channel(ann: User) -> None:
    services.switch(user_id=ann.pk, kind="joined", channel="inbox", on=False)
    tell(ann)
    assert (told(ann), badge.unread(ann.pk)) == (["joined"], 0)
    services.switch(user_id=ann.pk, kind="joined", channel="inbox", on=True)
    tell(ann, number=2)
    assert badge.unread(ann.pk) == 1


@pytest.mark.parametrize(
    ("switches", "code"),
    [
        ({"nothing": {"mail": False}}, "unknown_kind"),
        ({"news": {"smoke": True}}, "unknown_kind"),
        ({"news": {"push": True}}, "not_by_that_channel"),
    ],
)
def test_what_cannot_be_chosen_changes_nothing(ann: User, switches: dict[str, dict[str, bool]], code: str) -> None:
    with pytest.raises(RoomError) as refused:
        services.choose(user_id=ann.pk, switches=switches, quiet=(1, 2))
    assert refused.value.code == code
    assert selectors.preferences(ann.pk).quiet_from == 22


def test_a_muted_club_is_heard_only_where_it_is_urgent(
    club: str, ladder: str, settled: list[User], follow: Follow
) -> None:
    services.mute(user=settled[1], club=club, muted=True)
    clubs.post_news(club_id=club, by=settled[0].pk, title="Tea", text="")
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=settled[1].pk)
    follow()
    assert told(settled[1]) == []
    services.mute(user=settled[1], club=club, muted=False)
    clubs.post_news(club_id=club, by=settled[0].pk, title="Cake", text="")
    follow()
    assert told(settled[1]) == ["news"]


# -- moments


def test_a_turn_that_waits_ten_minutes_is_told_once_and_over_with_the_move(ann: User, bob: User, clock: Clock) -> None:
    table = open_for(ann, bob)
    timed.look_at_tables()
    assert not Notice.objects.exists()
    clock.now += 10 * MINUTE
    assert timed.look_at_tables() == 1
    assert timed.look_at_tables() == 0
    (notice,) = Notice.objects.all()
    assert notice.kind == "your_turn"
    give_up(table_id=table, user_id=notice.user_id)
    timed.look_at_tables()
    assert badge.unread(notice.user_id) == 0


def test_a_slow_games_turn_its_last_day_and_its_last_hour(ann: User, bob: User, clock: Clock) -> None:
    open_for(ann, bob, clock=TableClock(3 * 86_400, per_move=True))
    timed.look_at_tables()
    (first,) = Notice.objects.all()
    assert first.kind == "slow_turn"
    clock.now += 2 * DAY + MINUTE
    timed.look_at_tables()
    clock.now += 23 * HOUR
    timed.look_at_tables()
    assert sorted(told(first.user_id)) == ["deadline", "slow_turn", "your_turn"]
    assert set(Notice.objects.values_list("user_id", flat=True)) == {first.user_id}


def test_an_appointment_a_quarter_of_an_hour_before(
    ladder: str, people: list[int], clock: Clock, follow: Follow
) -> None:
    name = ladders.challenge(ladder_id=ladder, by=people[2], defender=people[1])
    ask: dict[str, Any] = {"challenge_id": name}
    ladders.answer(**ask, by=people[1], said="accept")
    ladders.propose(**ask, by=people[2], time=clock.now + DAY)
    ladders.agree(**ask, by=people[1])
    clock.now += DAY - 16 * MINUTE
    timed.look_at_leagues()
    assert "appointment" not in told(people[1])
    clock.now += MINUTE
    for _again in range(2):
        timed.look_at_leagues()
    assert [told(user).count("appointment") for user in people[1:3]] == [1, 1]


def test_a_challenge_that_waits_has_a_deadline_a_day_before(ladder: str, people: list[int], clock: Clock) -> None:
    ladders.challenge(ladder_id=ladder, by=people[2], defender=people[1])
    timed.look_at_leagues()
    assert told(people[1]) == []
    clock.now += 2 * DAY
    timed.look_at_leagues()
    assert (told(people[1]), told(people[2])) == (["deadline"], [])
    (shown,) = selectors.inbox(User.objects.get(pk=people[1]))
    assert shown.text.startswith("Ladder: answer a challenge by ")
    assert shown.text.endswith("UTC")


def test_a_member_who_comes_to_a_night_is_told_a_day_before_once_whatever_was_missed(
    found: Found, settled: list[User], clock: Clock
) -> None:
    import datetime

    from tournaments.leagues.nights import services as nights

    club = found(*settled[1:4])
    timed.look_at_leagues()
    day = datetime.datetime.fromtimestamp(clock.now / 1000, datetime.UTC).date() + timedelta(days=3)
    night = nights.announce_by_hand(club_id=club, by=settled[0].pk, title="Tuesday", day=day, at="19:30")
    for user, answer in ((1, "yes"), (2, "maybe"), (3, "no")):
        nights.attend(club_id=club, by=settled[user].pk, night=night, answer=answer)  # type: ignore[arg-type]
    clock.now += DAY
    timed.look_at_leagues()
    assert not Notice.objects.filter(kind="night_tomorrow").exists()
    clock.now += int(1.7 * DAY)
    for _again in range(2):
        timed.look_at_leagues()
    assert [told(user) for user in settled[:4]] == [[], ["night_tomorrow"], ["night_tomorrow"], []]


# -- pages


@pytest.fixture
def as_ann(ann: User) -> Client:
    return client_of(ann)


def test_the_badge_costs_a_page_one_query(as_ann: Client, ann: User) -> None:
    as_ann.get("/games")
    with CaptureQueriesContext(connection) as empty:
        as_ann.get("/games")
    for number in range(20):
        tell(ann, kind=sorted(KINDS)[0], number=number, at=1_000 + number * 2 * HOUR)
    with CaptureQueriesContext(connection) as full:
        page = tight(as_ann.get("/games").content.decode())
    mine = [query["sql"] for query in full.captured_queries if "notices_" in query["sql"]]
    assert (len(mine), len(full)) == (1, len(empty))
    assert '<b data-count="20">20</b>' in page


def test_the_inbox_leads_on_and_marks_as_read(as_ann: Client, ann: User) -> None:
    tell(ann)
    page = as_ann.get("/notices")
    assert "Somebody joined a club" in page.content.decode()
    notice = Notice.objects.get()
    answer = as_ann.post(f"/notices/{notice.pk}/read", {"to": "/games"})
    assert (answer.status_code, answer["Location"], badge.unread(ann.pk)) == (302, "/games", 0)
    answer = as_ann.post(f"/notices/{notice.pk}/read", {"to": "https://elsewhere.example/"})
    assert answer["Location"] == "/notices"


def test_the_settings_page_keeps_every_box(as_ann: Client, ann: User) -> None:
    from tournaments.notices.web.views.settings import switch_rows

    on = {box.name: "on" for _group, each in switch_rows(lambda *_: True) for row in each for box in row.boxes}
    del on["news-mail"], on["joined-inbox"]
    chosen = {"quiet_from": "23", "quiet_until": "7", "mail": "on", "language": "es"}
    as_ann.post("/settings/notices", on | chosen)
    kept = selectors.preferences(ann.pk)
    assert kept.switches == {"news": {"mail": False}, "joined": {"inbox": False}}
    assert (kept.quiet_from, kept.quiet_until, kept.mail, kept.language) == (23, 7, True, "es")
    page = tight(as_ann.get("/settings/notices").content.decode())
    assert 'name="news-mail">' in page
    assert 'name="news-inbox" checked>' in page


# -- the end


def test_nothing_is_left_of_an_erased_account_and_the_export_has_all(ann: User) -> None:
    tell(ann)
    with_mail(ann)
    assert b'"joined"' in export.document(ann)
    User.objects.filter(pk=ann.pk).update(erasure_at=timezone.now())
    erasure.clear(ann.pk)
    assert not Notice.objects.filter(user=ann).exists()
    assert selectors.preferences(ann.pk).mail is False


KEYS = {"p256dh": "B" + "x" * 86, "auth": "y" * 22}


@pytest.mark.parametrize(
    "given",
    [
        {"endpoint": "https://push.example.org/" + "x" * 500},
        {"p256dh": "x" * 5_000},
        {"p256dh": "x"},
        {"auth": "z" * 5_000},
        {"auth": "'; --"},
    ],
    ids=lambda given: next(iter(given)),
)
def test_what_is_no_subscription_of_a_browser_is_refused_on_the_page_too(ann: User, given: dict[str, str]) -> None:
    client = client_of(ann)
    form = {"endpoint": "https://push.example.org/x", **KEYS}
    assert client.post("/settings/notices/push", form | given).status_code == 422
    assert not PushTarget.objects.exists()
    assert client.post("/settings/notices/push", form).status_code == 204
