"""A club's nights through the services: announced once, with their tournaments; who comes; who is here."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Any

import msgspec
import pytest
from django.db import connections

from accounts.models import User
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import plan
from tournaments.clubs import services as clubs
from tournaments.clubs.events import Edited
from tournaments.clubs.models import Club
from tournaments.director import selectors as director
from tournaments.director.services import announce
from tournaments.leagues import tasks
from tournaments.leagues.nights import here, moving, selectors, services
from tournaments.leagues.nights.decisions import Draft
from tournaments.leagues.nights.events import Use
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.rules.recurrence import Weekly, instant
from tournaments.leagues.tasks import announce_nights, upkeep
from tournaments.leagues.web.api.night_shapes import SetPreset
from tournaments.log.errors import RoomError
from tournaments.log.projections import rebuild

DAY = 86_400_000
HOUR = 3_600_000
MONDAY = datetime(2027, 3, 1, 12, tzinfo=UTC)
"""It is that noon in these tests."""


@pytest.fixture(autouse=True)
def _that_monday(clock: Clock) -> None:
    clock.now = int(MONDAY.timestamp()) * 1000


def draft(**given: Any) -> Draft:
    usual: dict[str, Any] = {
        "title": "Thursday night",
        "rule": Weekly(("TH",)),
        "at": "19:30",
        "since": date(2027, 3, 1),
    }
    return Draft(**(usual | given))


def refused(code: str, act: Callable[..., object], **given: Any) -> None:
    with pytest.raises(RoomError) as problem:
        act(**given)
    assert problem.value.code == code


@pytest.fixture
def club(found: Found, settled: list[User]) -> str:
    return found(*settled[1:4], zone="Europe/Berlin")


@pytest.fixture
def preset(club: str, settled: list[User]) -> str:
    return services.set_preset(club_id=club, by=settled[0].pk, name="Swiss", settings=plan(rounds=3))


def kinds(club: str) -> list[str]:
    from tournaments.log.selectors import load

    return [event.kind for event in load(CALENDARS.name(club))]


def test_a_night_announces_itself_with_its_tournaments(club: str, preset: str, settled: list[User], clock: Clock):
    owner = settled[0].pk
    services.set_schedule(club_id=club, by=owner, draft=draft(presets=(Use(preset, 30),)))
    announce_nights()
    (night,) = selectors.calendar(club).nights.values()
    assert (night.title, night.date, night.faults) == ("Thursday night", date(2027, 3, 4), ())
    assert night.starts_at == int(datetime(2027, 3, 4, 18, 30, tzinfo=UTC).timestamp()) * 1000
    tournament = director.detail(night.tournaments[0])
    assert (tournament.settings.name, tournament.organiser) == ("Thursday night: Swiss", owner)
    assert tournament.settings.starts_at == night.starts_at + HOUR // 2
    clock.days(3.35)
    announce_nights()
    assert [each.date.day for each in selectors.calendar(club).ahead(clock.now)] == [4, 11]


def test_a_tick_that_comes_again_says_nothing(club: str, preset: str, settled: list[User]):
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft(presets=(Use(preset),)))
    for _again in range(3):
        announce_nights()
    assert kinds(club).count("club.night_announced") == 1
    assert len(director.listed("announced")) == 1


def test_what_a_message_has_no_time_for_comes_with_the_next_one(found: Found, settled: list[User], monkeypatch: Any):
    sent: list[tuple[str, list[Any]]] = []
    monkeypatch.setattr(tasks, "SLICE", 0.0)
    monkeypatch.setattr("tournaments.platform.valkey.send_task", lambda name, given: sent.append((name, given)))
    clubs = sorted(found(zone="Europe/Berlin", slug=f"club-{number}") for number in range(3))
    for club in clubs:
        services.set_schedule(club_id=club, by=settled[0].pk, draft=draft())
    announce_nights()
    for number, club in enumerate(clubs[:-1]):
        assert kinds(clubs[number + 1]).count("club.night_announced") == 0
        assert sent.pop() == ("leagues.announce_nights", [club])
        announce_nights(club)
    assert [kinds(club).count("club.night_announced") for club in clubs] == [1, 1, 1]
    assert not sent


@pytest.mark.parametrize(
    "zone", ["Pacific/Kiritimati", "Europe/Berlin", "Asia/Kathmandu", "America/Los_Angeles", "Pacific/Niue"]
)
def test_a_tick_reads_no_stream_of_a_club_before_its_time_has_come(
    found: Found, settled: list[User], clock: Clock, zone: str
):
    club = found(zone=zone)
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft(since=date(2027, 3, 18), ahead_days=3))
    due = instant(date(2027, 3, 15), "19:30", zone)
    if zone == "America/Los_Angeles":
        due = instant(date(2027, 3, 18), "19:30", zone) - 3 * DAY
    assert selectors.clubs_due(due - 1) == []
    assert selectors.clubs_due(due) == [club]
    clock.now = due
    announce_nights()
    assert kinds(club).count("club.night_announced") == 1


def test_a_club_that_is_closed_or_has_no_owner_is_not_looked_at(found: Found, settled: list[User], clock: Clock):
    club = found(zone="Europe/Berlin")
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft())
    assert selectors.clubs_due(clock.now) == [club]
    Club.objects.filter(pk=club).update(closed_at=clock.now)
    assert selectors.clubs_due(clock.now) == []


def test_a_night_later_on_the_day_on_which_its_schedule_is_set_is_announced_in_the_west_too(
    found: Found, settled: list[User], clock: Clock
):
    club = found(zone="Pacific/Honolulu")  # it is two in the morning there
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft(rule=Weekly(("MO",)), ahead_days=1))
    announce_nights()
    (night,) = selectors.calendar(club).nights.values()
    assert night.date == date(2027, 3, 1)


@pytest.mark.django_db(transaction=True)
def test_workers_at_once_announce_a_night_once(club: str, preset: str, settled: list[User]):
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft(presets=(Use(preset),)))

    def announce(_number: int) -> None:
        try:
            services.announce_due(club_id=club)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(announce, range(4)))
    assert kinds(club).count("club.night_announced") == 1
    assert len(director.listed("announced")) == 1


def test_after_downtime_nights_are_announced_late_or_missed(club: str, settled: list[User], clock: Clock):
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft())
    clock.days(9)  # the Wednesday after the first Thursday
    announce_nights()
    assert [each for each in kinds(club) if "night" in each] == ["club.night_missed", "club.night_announced"]


def test_a_changed_schedule_leaves_announced_nights_alone(club: str, settled: list[User], clock: Clock):
    owner = settled[0].pk
    schedule = services.set_schedule(club_id=club, by=owner, draft=draft())
    announce_nights()
    services.set_schedule(club_id=club, by=owner, schedule=schedule, draft=draft(at="20:00", title="Later"))
    announce_nights()
    clock.days(4)
    announce_nights()
    nights = selectors.calendar(club).ahead(0)
    assert [(each.title, each.at) for each in nights] == [("Thursday night", "19:30"), ("Later", "20:00")]


def test_a_club_that_moves_moves_no_announced_night(club: str, settled: list[User], clock: Clock):
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft())
    announce_nights()
    before = selectors.next_night(club)
    clubs.edit(club_id=club, by=settled[0].pk, wanted=Edited(zone="America/New_York"))
    upkeep()
    assert selectors.next_night(club) == before
    clock.days(4)
    announce_nights()
    last = selectors.calendar(club).ahead(0)[-1]
    assert last.starts_at == int(datetime(2027, 3, 12, 0, 30, tzinfo=UTC).timestamp()) * 1000


def test_new_zone_data_move_nights_that_have_not_begun(
    club: str, preset: str, settled: list[User], monkeypatch: pytest.MonkeyPatch
):
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft(presets=(Use(preset),)))
    announce_nights()
    before = selectors.next_night(club)
    assert before is not None
    monkeypatch.setattr(moving, "instant", lambda *given: instant(*given) + HOUR)
    upkeep()
    after = selectors.next_night(club)
    assert after is not None
    assert (after.starts_at, after.changes) == (before.starts_at + HOUR, before.changes + 1)
    assert director.detail(after.tournaments[0]).settings.starts_at == before.starts_at + HOUR


def test_a_preset_that_is_not_valid_any_more_is_a_fault(
    club: str, preset: str, settled: list[User], monkeypatch: pytest.MonkeyPatch
):
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft(presets=(Use(preset), Use(preset, 60))))
    monkeypatch.setitem(__import__("django.conf").conf.settings.CAPS, "tournaments", 1)
    announce_nights()
    night = selectors.next_night(club)
    assert night is not None
    assert len(night.tournaments) == 1
    assert [(fault.preset, fault.code) for fault in night.faults] == [(preset, "too_many_tournaments")]


def test_a_preset_is_checked_when_it_is_kept(club: str, settled: list[User]):
    bad = plan(rounds=-1)
    refused("bad_rounds", services.set_preset, club_id=club, by=settled[0].pk, name="Bad", settings=bad)


def test_when_the_host_is_gone_the_owner_is(club: str, preset: str, settled: list[User]):
    clubs.set_role(club_id=club, by=settled[0].pk, user_id=settled[1].pk, duties=("events",))
    services.set_schedule(club_id=club, by=settled[1].pk, draft=draft(presets=(Use(preset),)))
    clubs.leave(club_id=club, by=settled[1].pk)
    announce_nights()
    night = selectors.next_night(club)
    assert night is not None
    assert director.detail(night.tournaments[0]).organiser == settled[0].pk


def test_nights_of_a_private_club_have_tournaments_in_no_list(found: Found, settled: list[User]):
    club = found(zone="UTC", visibility="private")
    preset = services.set_preset(club_id=club, by=settled[0].pk, name="Swiss", settings=plan())
    services.set_schedule(club_id=club, by=settled[0].pk, draft=draft(presets=(Use(preset),)))
    announce_nights()
    assert director.listed("announced") == []


def test_a_night_by_hand_is_moved_and_called_off_with_its_tournaments(
    club: str, preset: str, settled: list[User], clock: Clock
):
    owner = settled[0].pk
    ask: dict[str, Any] = {"club_id": club, "by": owner, "day": date(2027, 3, 5), "at": "20:00", "title": "Friday"}
    night = services.announce_by_hand(**ask, uses=(Use(preset),), command="a")
    assert services.announce_by_hand(**ask, uses=(Use(preset),), command="a") == night
    begins = selectors.night(club, night).starts_at
    services.move(club_id=club, by=owner, night=night, starts_at=begins + HOUR)
    moved = selectors.night(club, night)
    assert (moved.starts_at, moved.ends_at) == (begins + HOUR, begins + 4 * HOUR)
    assert director.detail(moved.tournaments[0]).settings.starts_at == begins + HOUR
    upkeep()
    assert selectors.night(club, night) == moved, "what was moved by hand stays there"
    services.cancel(club_id=club, by=owner, night=night)
    services.cancel(club_id=club, by=owner, night=night)
    assert selectors.night(club, night).cancelled
    assert director.detail(moved.tournaments[0]).status == "cancelled"
    refused("cancelled", services.attend, club_id=club, by=settled[1].pk, night=night, answer="yes")


def test_who_comes_and_who_was_there(club: str, settled: list[User], clock: Clock):
    owner, member, stranger = settled[0].pk, settled[1].pk, settled[7].pk
    services.set_schedule(club_id=club, by=owner, draft=draft())
    announce_nights()
    night = selectors.calendar(club).ahead(clock.now)[0].id
    ask: dict[str, Any] = {"club_id": club, "night": night}
    for answer in ("yes", "yes", "maybe"):
        services.attend(**ask, by=member, answer=answer)
    assert kinds(club).count("club.attending") == 2
    refused("not_member", services.attend, **ask, by=stranger, answer="yes")
    refused("too_early", services.mark, **ask, by=owner, user=member)
    clock.days(3.3)
    services.mark(**ask, by=owner, user=member)
    refused("not_organiser", services.mark, **ask, by=member, user=member)
    known = selectors.night(club, night)
    assert (dict(known.answers), dict(known.marks)) == ({member: "maybe"}, {member: True})


def test_only_organisers_with_the_duty_set_schedules(club: str, settled: list[User]):
    refused("not_organiser", services.set_schedule, club_id=club, by=settled[1].pk, draft=draft())
    clubs.set_role(club_id=club, by=settled[0].pk, user_id=settled[1].pk, duties=("texts",))
    refused("not_your_duty", services.set_schedule, club_id=club, by=settled[1].pk, draft=draft())
    refused("unknown_club", services.set_schedule, club_id="0000000000", by=settled[1].pk, draft=draft())


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("bad_title", {"title": ""}),
        ("bad_title", {"title": "x" * 41}),
        ("bad_title", {"title": "a\x00b"}),
        ("bad_time", {"at": "24:00"}),
        ("bad_time", {"at": "7:30"}),
        ("bad_minutes", {"minutes": 0}),
        ("bad_ahead", {"ahead_days": 61}),
        ("bad_date", {"since": date(1900, 1, 1)}),
        ("bad_date", {"until": date(2027, 2, 1)}),
        ("bad_date", {"until": date(9999, 12, 31)}),
        ("unknown_preset", {"presets": (Use("0000000000"),)}),
        ("unknown_host", {"host": 0}),
        ("unknown_host", {"host": 2}),
    ],
)
def test_bad_input_changes_nothing(club: str, settled: list[User], code: str, given: dict[str, Any]):
    refused(code, services.set_schedule, club_id=club, by=settled[0].pk, draft=draft(**given))
    assert kinds(club) == []


def test_who_is_here_for_a_quarter_of_an_hour(club: str, settled: list[User], clock: Clock):
    here.be_here(club_id=club, by=settled[0].pk)
    clock.now += 60_000
    here.be_here(club_id=club, by=settled[1].pk)
    assert here.here(club) == [settled[1].pk, settled[0].pk]
    clock.now += 15 * 60_000 - 30_000
    assert here.here(club) == [settled[1].pk]
    here.leave(club_id=club, by=settled[1].pk)
    assert here.here(club) == []
    refused("not_member", here.be_here, club_id=club, by=settled[7].pk)


def test_a_repeated_request_gets_its_first_answer(club: str, settled: list[User]):
    ask: dict[str, Any] = {"club_id": club, "by": settled[0].pk, "draft": draft(), "command": "once"}
    assert services.set_schedule(**ask) == services.set_schedule(**ask)
    assert kinds(club) == ["club.schedule_set"]
    refused("key_reused", services.set_schedule, **(ask | {"draft": draft(at="20:00")}))


def test_a_preset_in_use_stays(club: str, preset: str, settled: list[User]):
    owner = settled[0].pk
    schedule = services.set_schedule(club_id=club, by=owner, draft=draft(presets=(Use(preset),)))
    refused("in_use", services.drop_preset, club_id=club, by=owner, preset=preset)
    services.end_schedule(club_id=club, by=owner, schedule=schedule)
    services.drop_preset(club_id=club, by=owner, preset=preset)
    announce_nights()
    assert selectors.next_night(club) is None


@pytest.mark.usefixtures("clock")
def test_rows_are_the_same_after_a_rebuild(club: str, preset: str, settled: list[User]):
    owner = settled[0].pk
    services.set_schedule(club_id=club, by=owner, draft=draft(presets=(Use(preset),)))
    ended = services.set_schedule(club_id=club, by=owner, draft=draft(title="Ended"))
    announce_nights()
    services.end_schedule(club_id=club, by=owner, schedule=ended)
    services.cancel(club_id=club, by=owner, night=selectors.calendar(club).ahead(0)[0].id)
    assert rebuild(check=True).changed == ()


def test_a_preset_takes_every_declared_setting_of_a_tournament():
    asked = {"name": "Quick", "game": "duck-soup", "format": "swiss", "acceleration": "baku", "late_round": 3}
    settings = msgspec.convert(asked, SetPreset).settings()
    assert (settings.acceleration, settings.late_round, settings.rematches) == ("baku", 3, False)


def test_a_tournament_announced_apart_is_added_to_its_night(club: str, settled: list[User]) -> None:
    owner = settled[0].pk
    night = services.announce_by_hand(club_id=club, by=owner, title="Friday", day=date(2027, 3, 5), at="20:00")
    begins = selectors.night(club, night).starts_at
    asked: dict[str, Any] = {"club_id": club, "by": owner, "night": night}

    def cup(starts_at: int, club_id: str | None = club) -> str:
        return announce(by=owner, settings=plan(name="Cup", starts_at=starts_at, club=club_id, bots=True))

    fits, next_day, elsewhere = cup(begins + HOUR // 2), cup(begins + DAY), cup(begins, None)
    services.add_tournament(**asked, tournament=fits)
    services.add_tournament(**asked, tournament=fits)
    assert selectors.night(club, night).tournaments == (fits,)
    refused("not_that_night", services.add_tournament, **asked, tournament=next_day)
    refused("unknown_tournament", services.add_tournament, **asked, tournament=elsewhere)
    other = services.announce_by_hand(club_id=club, by=owner, title="Late", day=date(2027, 3, 5), at="20:30")
    refused("in_another_night", services.add_tournament, **asked | {"night": other}, tournament=fits)
    with pytest.raises(RoomError):
        services.add_tournament(**asked | {"by": settled[1].pk}, tournament=fits)
    services.cancel(club_id=club, by=owner, night=night)
    assert director.detail(fits).status == "cancelled", "it goes the way of the night"
