"""Leaving a round robin: fewer than half of one's games played, and all are annulled; else the rest are forfeits."""

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.runs import Run
from tournaments.director.policy import decisions, matches, pairing
from tournaments.director.state.tournament import Tournament
from tournaments.pairing import leaving, round_robin
from tournaments.pairing.tiebreaks.crosstable import check
from tournaments.pairing.tiebreaks.reading import recorded

A, B, C, D, E = 1, 2, 3, 4, 5


def five(after: int, *, leaves: int = E) -> Run:
    """Five entries, the first in each pair wins, and *leaves* withdraws after these rounds."""
    run = Run(format="round-robin").enter(*range(11, 16))
    run.do(decisions.start(run.state, {10 + number: 2_000 - number for number in range(1, 6)}, "seed"))
    assert run.state.seeds == (A, B, C, D, E)
    for number in range(1, run.state.planned + 1):
        run.pair()
        if number == after:
            run.do(decisions.withdraw(run.state, 10 + leaves))
        for match in run.state.rounds[-1].played.matches:
            better = min(match.entries)
            places = [1 if entry == better else 2 for entry in match.entries]
            run.do(matches.record(run.state, match=match.match, table=f"table-{match.match}", places=places))
    return run


def codes(state: Tournament) -> dict[int, list[str]]:
    return {
        line.entry: [("x" if item.annulled else "") + item.code for item in sorted(line.why, key=lambda i: i.round)]
        for line in state.lines
    }


def points(state: Tournament) -> dict[int, Fraction]:
    return {line.entry: line.points for line in state.lines}


def test_who_played_one_of_four_games_is_annulled_and_nobody_has_points_against_them():
    run = five(1)  # in round 1 E loses to B
    assert codes(run.state)[B][0] == "x1"
    assert codes(run.state)[E] == ["x0"]
    assert points(run.state) == {A: 3, B: 2, C: 1, D: 0, E: 0}
    assert all("+" not in row for row in codes(run.state).values())


def test_after_half_of_the_games_the_rest_are_won_by_forfeit():
    run = five(2)
    row = codes(run.state)
    assert [code for code in row[E] if code != "U"] == ["0", "0", "-", "-"]
    assert sum("+" in codes for codes in row.values()) == 2
    assert points(run.state) == {A: 4, B: 3, C: 2, D: 1, E: 0}


def test_the_rest_of_an_odd_field_is_worth_nothing_and_everybody_has_one():
    run = five(0)
    assert points(run.state) == {A: 4, B: 3, C: 2, D: 1, E: 0}
    assert all(row.count("U") == 1 for row in codes(run.state).values())


def test_leaving_in_the_middle_annuls_only_from_what_was_played_then():
    run = Run(format="round-robin").enter(*range(11, 15)).start()
    run.pair()
    run.do(decisions.withdraw(run.state, 11))
    assert not any(line.why for line in run.state.lines), "the open match counts once it is over"
    run.play_round(random.Random(1))
    assert codes(run.state)[1] == ["x" + codes(run.state)[1][0].removeprefix("x")]


def test_games_played_are_counted_against_all_that_are_scheduled():
    run = five(2)
    schedule = round_robin.schedule(run.state.seeds)
    assert leaving.games_of(E, schedule, run.state.played) == (2, 4)
    assert leaving.games_of(D, schedule, run.state.played) == (3, 4), "E did not come to the last"


@pytest.mark.parametrize("entries", [2, 3, 4, 5, 8])
def test_the_schedule_has_every_pair_once(entries: int):
    pairs = [frozenset(pair) for games in round_robin.schedule(range(1, entries + 1)) for pair in games]
    assert len(pairs) == len(set(pairs)) == entries * (entries - 1) // 2


@settings(deadline=None, max_examples=40)
@given(entries=st.integers(3, 8), gone=st.lists(st.tuples(st.integers(1, 8), st.integers(1, 7)), max_size=3))
def test_the_standings_are_those_of_the_crosstable_and_everybody_keeps_a_line(
    entries: int, gone: Sequence[tuple[int, int]]
):
    run = Run(format="round-robin").enter(*range(11, 11 + entries)).start()
    rng = random.Random(entries)
    while (step := pairing.due(run.state)) == "pairing":
        run.pair()
        for user, after in gone:
            if after == len(run.state.rounds) and run.state.entry_of(10 + user):
                run.do(decisions.withdraw(run.state, 10 + user))
        run.play_round(rng)
    assert step == "finish"
    crosstable = recorded(run.state.seeds, run.state.counted)
    check(crosstable)
    assert {line.entry for line in run.state.lines} == set(run.state.seeds)
    for line in run.state.lines:
        assert line.points == sum(item.points for item in line.why)
    for cells in crosstable.rows.values():
        assert sum(cell is not None and cell.code == "U" for cell in cells) <= entries % 2
        assert not any(cell is not None and cell.code == "Z" for cell in cells)
