"""Who comes to a match, who does not, and what that counts."""

from typing import Any

import pytest

from accounts import services as accounts
from accounts.models import User
from tests.factories import concede, gather, open_tables
from tournaments.director import selectors, services, tasks
from tournaments.director.models import Round
from tournaments.log import projections, sources
from tournaments.log import selectors as log
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.errors import NotSeated
from tournaments.tables.events import Clock
from tournaments.tables.models import Table
from tournaments.tables.streams import TABLES
from tournaments.tables.tasks import tick as tables_tick

pytestmark = pytest.mark.django_db


def arrive(table_id: str, *users: User) -> None:
    for user in users:
        table_services.arrive(table_id=table_id, user_id=user.pk)


def table_kinds(table_id: str) -> list[str]:
    return [event.kind for event in log.load(f"table:{table_id}")]


def grace_over() -> None:
    Round.objects.update(grace=sources.now_ms() - 1)
    tasks.tick()


def lines(tournament_id: str) -> dict[int, tuple[str, int]]:
    """Points and tables played, by user."""
    return {line.entry.user: (line.points, line.tables) for line in selectors.at(tournament_id).standings()}


# -- coming


def test_a_match_begins_when_the_last_of_its_players_has_come(announce, people, organiser):
    tournament_id = announce(*people[:2])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    arrive(table, people[0], people[0], people[5])
    assert (tables.summary(table).status, table_kinds(table).count("table.joined")) == ("open", 1)
    assert tables.gathering(table) == frozenset({people[0].pk})
    arrive(table, people[1])
    assert (tables.summary(table).status, table_kinds(table).count("table.joined")) == ("playing", 2)
    assert tables.gathering(table) is None


def test_bots_have_come_already(announce, people, organiser):
    robots = [User.objects.create(username=f"robot{number}", bot_level="greedy") for number in range(3)]
    tournament_id = announce(*robots, people[0])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    by_status = {tables.summary(table).status: table for table in open_tables(tournament_id)}
    assert set(by_status) == {"open", "playing"}
    arrive(by_status["open"], people[0])
    assert tables.summary(by_status["open"]).status == "playing"


def test_joining_is_coming_and_nobody_else_gets_a_seat(announce, people, organiser):
    tournament_id = announce(*people[:2])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    with pytest.raises(NotSeated):
        table_services.join(table_id=table, user_id=people[5].pk)
    for user in people[:2]:
        table_services.join(table_id=table, user_id=user.pk, command="sit")
        table_services.join(table_id=table, user_id=user.pk, command="sit")
    assert tables.summary(table).status == "playing"


def test_a_match_is_no_table_that_waits_for_anybody(announce, people, organiser, settings):
    settings.OPEN_TABLE_SECONDS = -1
    tournament_id = announce(*people[:2])
    services.start(tournament_id=tournament_id, by=organiser.pk)
    tables_tick()
    (table,) = open_tables(tournament_id)
    assert tables.summary(table).status == "open"
    assert tables.listed("open") == []


def test_the_clocks_of_a_match_start_with_it_and_its_first_move_costs_time(announce, people, organiser):
    tournament_id = announce(*people[:2], clock=Clock(300, 5))
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    assert Table.objects.get(pk=table).due is None
    gather(table)
    row = Table.objects.get(pk=table)
    assert row.due is not None
    assert row.started_at is not None
    assert row.due - row.started_at == 300_000


# -- the tick leaves alone what is being played


@pytest.mark.parametrize("limit", ["grace", "deadline"])
def test_a_tick_asks_as_little_of_a_round_whatever_the_number_of_its_tables(
    announce, people, organiser, limit, django_assert_max_num_queries
):
    """Only bots are to act, or nobody any more: no table is folded for them."""
    bots = [accounts.make_bot(f"bot{number}", "greedy") for number in range(6)]
    tournament_id = announce(*people[:2], rounds=1)
    for bot in bots:
        services.enter(tournament_id=tournament_id, user_id=bot.pk, by=organiser.pk)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    for table in open_tables(tournament_id):
        gather(table)
        if not set(tables.summary(table).bots) & {"greedy"}:
            concede(table, settle=False)
        else:
            for user in people[:2]:
                if user.pk in tables.summary(table).seats:
                    table_services.resign(table_id=table, user_id=user.pk)
    assert {tables.summary(table).status for table in open_tables(tournament_id)} == {"playing", "finished"}
    Round.objects.update(**{limit: sources.now_ms() - 1})
    if limit == "deadline":
        Round.objects.update(grace=None)
    TABLES.forget()
    with django_assert_max_num_queries(4):
        tasks.tick()


# -- not coming


