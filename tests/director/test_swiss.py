"""The Swiss draw: valid, without avoidable rematches, the same everywhere."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.play import run
from tournaments.director.formats import swiss
from tournaments.director.formats.draw import Draw, Unpairable
from tournaments.director.formats.record import Entrant


def drawn(field: list[Entrant], number: int, seed: str = "s", **more: Any) -> Draw:
    return swiss.pair(field, number=number, seed=f"{seed}/{number}", **more)


def rematch_avoidable(field: list[Entrant]) -> bool:
    """Whether a round without rematch and without second bye exists, asked of the matching alone."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(field) + len(field) % 2))
    for one, entrant in enumerate(field):
        for two in range(one):
            if field[two].entry not in entrant.met:
                graph.add_edge(one, two, 1)
        if len(field) % 2 and not entrant.byes:
            graph.add_edge(one, len(field), 1)
    return 2 * len(rustworkx.max_weight_matching(graph, max_cardinality=True)) == graph.num_nodes()


def rematches(field: list[Entrant], draw: Draw) -> int:
    met = {entrant.entry: entrant.met for entrant in field}
    return sum(second in met[first] for first, second in (match.entries for match in draw.matches))


def test_the_first_round_folds_the_seeds():
    field = [Entrant(entry, entry - 1) for entry in range(1, 9)]
    draw = drawn(field, 1)
    assert sorted(tuple(sorted(match.entries)) for match in draw.matches) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_the_last_round_may_pair_neighbours():
    field = [Entrant(entry, entry - 1) for entry in range(1, 9)]
    draw = drawn(field, 1, preference="adjacent")
    assert sorted(tuple(sorted(match.entries)) for match in draw.matches) == [(1, 2), (3, 4), (5, 6), (7, 8)]


def test_the_bye_goes_to_the_lowest_of_those_who_had_none():
    field = [Entrant(entry, entry, Fraction(5 - entry, 2)) for entry in range(1, 6)]
    field[4].byes = 1
    draw = drawn(field, 2)
    assert [bye.entry for bye in draw.byes] == [4]
    assert draw.byes[0].reasons[0].scores == ("1/2",)


def test_one_gap_of_two_points_is_worse_than_two_of_one():
    field = [Entrant(1, 0, Fraction(3)), Entrant(2, 1, Fraction(2)), Entrant(3, 2, Fraction(2)), Entrant(4, 3)]
    field[3].score = Fraction(1)
    pairs = {frozenset(match.entries) for match in drawn(field, 4).matches}
    assert pairs <= {frozenset({1, 2}), frozenset({1, 3}), frozenset({2, 4}), frozenset({3, 4})}


def test_whoever_sat_first_less_often_sits_first():
    field = [Entrant(1, 0, seats=[2, 0, 0, 0, 0]), Entrant(2, 1, seats=[0, 2, 0, 0, 0])]
    assert drawn(field, 3).matches[0].entries == (2, 1)


def test_an_unavoidable_rematch_is_the_oldest_and_is_named():
    drawn_rounds = run(drawn, entries=4, rounds=5, rng=random.Random(1))
    assert [len(draw.compromises) for _, draw in drawn_rounds] == [0, 0, 0, 2, 2]
    first = {frozenset(match.entries) for match in drawn_rounds[0][1].matches}
    again = drawn_rounds[3][1]
    assert {frozenset(match.entries) for match in again.matches} == first
    assert {reason.code for reason in again.compromises} == {"met_before"}
    assert {reason.numbers for reason in again.compromises} == {(1,)}


def test_forbidden_pairs_are_kept_apart_or_no_round_is_made():
    field = [Entrant(entry, entry - 1) for entry in range(1, 5)]
    apart = frozenset({frozenset({1, 3}), frozenset({2, 4})})
    draw = drawn(field, 1, forbidden=apart)
    assert not apart & {frozenset(match.entries) for match in draw.matches}
    with pytest.raises(Unpairable):
        drawn(field[:2], 1, forbidden=frozenset({frozenset({1, 2})}))


def test_a_field_too_large_to_weigh_every_pair_is_paired_by_windows():
    for field, draw in run(drawn, entries=131, rounds=6, rng=random.Random(5)):
        assert not rematches(field, draw)
        assert not draw.compromises


def test_weights_stay_below_two_to_the_hundred():
    assert swiss.units(4096).ceiling < 2**100


@given(
    st.integers(2, 24), st.integers(1, 9), st.randoms(use_true_random=False), st.lists(st.integers(1, 24), max_size=5)
)
@settings(deadline=None, max_examples=60)
def test_every_round_is_valid_and_every_compromise_is_needed(entries, rounds, rng, leaving):
    leaving = leaving[: max(0, entries - 2)]
    for field, draw in run(drawn, entries=entries, rounds=rounds, rng=rng, leaving=leaving):
        seated = sorted(entry for match in draw.matches for entry in match.entries)
        resting = [bye.entry for bye in draw.byes]
        assert sorted([*seated, *resting]) == sorted(entrant.entry for entrant in field)
        assert len(resting) == len(field) % 2
        if rematch_avoidable(field):
            assert not rematches(field, draw)
            assert not draw.compromises
        else:
            assert draw.compromises


DRAW_IN_ANOTHER_PROCESS = """
import json, random
from tests.director.play import run
from tests.director.test_swiss import drawn
rounds = run(drawn, entries=31, rounds=5, rng=random.Random(3))
print(json.dumps([[match.entries for match in draw.matches] for _, draw in rounds]))
"""


def test_the_draw_is_the_same_for_every_hash_seed():
    answers = {
        subprocess.run(
            [sys.executable, "-c", DRAW_IN_ANOTHER_PROCESS],
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "12345")
    }
    assert len(answers) == 1
    assert len(json.loads(answers.pop())) == 5
