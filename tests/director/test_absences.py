"""Rounds without a match: what each code counts in standings, tie-breaks and the next draw."""

import random
from fractions import Fraction

import pytest

from tests.director.runs import Run
from tests.pairing.tiebreaks.crosstables import column
from tournaments.director.policy import decisions
from tournaments.pairing import swiss
from tournaments.pairing.record import Absence, Match, Round, entrants, marks
from tournaments.pairing.standings import Given, standings
from tournaments.pairing.tiebreaks.reading import recorded

F = Fraction
AWAY = {3: Absence("H"), 4: Absence("F"), 5: Absence("Z")}


def opening(**given: object) -> Round:
    return Round(1, (Match("a", (1, 2)),), results={"a": marks((1, 2))}, absences=AWAY, **given)  # type: ignore[arg-type]


def test_a_bye_asked_for_counts_half_all_or_nothing_in_standings_and_tie_breaks():
    lines = {line.entry: line for line in standings(Given((1, 2, 3, 4, 5), (opening(),))).lines}
    assert [lines[entry].points for entry in range(1, 6)] == [1, 0, F(1, 2), 1, 0]
    assert [lines[entry].why[0].code for entry in range(1, 6)] == ["1", "0", "H", "F", "Z"]
    assert [line.byes for line in lines.values()] == [0] * 5, "none of them is the pairing bye"
    crosstable = recorded(range(1, 6), [opening()])
    assert column("PTS", crosstable) == [1, 0, F(1, 2), 1, 0]
    assert column("WIN", crosstable) == [1, 0, 0, 1, 0]
    assert column("GE", crosstable) == [1, 1, 0, 0, 0]


def test_whoever_had_a_full_bye_is_not_the_next_to_rest():
    field = list(entrants(range(1, 6), [opening()]).values())
    assert [entrant.rests for entrant in field] == [0, 0, 0, 1, 0]
    assert [entrant.unplayed for entrant in field] == [0, 0, 1, 1, 1]


def test_the_bye_goes_to_who_has_missed_no_round_although_another_is_the_lower_seed():
    """Five entries, round 3: D (seed 5) was away in round 1 and lost round 2, E (seed 4) lost twice, A was away in
    round 2: nobody has had a bye."""
    a, b, c, e, d = 1, 2, 3, 4, 5
    rounds = [
        Round(
            1, (Match("x", (a, e)), Match("y", (b, c))), (), {"x": marks((1, 2)), "y": marks((1, 2))}, {d: Absence("Z")}
        ),
        Round(
            2, (Match("v", (b, e)), Match("w", (c, d))), (), {"v": marks((1, 2)), "w": marks((1, 2))}, {a: Absence("Z")}
        ),
    ]
    field = list(entrants([a, b, c, e, d], rounds).values())
    assert [bye.entry for bye in swiss.pair(field, number=3, seed="s").byes] == [e]


@pytest.mark.parametrize("form", ["swiss", "pods"])
def test_whoever_has_left_has_a_cell_in_every_round_that_follows(form: str):
    run = Run(format=form, rounds=2).enter(*range(11, 17)).start()
    run.pair()
    run.do(decisions.withdraw(run.state, 11))
    run.play_round(random.Random(1))
    run.pair()
    gone = run.state.entries[1].number
    assert [each.code for each in run.state.rounds[1].drawn.absences if each.entry == gone] == ["Z"]
    assert [absence.entry for absence in run.state.rounds[0].drawn.absences] == []


def test_entries_carry_the_rating_that_they_started_with_into_the_tie_breaks():
    run = Run(tie_breaks=("ARO",), rounds=1).enter(11, 12, 13)
    run.do(decisions.start(run.state, {11: 1499.5, 12: 1700.2}, "seed"))
    assert {number: entry.rating for number, entry in run.state.entries.items()} == {1: 1500, 2: 1700, 3: None}
    run.play_out(random.Random(2))
    met = {entry: values[0].value for entry, values in ((line.entry, line.values) for line in run.state.lines)}
    (match,) = run.state.rounds[0].played.matches
    one, two = match.entries
    other = {one: two, two: one}
    assert all(met[entry] == run.state.ratings.get(other[entry]) for entry in other)
