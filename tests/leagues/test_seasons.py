"""Seasons through the services: what counts, when they close, what is amended; and the titles that are won."""

from datetime import UTC, date, datetime
from typing import Any

import pytest

from accounts.models import User
from tests.clock import Clock
from tests.clubs.conftest import Found
from tests.factories import concede, open_for, open_tables, started
from tests.leagues.ladders import DAY, Play
from tests.tables.test_playing_on import over, played_on
from tournaments.clubs import services as clubs
from tournaments.director import selectors as director
from tournaments.director.commands import desk
from tournaments.director.commands.desk import Signature
from tournaments.director.policy.rulings.decisions import Request
from tournaments.director.policy.rulings.matches import VoidTable
from tournaments.director.state import acts
from tournaments.director.streams import TOURNAMENTS
from tournaments.leagues import titles
from tournaments.leagues.ladders import decisions as ladder_decisions
from tournaments.leagues.seasons import decisions, selectors, services
from tournaments.leagues.seasons.decisions import Draft
from tournaments.leagues.seasons.events import Amended, Closed, Opened, UnitCounted
from tournaments.leagues.seasons.season import Season, fold, tables
from tournaments.leagues.tasks import upkeep
from tournaments.log.errors import RoomError
from tournaments.log.projections import rebuild
from tournaments.ratings.names import club_pool, season_pool
from tournaments.ratings.selectors import rating_of
from tournaments.settlement.services import settle_table
from tournaments.tables import selectors as tables_selectors

BERLIN = "Europe/Berlin"
START = int(datetime(2027, 2, 28, 23, tzinfo=UTC).timestamp()) * 1000
END = int(datetime(2027, 3, 31, 22, tzinfo=UTC).timestamp()) * 1000
TODAY = date(2027, 3, 1)


def draft(**given: Any) -> Draft:
    usual: dict[str, Any] = {"game": "duck-soup", "title": "March", "since": TODAY, "to": date(2027, 3, 31)}
    return Draft(**(usual | given))


def opened(**given: Any) -> Season:
    events = decisions.open_season("season0001", "club000001", draft(**given), zone=BERLIN, today=TODAY)
    return fold(((event, START - DAY) for event in events), Season("season0001"), 1)


def unit(name: str, *users: int | None, at: int = START, ends: int | None = None, places: Any = None) -> UnitCounted:
    return UnitCounted(name, at, ends or at + 1, users, places or tuple(range(1, len(users) + 1)))


def counted(season: Season, *units: UnitCounted) -> Season:
    for each in units:
        season = fold(((event, START) for event in decisions.count(season, each)), season, season.seq + 1)
    return season


APRIL = (date(2027, 4, 1), date(2027, 4, 30))


def test_a_season_is_renamed_at_any_time_and_moved_before_its_first_result():
    season = opened()
    moved = decisions.edit(season, "April", *APRIL, zone=BERLIN, today=TODAY)
    after = fold(((event, START) for event in moved), season, 2)
    assert (after.rules.title, after.rules.starts_at) == ("April", END)
    begun = counted(season, unit("t1", 11, 12))
    with pytest.raises(RoomError, match="season_begun"):
        decisions.edit(begun, "April", *APRIL, zone=BERLIN, today=TODAY)
    renamed = decisions.edit(begun, "Spring", TODAY, date(2027, 3, 31), zone=BERLIN, today=TODAY)
    assert fold(((event, START) for event in renamed), begun, 3).rules.title == "Spring"
    assert not decisions.edit(begun, "March", TODAY, date(2027, 3, 31), zone=BERLIN, today=TODAY)


def test_a_season_opened_by_mistake_is_deleted_and_takes_nothing_in():
    season = opened()
    deleted = fold(((event, START) for event in decisions.delete(season)), season, 2)
    assert decisions.count(deleted, unit("t1", 11, 12)) == ()
    assert decisions.close(deleted, ratings={}, gone=(), still_open=False, now=END) == ()
    assert decisions.delete(deleted) == ()
    with pytest.raises(RoomError, match="season_begun"):
        decisions.delete(counted(season, unit("t1", 11, 12)))


