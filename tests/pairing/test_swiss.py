"""The Swiss draw: valid, without avoidable rematches, the same everywhere."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.play import run
from tournaments.pairing import matching, swiss, weights
from tournaments.pairing.draw import Draw, Unpairable
from tournaments.pairing.record import Absence, Entrant, Mark, Match, Round, entrants, marks


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


@pytest.mark.parametrize("breaking", [False, True])
@pytest.mark.parametrize("mates", [False, True])
def test_weights_stay_within_what_the_solver_counts_in(breaking, mates):
    sizes = range(2, 2_001)
    assert max(weights.units(size, breaking=breaking, mates=mates).ceiling for size in sizes) < weights.LIMIT


@pytest.mark.parametrize(("entries", "breaking"), [(9, False), (254, True), (2_000, False), (2_000, True)])
@pytest.mark.parametrize("mates", [False, True])
def test_every_rule_weighs_more_than_a_whole_round_can_cost_under_all_lesser_ones(entries, breaking, mates):
    unit = weights.units(entries, breaking=breaking, mates=mates)
    scale = {"tail": 1, **unit._asdict()}
    pairs, below = (entries + 1) // 2, 0
    for rule, weight in list(scale.items())[:-1]:
        if weight:
            assert weight > below, rule
            most = ((1 << weights.BITS[rule]) - 1) * weight
            below += most * (1 if rule in ("bye", "broken") else pairs)
    assert unit.ceiling > sum(((1 << weights.BITS[rule]) - 1) * scale[rule] for rule in weights.BITS)


def broken(field: list[Entrant], pairs: Iterable[Sequence[Entrant]]) -> int:
    """Second meetings, and byes of those who have rested; a pair of one is the bye."""
    return sum(pair[-1].entry in pair[0].met if len(pair) == 2 else pair[0].rests > 0 for pair in pairs)


def rounds_of(field: list[Entrant]) -> Iterator[list[list[Entrant]]]:
    """Every way to pair *field*."""
    if not field:
        yield []
        return
    first, *rest = field
    for at, other in enumerate(rest):
        for others in rounds_of(rest[:at] + rest[at + 1 :]):
            yield [[first, other], *others]
    if len(field) % 2:
        for others in rounds_of(rest):
            yield [[first], *others]


@given(st.integers(2, 7), st.integers(3, 9), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=80)
def test_as_few_rules_are_broken_as_can_be(entries, rounds, rng):
    for field, draw in run(drawn, entries=entries, rounds=rounds, rng=rng):
        assert len(draw.compromises) == min(broken(field, pairs) for pairs in rounds_of(field))


def test_one_late_second_meeting_is_better_than_two_early_ones():
    met = {1: {2: [9], 3: [1], 4: [3]}, 2: {1: [9], 4: [2], 3: [4]}, 3: {1: [1], 2: [4]}, 4: {2: [2], 1: [3]}}
    draw = drawn([Entrant(entry, entry - 1, met=met[entry]) for entry in met], 10)
    assert {frozenset(match.entries) for match in draw.matches} == {frozenset({1, 2}), frozenset({3, 4})}
    assert [reason.numbers for reason in draw.compromises] == [(9,)]


def solved(edges: Iterable[weights.Edge]) -> set[frozenset[int]]:
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges)
    return {frozenset(pair) for pair in networkx.max_weight_matching(graph, maxcardinality=True)}


@given(st.integers(2, 12), st.integers(1, 13), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_any_solver_draws_the_same_round(half, rounds, rng):
    for field, draw in run(drawn, entries=2 * half, rounds=rounds, rng=rng):
        ranked = matching.Field(field, f"s/{len(field[0].floats) + 1}", "fold", frozenset())
        edges = list(ranked.edges(len(field), breaking=bool(draw.compromises)))
        pairs = {frozenset(ranked.order[at].entry for at in pair) for pair in solved(edges)}
        assert pairs == {frozenset(match.entries) for match in draw.matches}


def test_the_bye_goes_among_equals_to_who_has_missed_no_round():
    """Of the two without a point one was absent in the first round; the other is the better seed and rests."""
    field = [
        Entrant(1, 0, Fraction(1), sat=[0], floats=[0, 0]),
        Entrant(2, 1, Fraction(2), sat=[0, 1], floats=[0, 0]),
        Entrant(3, 2, Fraction(1), sat=[1, 0], floats=[0, 0]),
        Entrant(4, 4, sat=[1], floats=[0, 0]),
        Entrant(5, 3, sat=[1, 1], floats=[0, 0]),
    ]
    assert [bye.entry for bye in drawn(field, 3).byes] == [5]


def test_the_bye_goes_to_the_lowest_score_that_the_others_can_spare():
    """If the last rested, the other two would meet again."""
    field = [
        Entrant(1, 0, Fraction(2), met={2: [1]}),
        Entrant(2, 1, Fraction(1), met={1: [1]}),
        Entrant(3, 2, Fraction(0)),
    ]
    draw = drawn(field, 3)
    assert [bye.entry for bye in draw.byes] == [2]
    assert [reason.code for reason in draw.byes[0].reasons] == ["bye_spared"]
    assert not draw.compromises


@pytest.mark.parametrize(
    ("floats", "again"),
    [
        ({1: [0, 0], 2: [0, 0], 3: [0, 0]}, True),
        ({1: [0, 0], 2: [0, 0], 3: [0, -1]}, False),
        ({1: [0, 0], 2: [0, 0], 3: [-1, 0]}, False),
        ({1: [0, -1], 2: [0, -1], 3: [-1, 0]}, True),
    ],
)
def test_nobody_floats_down_again_while_another_can(floats, again):
    """Three have a point and the fourth has none: the last of the three meets it, unless it did so lately."""
    points = {1: 1, 2: 1, 3: 1, 4: 0}
    history = floats | {4: [0, 0]}
    field = [Entrant(entry, entry - 1, Fraction(points[entry]), floats=history[entry], sat=[0, 1]) for entry in points]
    (lowest,) = (match for match in drawn(field, 3).matches if 4 in match.entries)
    assert (3 in lowest.entries) == again


def test_nobody_sits_a_third_time_running_in_the_same_seat():
    """Who has the lower balance would sit first, had they not done so twice running."""
    field = [
        Entrant(1, 0, seats=[2, 2, 0, 0, 0], sat=[1, 1, 0, 0]),
        Entrant(2, 1, seats=[3, 2, 0, 0, 0], sat=[0, 0, 1, 0, 1]),
    ]
    assert drawn(field, 6).matches[0].entries == (2, 1)


def test_equal_balances_take_turns_since_the_last_round_in_which_they_differed():
    field = [
        Entrant(1, 0, seats=[2, 2, 0, 0, 0], sat=[0, 1, 0, 1]),
        Entrant(2, 1, seats=[2, 2, 0, 0, 0], sat=[1, 0, 0, 1]),
    ]
    assert drawn(field, 5).matches[0].entries == (1, 2)
    field[0].sat, field[1].sat = field[1].sat, field[0].sat
    assert drawn(field, 5).matches[0].entries == (2, 1)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_in_the_first_round_the_lot_gives_odd_seeds_one_seat_and_even_seeds_the_other(seed):
    field = [Entrant(entry, entry - 1) for entry in range(1, 9)]
    seats = {
        match.entries.index(min(match.entries)) ^ min(match.entries) % 2 for match in drawn(field, 1, seed).matches
    }
    assert len(seats) == 1


def test_the_lot_of_the_first_round_holds_for_later_ones():
    field = [Entrant(1, 0), Entrant(2, 1)]
    first = {drawn(field, 1, seed).matches[0].entries for seed in "abcdefgh"}
    assert first == {(1, 2), (2, 1)}
    assert len({drawn(field, 3, seed, opening="a").matches[0].entries for seed in "abcdefgh"}) == 1


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
from tests.pairing.play import run
from tests.pairing.test_swiss import drawn
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


@given(st.integers(1, 5), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=60)
def test_by_levelling_every_perfect_matching_loses_the_same(half: int, rng: random.Random):
    pairs = [(one, two) for one in range(2 * half) for two in range(one + 1, 2 * half)]
    edges = [(one, two, rng.getrandbits(100)) for one, two in pairs if rng.random() < 0.8]
    level = weights.levelled(edges, 2 * half)
    assert all(abs(weight) < 1 << 101 for *_ends, weight in level), "within what the solver counts in"
    assert all(weight <= 0 for *_ends, weight in level)
    before, after = ({(one, two): weight for one, two, weight in each} for each in (edges, level))
    lost = {
        sum(before[pair] - after[pair] for pair in matching)
        for matching in perfect_matchings(frozenset(range(2 * half)), before.keys())
    }
    assert len(lost) <= 1


def perfect_matchings(left: frozenset[int], edges: Collection[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    if not left:
        yield []
        return
    one = min(left)
    for two in sorted(left):
        if (one, two) in edges:
            yield from ([(one, two), *rest] for rest in perfect_matchings(left - {one, two}, edges))


def test_a_win_by_forfeit_is_a_float_down_as_a_bye_is_and_a_missed_match_is_none():
    """FIDE C.04.3, A.4: a player who has as many points of a round as for a win, without having played it."""
    one, two = Match("a", (1, 2)), Match("b", (3, 4))
    results = {"a": (Mark("+", 1), Mark("-", 2)), "b": marks((1, 2))}
    rounds = [Round(1, (one, two), (5,), results, {6: Absence("F"), 7: Absence("Z")})]
    field = entrants(range(1, 8), rounds)
    assert [field[entry].floats for entry in range(1, 8)] == [[-1], [0], [0], [0], [-1], [-1], [0]]
