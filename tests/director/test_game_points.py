"""Match points and game points of teams; the single games of matches of several tables."""

from fractions import Fraction
from typing import Any

from tests.director.runs import Run, plan
from tests.director.test_teams import entered, pairs
from tournaments.director.display.explanations import explain
from tournaments.director.policy import matches, pairing
from tournaments.director.state.settings import completed
from tournaments.pairing.record import Mark, Match, Round
from tournaments.pairing.series.rules import Series
from tournaments.pairing.tiebreaks.ranking import rank
from tournaments.pairing.tiebreaks.reading import read, recorded


def run_of(teams: int, **given: Any) -> Run:
    run = pairs(**given)
    for first in range(11, 11 + 2 * teams, 2):
        entered(run, first, first + 1)
    return run.start()


def play(run: Run, *points: tuple[int, int]) -> None:
    """A round, table by table: what the game counted for each side."""
    run.pair()
    for match, (one, two) in zip(run.state.rounds[-1].played.matches, points, strict=True):
        places = (1, 1, 1, 1) if one == two else (1, 2, 1, 2) if one > two else (2, 1, 2, 1)
        table = f"table-{match.match}"
        made = (one, two, one, two)
        run.do(matches.record(run.state, match=match.match, table=table, places=places, points=made))


def test_a_match_of_teams_counts_two_and_game_points_come_before_buchholz():
    run = run_of(4, rounds=1)
    assert run.state.settings.tie_breaks == ("GP", "BH")
    play(run, (30, 12), (25, 25))
    lines = run.state.lines
    assert [line.points for line in lines] == [2, 1, 1, 0]
    assert [[value.value for value in line.values] for line in lines] == [[30, 0], [25, 1], [25, 1], [12, 2]]
    assert [line.place for line in lines] == [1, 2, 2, 4]


def test_a_bye_counts_a_won_match_and_the_mean_of_the_other_rounds_as_game_points():
    run = run_of(3, rounds=3)
    for points in ((20, 10), (30, 6), (16, 16)):
        play(run, points)
    for line in run.state.lines:
        (game_points, _buchholz) = line.values
        played = [part.counts for part in game_points.parts if part.cap is None]
        (rested,) = (part for part in game_points.parts if part.cap == "mean")
        assert rested.counts == sum(played) / 2
        assert game_points.value == sum(played) * Fraction(3, 2)
        assert "the mean of the others" in str(explain(game_points)[-1])
    assert sum(line.points for line in run.state.lines) == 12


def test_an_entry_of_teams_that_misses_its_match_has_no_points_of_it():
    run = run_of(2, rounds=1)
    run.pair()
    (match,) = run.state.rounds[0].played.matches
    run.do(matches.muster(run.state, match.match, (11, 12, 13), overdue=True))
    assert [line.points for line in run.state.lines] == [2, 0]


def test_in_a_round_robin_of_teams_game_points_come_first_too():
    assert completed(pairs(format="round-robin").state.settings).tie_breaks[:2] == ("GP", "DE")
    alone = plan(game="gasp-pairs", format="knock-out", team_size=2)
    assert completed(alone).tie_breaks == (), "where nobody has points"


# -- games of a match (best of three: A wins, a draw is replayed, B wins, A wins)


A = (Mark("1", 1), Mark("0", 2))
B = (Mark("0", 2), Mark("1", 1))
DRAW = (Mark("=", 1), Mark("=", 1))


def test_every_table_of_a_match_counts_as_a_game():
    played = Round(1, (Match("m", (1, 2)),), results={"m": A}, tables={"m": (A, DRAW, B, A)})
    table = recorded((1, 2), [played])
    assert [table.rows[entry][0].games for entry in (1, 2)] == [(2, 1, 1), (1, 1, 2)]  # type: ignore[union-attr]
    ranked = rank(("OMW", "GW", "OGW"), table)
    assert [each.values["GW"].value for each in ranked] == [Fraction(7, 12), Fraction(1, 3)]


def test_games_that_were_missed_count_as_lost_and_a_match_that_was_missed_has_none():
    missed = (Mark("+", 1), Mark("-", 2))
    played = Round(1, (Match("m", (1, 2)),), results={"m": A}, tables={"m": (A, missed)})
    table = recorded((1, 2), [played])
    assert [table.rows[entry][0].games for entry in (1, 2)] == [(2, 0, 0), (0, 0, 2)]  # type: ignore[union-attr]
    never = Round(1, (Match("m", (1, 2)),), results={"m": missed})
    assert recorded((1, 2), [never]).rows[1][0].games is None  # type: ignore[union-attr]


def test_a_match_of_one_table_is_one_game_as_before():
    played = Round(1, (Match("m", (1, 2)),), results={"m": A})
    assert rank(("GW",), recorded((1, 2), [played])) == rank(("GW",), read({1: "2w1", 2: "1b0"}))


def test_a_tournament_counts_the_single_tables_of_its_matches():
    run = Run(rounds=1, series=Series("best_of", 3, level="draw"), tie_breaks=("GW", "OGW")).enter(11, 12).start()
    run.pair()
    (match,) = run.state.rounds[0].played.matches
    for table, places in {f"table-{match.match}": (1, 2), "second": (1, 2), "third": (1, 2)}.items():
        if table in ("second", "third"):
            run.do(pairing.open_tables(run.state, {match.match: table}))
        run.do(matches.record(run.state, match=match.match, table=table, places=places))
    values = {line.entry: [value.value for value in line.values] for line in run.state.lines}
    won, lost = match.entries  # they change seats: first, second and first again
    assert values[won] == [Fraction(2, 3), Fraction(1, 3)]
    assert values[lost] == [Fraction(1, 3), Fraction(2, 3)]