def ended(season: Season, *, now: int = END, **given: Any) -> Closed | None:
    usual: dict[str, Any] = {"ratings": {}, "gone": (), "still_open": False}
    events = decisions.close(season, now=now, **(usual | given))
    return events[0] if events else None  # type: ignore[return-value]


def test_only_organisers_of_ladders_open_seasons(club: str, settled: list[User]):
    with pytest.raises(RoomError) as problem:
        services.open_season(club_id=club, by=settled[1].pk, draft=draft())
    assert problem.value.code == "not_organiser"
    clubs.set_role(club_id=club, by=settled[0].pk, user_id=settled[1].pk, duties=("ladders",))
    assert services.open_season(club_id=club, by=settled[1].pk, draft=draft())


def test_a_season_is_frozen_as_midnights_of_the_clubs_zone_also_when_the_clocks_change():
    rules: Opened = opened().rules
    assert (rules.starts_at, rules.ends_at) == (START, END)


@pytest.mark.parametrize(
    ("at", "ends", "belongs"),
    [
        (START, START, True),
        (START - 1, START, False),
        (END - 1, END + 7 * DAY, True),
        (END - 1, END + 7 * DAY + 1, False),
        (END, END, False),
    ],
)
def test_what_starts_inside_and_ends_within_seven_days_after_belongs(at: int, ends: int, belongs: bool):
    season = counted(opened(), unit("t1", 1, 2, at=at, ends=ends))
    assert bool(season.units) is belongs


def test_tables_count_by_their_size_and_bots_take_places_without_points():
    season = counted(opened(), unit("t1", 1, None, 2), unit("t2", 2, 1, at=START + 1))
    (lines,) = tables(season)
    assert [(line.player, int(line.total)) for line in lines] == [(1, 4), (2, 3)]


def test_a_corrected_unit_counts_as_it_is_now():
    season = counted(opened(), unit("t1", 1, 2), unit("t1", 1, 2, places=(2, 1)))
    assert tables(season)[0][0].player == 2
    assert decisions.count(season, unit("t1", 1, 2, places=(2, 1))) == ()
    season = fold([(event, START) for event in decisions.drop(season, "t1")], season, 9)
    assert (set(season.units), set(season.dropped)) == (set(), {"t1"})
    season = counted(season, unit("t1", 1, 2))
    assert (set(season.units), set(season.dropped)) == ({"t1"}, set())


def test_it_closes_when_nothing_can_count_any_more_and_names_titles_and_moves():
    season = counted(opened(divisions=((1, 2), (3, 4))), unit("t1", 2, 1), unit("t2", 3, 4, at=START + 1))
    assert ended(season, now=END - 1) is None
    assert ended(season, still_open=True) is None
    assert ended(season, still_open=True, now=END + 7 * DAY) is not None
    closed = ended(season)
    assert closed is not None
    assert [(each.user, each.title, each.division) for each in closed.titles] == [(2, "season", 1), (3, "division", 2)]
    assert closed.moves == ((2, 3), (1, 4))


def test_a_correction_after_the_end_amends_it_once():
    season = counted(opened(), unit("t1", 1, 2))
    closed = ended(season)
    assert closed is not None
    season = fold([(closed, END)], season, 5)
    assert ended(season, now=END + DAY) is None
    season = counted(season, unit("t1", 1, 2, places=(2, 1)))
    amended = ended(season, now=END + DAY)
    assert amended is not None
    assert (amended.kind, amended.titles[0].user) == ("season.amended", 2)


@pytest.mark.parametrize(
    ("code", "given"),
    [
        ("bad_title", {"title": ""}),
        ("bad_date", {"to": date(2027, 2, 1)}),
        ("bad_date", {"since": date(2020, 1, 1), "to": date(2020, 2, 1)}),
        ("bad_best", {"best": 0}),
        ("bad_down", {"down": -1}),
        ("bad_points", {"points": ((1, 2),)}),
        ("bad_points", {"unit": "event", "points": ((3, 1), (2, 1))}),
        ("bad_divisions", {"divisions": ((1, 2), (2, 3))}),
    ],
)
def test_a_season_that_cannot_be(code: str, given: dict[str, Any]):
    with pytest.raises(RoomError) as problem:
        opened(**given)
    assert problem.value.code == code