def test_when_neither_player_comes_nobody_wins(announce, people, organiser):
    tournament_id = announce(*people[:2], clock=Clock(300, 5), rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    tasks.tick()
    assert open_tables(tournament_id) == [table]
    grace_over()
    (match,) = selectors.at(tournament_id).rounds[0].matches
    assert match.codes == ("-", "-")
    assert set(lines(tournament_id).values()) == {("0", 0)}
    assert selectors.detail(tournament_id).status == "finished"
    assert [line.place for line in selectors.at(tournament_id).standings()] == [1, 1]
    assert table_kinds(table)[-2:] == ["table.aborted", "table.seed_revealed"]
    assert not log.load("pool:duck-soup")


def test_who_came_wins_without_a_game_and_unrated(announce, people, organiser):
    tournament_id = announce(*people[:2], rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    arrive(table, people[1])
    Round.objects.update(deadline=sources.now_ms() - 1)
    tasks.tick()
    (match,) = selectors.at(tournament_id).rounds[0].matches
    assert {entry.user: code for entry, code in zip(match.entries, match.codes or (), strict=True)} == {
        people[0].pk: "-",
        people[1].pk: "+",
    }
    assert lines(tournament_id) == {people[0].pk: ("0", 0), people[1].pk: ("1", 0)}
    assert [line.values[-1].value for line in selectors.at(tournament_id).standings()] == ["0", "0"], "no game was won"
    assert not log.load("pool:duck-soup")


def test_a_table_that_has_begun_is_never_a_forfeit(announce, people, organiser):
    tournament_id = announce(*people[:2], rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    gather(table)
    grace_over()
    assert tables.summary(table).status == "playing"
    Round.objects.update(deadline=sources.now_ms() - 1)
    tasks.tick()
    outcome = tables.summary(table).outcome
    assert outcome is not None
    assert outcome.reason == "flagged"
    concede(table)
    (match,) = selectors.at(tournament_id).rounds[0].matches
    assert sorted(match.codes or ()) == ["0", "1"]


def test_two_who_missed_each_other_have_not_met(announce, people, organiser):
    tournament_id = announce(*people[:2], rounds=2, rematches=True)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    grace_over()
    second = selectors.at(tournament_id).rounds[1]
    assert not second.compromises
    assert any("Nobody here has met before." in str(reason) for reason in second.matches[0].reasons)


def test_a_win_by_forfeit_stands_before_a_bye(announce, people, organiser):
    """Of three, one wins by forfeit and one has the bye: the next bye goes to the third."""
    tournament_id = announce(*people[:3], rounds=2)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    came = tables.summary(table).seats[0]
    assert came is not None
    table_services.arrive(table_id=table, user_id=came)
    grace_over()
    first, second = selectors.at(tournament_id).rounds
    assert {first.byes[0].entry.user, came}.isdisjoint({second.byes[0].entry.user})


@pytest.mark.parametrize("missing", [1, 2, 3, 4])
def test_a_table_of_four_is_played_by_those_who_came_if_they_are_enough(announce, people, organiser, missing):
    tournament_id = announce(*people[:4], game="gasp", format="pods", rounds=1)
    services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(tournament_id)
    seats = [user for user in tables.summary(table).seats if user is not None]
    for user in seats[missing:]:
        table_services.arrive(table_id=table, user_id=user)
    grace_over()
    assert tables.summary(table).status == "aborted"
    if missing > 1:
        (match,) = selectors.at(tournament_id).rounds[0].matches
        assert match.codes == ("-",) * missing + ("+",) * (4 - missing)
        assert {points for points, _ in lines(tournament_id).values()} == {"0", "1"} - (
            {"1"} if missing == 4 else set()
        )
        return
    (again,) = open_tables(tournament_id)
    assert again != table
    assert (tables.summary(again).status, tables.summary(again).seats) == ("playing", tuple(seats[1:]))
    concede(again)
    (match,) = selectors.at(tournament_id).rounds[0].matches
    assert (match.codes, match.places) == (("-", "1", "=", "0"), (4, 1, 2, 3))
    assert lines(tournament_id) == {
        seats[0]: ("0", 0),
        seats[1]: ("1", 1),
        seats[2]: ("½", 1),
        seats[3]: ("0", 1),
    }
    met = {
        line.entry.user: {other.user for item in line.why for other in item.opponents}
        for line in selectors.at(tournament_id).standings()
    }
    assert met == {seats[0]: set(), **{user: set(seats[1:]) - {user} for user in seats[1:]}}


def test_the_rows_of_matches_that_were_missed_are_made_again_from_the_log(announce, people, organiser, monkeypatch):
    pods = announce(*people[:4], game="gasp", format="pods", rounds=1)
    pairs = announce(*people[4:6], rounds=1)
    for tournament_id in (pods, pairs):
        services.start(tournament_id=tournament_id, by=organiser.pk)
    (table,) = open_tables(pods)
    arrive(table, *people[:3])
    an_hour_later = sources.now_ms() + 3_600_000
    monkeypatch.setattr(sources, "now_ms", lambda: an_hour_later)
    tasks.tick()
    assert len(open_tables(pods)) == 1
    assert projections.rebuild(check=True).changed == ()


def test_a_grace_ends_with_the_deadline_at_the_latest(announce, people, organiser):
    given: list[tuple[dict[str, Any], int]] = [
        ({"clock": Clock(300, 5), "round_minutes": 60}, 5),
        ({"clock": None, "round_minutes": 60}, 60),
        ({"clock": Clock(300, 5), "round_minutes": 3}, 3),
        ({"clock": None, "round_minutes": 60, "grace_minutes": 10}, 10),
        ({"clock": Clock(300, 5), "round_minutes": None, "grace_minutes": 15}, 15),
    ]
    for settings, minutes in given:
        tournament_id = announce(*people[:2], **settings)
        services.start(tournament_id=tournament_id, by=organiser.pk)
        row = Round.objects.get(tournament=tournament_id)
        assert row.grace is not None
        # the round is paired a moment before it is stored
        assert round((row.grace - row.paired_at) / 60_000) == minutes
