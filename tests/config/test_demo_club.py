"""The demo's club has a season behind it, made by services in simulated time: everything in it follows from the log."""

from collections import Counter
from collections.abc import Callable
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.config.demo import cast
from tournaments.config.demo.club import founding, nights, seasons, story
from tournaments.config.demo.club.clock import Clock, first_night, night, start
from tournaments.leagues.ladders import selectors as ladders
from tournaments.leagues.nights import selectors as calendars
from tournaments.leagues.nights.attendance import present
from tournaments.leagues.seasons import selectors as leagues
from tournaments.leagues.seasons.season import tables
from tournaments.leagues.titles import of_club
from tournaments.log import selectors as log
from tournaments.log import sources
from tournaments.platform.units import DAY
from tournaments.ratings.ladders import ladder as ranked
from tournaments.ratings.models import RatingChange
from tournaments.ratings.names import club_pool

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("sent")]

PAGES = ("", "/members", "/calendar", "/ladders", "/seasons", "/archive", "/history", "/invitations")


def test_a_club_with_a_season_behind_it(client: Client, settings: Settings) -> None:
    settings.DEMO = True
    owner, ann, ben = persons = cast.people()
    now = sources.now_ms()
    club = story.tell(persons, cast.bots(), now=now, progress=lambda _one: None)
    found = CLUBS.current(club).state
    assert len(found.members) == 30
    assert (found.owner, found.role_of(ann.pk), found.role_of(ben.pk)) == (owner.pk, "organiser", "member")
    assert found.requests
    assert User.objects.filter(username__startswith="olga").count() == 1
    the_calendar_is_full(found, now)
    the_league_has_a_table(club)
    the_ladder_is_in_motion(club, ben.pk, now)
    the_climber_climbs(club, ben.pk)
    won = of_club(club, now=now)
    assert {title.kind for title in won} >= {"season", "event", "ladder"}
    assert not {title.user for title in won} & {bot.pk for bot in cast.bots()}, "bots win no titles"
    assert max(event.recorded_at for event in log.load(f"club:{club}")) <= now
    call_command("verify", stdout=StringIO(), stderr=StringIO())
    call_command("rebuild", check=True, stdout=StringIO(), stderr=StringIO())
    a_second_run_adds_nothing(club, now)
    client.force_login(owner)
    for page in PAGES:
        assert client.get(f"/clubs/{founding.SLUG}{page}").status_code == 200, page


def the_calendar_is_full(club: Club, now: int) -> None:
    calendar = calendars.calendar(club.id)
    held = calendar.before(now)
    assert len(held) == 12
    assert all(len(present(each, club)) >= 5 and not each.faults for each in held)
    [ahead] = [each for each in calendar.ahead(now) if each.starts_at < now + 8 * DAY]
    assert "yes" in ahead.answers.values()
    assert ahead.tournaments


def the_league_has_a_table(club: str) -> None:
    first, second = (leagues.season(seasons.of(club, title)) for title in (seasons.FIRST, seasons.SECOND))
    assert first.closed is not None
    assert (len(first.units), len(second.units)) == (5, 7)
    upper, lower = tables(second)
    assert (len(upper), len(lower) > 5) == (seasons.UPPER, True)
    assert second.rules.best == 5


def the_ladder_is_in_motion(club: str, ben: int, now: int) -> None:
    [row] = ladders.of_club(club)
    found = ladders.ladder(row.pk)
    outcomes = Counter(each.outcome for each in found.challenges.values())
    assert {"won", "held", "walkover"} <= set(outcomes)
    assert sorted(each.status for each in found.open_challenges) == ["agreed", "asked"]
    assert all(each.respond_by > now or each.time for each in found.open_challenges)
    reasons = {(found.obstacle(one, other, now) or NONE).code for one in found.order for other in found.order}
    assert reasons >= {"below_you", "too_far", "busy", "away", "just_defended", "you_have_one_open"}
    assert [each.defender for each in found.open_challenges if each.status == "asked"] == [ben]


class NONE:
    code = ""


def the_climber_climbs(club: str, ben: int) -> None:
    """At the end better by far than at the worst, and among the best."""
    pool = club_pool(club, nights.GAME)
    curve = list(RatingChange.objects.filter(pool=pool, user=ben).order_by("seq").values_list("after", flat=True))
    assert curve[-1] - min(curve) > 100
    assert ben in [rung.user for rung in ranked(pool)[:10]]
    shown = [*ranked(nights.GAME), *ranked(nights.GAME, part="provisional")]
    assert shown
    assert not [rung.name for rung in shown if rung.level], "bots stand on no ladder that is without them"


def a_second_run_adds_nothing(club: str, now: int) -> None:
    heads = {name: log.head(name).seq for name in log.streams()}
    assert story.tell(cast.people(), cast.bots(), now=now + DAY, progress=lambda _one: None) == club
    assert {name: log.head(name).seq for name in log.streams()} == heads


def test_a_run_that_was_cut_short_goes_on_where_it_stopped() -> None:
    persons = cast.people()
    now = sources.now_ms()
    for later, count in ((0, 1), (9 * DAY, 2)):
        with pytest.raises(KeyboardInterrupt):
            story.tell(persons, cast.bots(), now=now + later, progress=stopping(after=1 + count))
        club = sources.id_for(persons[0].pk, founding.COMMAND)
        held = calendars.calendar(club).before(now)
        first = first_night(now)
        assert sorted(each.starts_at for each in held) == [start(night(first, one + 1)) for one in range(count)]


def stopping(*, after: int) -> Callable[[int], None]:
    """Stop as Ctrl-C does, after this many chapters."""
    told: list[int] = []

    def progress(one: int) -> None:
        told.append(one)
        if len(told) == after:
            raise KeyboardInterrupt

    return progress


@pytest.mark.parametrize("day", range(7))
def test_the_last_night_is_over_for_half_a_day_and_less_than_eight_days_ago(day: int) -> None:
    now = 1_795_000_000_000 + day * DAY
    last = start(first_night(now, nights=1))
    assert DAY // 2 < now - last < 8.2 * DAY


def test_a_clock_that_tells_the_time_ends_with_its_block() -> None:
    clock = Clock(1_000)
    with sources.told_by(clock, clock.seed):
        assert sources.now_ms() == 1_000
        clock.pass_by(500)
        assert sources.now_ms() == 1_500
        clock.until(1_200)
        assert sources.now_ms() == 1_500
        first = sources.new_seed()
        clock.begin("")
        assert sources.new_seed() == first
    assert sources.new_seed() != first
    assert sources.now_ms() > 1_700_000_000_000