@pytest.fixture
def club(found: Found, settled: list[User], clock: Clock) -> str:
    clock.now = START - DAY
    return found(*settled[1:4], zone=BERLIN)


def test_the_clubs_tables_count_and_the_next_season_follows_the_divisions(club: str, settled: list[User], clock: Clock):
    people = [user.pk for user in settled]
    clock.now = START
    divisions = ((people[0], people[1]), (people[2], people[3]))
    season = services.open_season(club_id=club, by=people[0], draft=draft(divisions=divisions))
    outside = open_for(settled[0], settled[1])
    for loser, winner in ((0, 1), (3, 2)):
        concede(open_for(settled[winner], settled[loser], club=club))
    concede(outside)
    upkeep()
    assert len(selectors.season(season).units) == 2
    clock.now = END
    for _again in range(2):
        upkeep()
    closed = selectors.season(season).closed
    assert closed is not None
    assert closed.moves == ((people[1], people[2]), (people[0], people[3]))
    won = titles.of_club(club, now=clock.now)
    assert {(title.user, title.kind) for title in won} == {(people[1], "season"), (people[2], "division")}
    april = draft(title="April", since=date(2027, 4, 1), to=date(2027, 4, 30))
    after = services.open_season(club_id=club, by=people[0], draft=april)
    assert selectors.season(after).rules.divisions == closed.moves
    assert rebuild(check=True).changed == ()


def test_a_table_that_is_played_on_counts_for_no_season(found: Found, settled: list[User], clock: Clock):
    """It stays in its club where strangers may not know of that, and may begin at a position that is nearly won."""
    clock.now = START - DAY
    club = found(settled[1], zone=BERLIN, visibility="private", join="invitation")
    clock.now = START
    season = services.open_season(club_id=club, by=settled[0].pk, draft=draft())
    table, at = over(settled[0], settled[1], club=club)
    again = played_on(table, at, settled[0], settled[:2])
    assert tables_selectors.summary(again).club == club
    concede(again)
    settle_table(table_id=table)
    upkeep()
    assert set(selectors.season(season).units) == {table}


def test_only_members_are_named_in_a_division_and_who_has_gone_is_not_taken_over(
    club: str, settled: list[User], clock: Clock
):
    people = [user.pk for user in settled]
    clock.now = START
    with pytest.raises(RoomError, match="not_a_member"):
        services.open_season(club_id=club, by=people[0], draft=draft(divisions=((people[0],), (people[4],))))
    divisions = ((people[0], people[1]), (people[2], people[3]))
    services.open_season(club_id=club, by=people[0], draft=draft(divisions=divisions))
    clock.now = END
    for _again in range(2):
        upkeep()
    clubs.leave(club_id=club, by=people[3])
    after = services.open_season(
        club_id=club, by=people[0], draft=draft(title="April", since=date(2027, 4, 1), to=date(2027, 4, 30))
    )
    named = {user for division in selectors.season(after).rules.divisions for user in division}
    assert named == set(people[:3])


def test_a_table_that_a_ruling_voids_drops_out_also_after_the_end_and_comes_back_with_its_reversal(
    club: str, settled: list[User], clock: Clock
):
    people = [user.pk for user in settled]
    clock.now = START
    season = services.open_season(club_id=club, by=people[0], draft=draft())
    cup = started(people[0], people[:4], club=club, rounds=2, starts_at=START + 60_000)
    for table in open_tables(cup):
        concede(table)
    upkeep()
    assert len(selectors.season(season).units) == 2
    first = director.at(cup).rounds[0].matches[0]
    ruling = sign(cup, VoidTable(first.match), by=people[0])
    upkeep()
    after = selectors.season(season)
    assert (len(after.units), set(after.dropped)) == (1, {first.table})
    assert first.entries[0].user not in {line.player for line in tables(after)[0]}
    clock.now = END + 7 * DAY
    upkeep()
    closed = selectors.season(season).closed
    assert isinstance(closed, Closed)
    sign(cup, ruling, by=people[0])
    upkeep()
    amended = selectors.season(season)
    assert isinstance(amended.closed, Amended)
    assert (len(amended.closed.places), amended.dropped, amended.closed_at) == (4, {}, clock.now)
    sign(cup, VoidTable(first.match), by=people[0])
    upkeep()
    again = selectors.season(season).closed
    assert isinstance(again, Amended)
    assert (again.places, again.titles) == (closed.places, closed.titles)
    assert rebuild(check=True).changed == ()


