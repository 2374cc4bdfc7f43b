"""Tables of three to five."""

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.play import run
from tournaments.pairing import pods
from tournaments.pairing.apartness import fits
from tournaments.pairing.draw import Draw, Pairs, Unpairable
from tournaments.pairing.record import Entrant, Match, Round, entrants
from tournaments.pairing.sizes import table_sizes


def drawn(field: list[Entrant], number: int, **more: Any) -> Draw:
    return pods.pair(field, seed=f"s/{number}", **({"work": 20_000} | more))


@pytest.mark.parametrize(
    ("entries", "sizes"),
    [(3, (3,)), (4, (4,)), (6, (3, 3)), (7, (4, 3)), (8, (4, 4)), (9, (3, 3, 3)), (10, (4, 3, 3)), (11, (4, 4, 3)),
     (13, (4, 3, 3, 3))],
)  # fmt: skip
def test_fours_and_threes(entries, sizes):
    assert table_sizes(entries, (3, 4), 4) == sizes


@pytest.mark.parametrize("entries", [1, 2, 5])
def test_what_fours_and_threes_cannot_seat(entries):
    assert table_sizes(entries, (3, 4), 4) is None


@pytest.mark.parametrize(("entries", "sizes"), [(5, (5,)), (9, (4, 5)), (13, (4, 4, 5)), (6, (3, 3)), (10, (4, 3, 3))])
def test_a_five_takes_the_one_left_over(entries, sizes):
    assert table_sizes(entries, (3, 4, 5), 4) == sizes


@given(st.integers(3, 400), st.sampled_from([3, 4, 5]))
@settings(deadline=None)
def test_every_field_from_three_up_can_be_seated(entries, preferred):
    sizes = table_sizes(entries, (3, 4, 5), preferred)
    assert sizes is not None
    assert sum(sizes) == entries
    assert set(sizes) <= {3, 4, 5}


def test_two_entries_make_no_table():
    with pytest.raises(Unpairable):
        drawn([Entrant(1, 0), Entrant(2, 1)], 1)


def test_a_player_too_many_rests_and_the_round_says_so():
    field = [Entrant(entry, entry, Fraction(entry)) for entry in range(1, 6)]
    draw = drawn(field, 1, allowed=(3, 4))
    assert [bye.entry for bye in draw.byes] == [1]
    assert [reason.code for reason in draw.compromises] == ["bye_no_table"]


def test_sixteen_play_three_rounds_and_nobody_meets_twice():
    for field, draw in run(drawn, entries=16, rounds=3, rng=random.Random(2), usual=4):
        met = {entrant.entry: entrant.met for entrant in field}
        for match in draw.matches:
            assert not any(other in met[one] for one in match.entries for other in match.entries)
        assert not draw.compromises


def test_first_seats_go_round():
    first = Counter[int]()
    for _, draw in run(drawn, entries=15, rounds=4, rng=random.Random(4), usual=4):
        first.update(match.entries[0] for match in draw.matches)
    assert max(first.values()) <= 2


def test_among_equal_scores_those_sit_at_the_odd_table_who_have_not():
    field = [Entrant(entry, entry, odd=entry not in (2, 9, 11)) for entry in range(1, 12)]
    assert [set(match.entries) for match in drawn(field, 2).matches if len(match.entries) == 3] == [{2, 9, 11}]


def test_the_odd_tables_stand_where_the_setting_wants_them():
    field = [Entrant(entry, entry, Fraction(30 - entry)) for entry in range(1, 15)]
    sizes = {
        where: [len(match.entries) for match in drawn(field, 1, odd_tables=where).matches]
        for where in ("lowest", "highest", "spread")
    }
    assert sizes == {"lowest": [4, 4, 3, 3], "highest": [3, 3, 4, 4], "spread": [4, 3, 3, 4]}


def test_forbidden_pairs_sit_apart():
    field = [Entrant(entry, entry) for entry in range(1, 9)]
    apart = frozenset({frozenset({1, 2}), frozenset({1, 3}), frozenset({1, 4})})
    draw = drawn(field, 1, forbidden=apart)
    (table,) = [set(match.entries) for match in draw.matches if 1 in match.entries]
    assert not table & {2, 3, 4}


@given(
    st.integers(3, 30), st.integers(1, 6), st.randoms(use_true_random=False), st.sampled_from([(3, 4, 5), (3, 4), (3,)])
)
@settings(deadline=None, max_examples=40)
def test_everybody_sits_once_at_an_allowed_table_or_rests(entries, rounds, rng, allowed):
    def draw(field, number):
        return drawn(field, number, allowed=allowed, work=2_000)

    for field, made in run(draw, entries=entries, rounds=rounds, rng=rng, usual=4):
        seated = [entry for match in made.matches for entry in match.entries]
        assert sorted([*seated, *(bye.entry for bye in made.byes)]) == sorted(entrant.entry for entrant in field)
        assert {len(match.entries) for match in made.matches} <= set(allowed)