def test_a_result_that_a_ruling_sets_counts_as_it_was_set(club: str, settled: list[User], clock: Clock):
    people = [user.pk for user in settled]
    clock.now = START
    season = services.open_season(club_id=club, by=people[0], draft=draft())
    cup = started(people[0], people[:2], club=club, rounds=1, starts_at=START + 60_000, format="round-robin")
    concede(open_tables(cup)[0])
    upkeep()
    (match,) = director.at(cup).rounds[0].matches
    won = tables(selectors.season(season))[0][0].player
    codes, places = (match.codes or ())[::-1], (match.places or ())[::-1]
    sign(cup, acts.SetResult(match.match, codes, places), by=people[0])
    upkeep()
    assert tables(selectors.season(season))[0][0].player != won


def sign(cup: str, wanted: Request | int, *, by: int) -> int:
    """A ruling of tournament *cup*, or the reversal of one; returns its number."""
    signature = Signature(by=by, seq=TOURNAMENTS.current(cup).state.seq, reason="mistake")
    if isinstance(wanted, int):
        desk.reverse(tournament_id=cup, ruling=wanted, signature=signature)
        return wanted
    return desk.rule(tournament_id=cup, wanted=wanted, signature=signature)


def test_who_leaves_the_club_keeps_what_they_have_made_of_the_season(club: str, settled: list[User], clock: Clock):
    people = [user.pk for user in settled]
    clock.now = START
    season = services.open_season(club_id=club, by=people[0], draft=draft())
    concede(open_for(settled[1], settled[0], club=club))
    upkeep()
    clubs.leave(club_id=club, by=people[1])
    upkeep()
    clock.now = END
    upkeep()
    closed = selectors.season(season).closed
    assert closed is not None
    assert [(each.user, each.place) for each in closed.places] == [(people[1], 1), (people[0], 2)]
    assert closed.moves == ((people[0],),), "the next season begins without them"


def test_a_seasons_own_pool_rates_the_clubs_tables(club: str, settled: list[User], clock: Clock):
    people = [user.pk for user in settled]
    clock.now = START
    season = services.open_season(club_id=club, by=people[0], draft=draft(pool=True))
    concede(open_for(settled[1], settled[0], club=club, rated=True))
    concede(open_for(settled[1], settled[0], rated=True))
    for pool in (season_pool(season), club_pool(club, "duck-soup")):
        standing = rating_of(people[1], pool)
        assert standing is not None, pool
        assert standing.tables == 1, "the other table is not the club's"
    assert rating_of(people[1], "duck-soup") is not None


def test_first_on_a_ladder_for_thirty_days_is_a_title():
    play = Play()
    began = play.now
    play.wait(30 * DAY - 1)
    assert list(titles.reigns(play.ladder, play.now)) == []
    play.wait(1)
    (title,) = titles.reigns(play.ladder, play.now)
    assert (title.user, title.at, title.stream) == (1, began + 30 * DAY, "ladder:ladder0001")
    play.do(ladder_decisions.leave, 1, "own")
    assert [each.user for each in titles.reigns(play.ladder, play.now)] == [1]


@pytest.mark.parametrize(("since", "to"), [(date.max, date.max), (date(9999, 12, 1), date.max), (date.min, date.max)])
def test_a_season_at_the_end_of_time_is_refused(since: date, to: date):
    with pytest.raises(RoomError) as refused:
        opened(since=since, to=to)
    assert refused.value.code == "bad_date"