def test_the_same_seed_gives_the_same_tables():
    once, again = (run(drawn, entries=22, rounds=4, rng=random.Random(9), usual=4) for _ in range(2))
    assert [draw for _, draw in once] == [draw for _, draw in again]


# -- teams


def in_pairs(size: int) -> tuple[tuple[int, ...], ...]:
    return ((0, 2), (1, 3)) if size == 4 else ()


def test_partners_are_drawn_at_the_table_of_like_strength_and_named():
    field = entrants([1, 2, 3, 4], [], usual=4)
    draw = pods.pair(list(field.values()), seed="s", allowed=(4,), teams=in_pairs)
    (match,) = draw.matches
    teams = [{match.entries[seat] for seat in team} for team in match.teams]
    assert sorted(map(sorted, teams)) == [[1, 4], [2, 3]]
    assert [reason.numbers for reason in match.reasons if reason.code == "partners"] == [(0,), (0,)]


def test_partners_change_from_round_to_round():
    rounds: list[Round] = []
    partners = set()
    for number in (1, 2, 3):
        field = entrants([1, 2, 3, 4], rounds, usual=4)
        (match,) = pods.pair(list(field.values()), seed=f"{number}", allowed=(4,), teams=in_pairs).matches
        partners |= {frozenset(match.entries[seat] for seat in team) for team in match.teams}
        rounds.append(Round(number, (Match(f"m{number}", match.entries, match.teams),)))
    assert len(partners) == 6


def test_without_teams_nobody_is_a_partner():
    field = entrants([1, 2, 3, 4], [], usual=4)
    (match,) = pods.pair(list(field.values()), seed="s").matches
    assert match.teams == ()


# -- who rests, where some must not meet


def entrants_of(count: int) -> list[Entrant]:
    return [Entrant(entry, entry - 1, Fraction(count - entry)) for entry in range(1, count + 1)]


def can_sit(entries: Sequence[int], sizes: Sequence[int], forbidden: Pairs) -> bool:
    """Whether *entries* can sit apart, by trying every seating."""
    if not entries:
        return True
    first, rest = entries[0], entries[1:]
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(rest, size - 1):
            if not any(pair <= {first, *others} for pair in forbidden) and can_sit(
                [each for each in rest if each not in others], left, forbidden
            ):
                return True
    return False


def test_another_rests_if_else_two_would_sit_together_who_must_not():
    # Of five the last would rest, and 1 and 2 share the only table.
    draw = pods.pair(entrants_of(5), seed="s", allowed=(4,), forbidden=frozenset({frozenset({1, 2})}))
    assert [bye.entry for bye in draw.byes] == [2], "the lower score of the two"
    assert [sorted(match.entries) for match in draw.matches] == [[1, 3, 4, 5]]


def test_who_has_rested_before_rests_again_only_if_nobody_else_can():
    field = entrants_of(5)
    field[0].byes = field[1].byes = 1
    (bye,) = pods.pair(field, seed="s", allowed=(4,), forbidden=frozenset({frozenset({1, 2})})).byes
    assert [(reason.code, reason.numbers) for reason in bye.reasons] == [("bye_no_table", ()), ("bye_repeated", (1, 3))]


@settings(deadline=None, max_examples=60)
@given(count=st.integers(4, 10), allowed=st.sampled_from([(4,), (3,), (3, 4), (4, 5), (5,)]), data=st.data())
def test_no_round_is_refused_that_others_could_rest_in(count: int, allowed: tuple[int, ...], data: st.DataObject):
    pairs = list(combinations(range(1, count + 1), 2))
    forbidden: Pairs = frozenset(map(frozenset, data.draw(st.lists(st.sampled_from(pairs), max_size=6))))
    spare = next((left for left in range(count) if table_sizes(count - left, allowed, 4)), None)
    try:
        draw = pods.pair(entrants_of(count), seed="s", allowed=allowed, forbidden=forbidden)
    except Unpairable:
        possible = spare is not None and any(
            can_sit(there, table_sizes(len(there), allowed, 4) or (), forbidden)
            for there in combinations(range(1, count + 1), count - spare)
        )
        assert not possible
    else:
        assert len(draw.byes) == spare


@given(
    banned=st.lists(st.sampled_from(list(combinations(range(1, 9), 2))), max_size=12),
    sizes=st.sampled_from([(4, 4), (3, 5), (3, 3)]),
)
def test_whether_all_can_sit_apart_is_what_trying_says(banned: list[tuple[int, int]], sizes: tuple[int, ...]):
    entries, forbidden = tuple(range(1, sum(sizes) + 1)), frozenset(map(frozenset, banned))
    assert fits(entries, sizes, forbidden) == can_sit(entries, sizes, forbidden)
