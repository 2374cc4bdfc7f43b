"""Who sits together at tables of three to five: one rule weighs more than all below it, and nothing is called
unavoidable that is not."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.play import run
from tournaments.pairing import pods
from tournaments.pairing.draw import Draw, Unpairable
from tournaments.pairing.necessity import bound, unavoidable
from tournaments.pairing.pod_field import Field
from tournaments.pairing.record import Entrant
from tournaments.pairing.sizes import table_sizes, usual_size

Tables: TypeAlias = tuple[frozenset[int], ...]
FOURS = (4,)


def drawn(field: list[Entrant], number: int, **more: Any) -> Draw:
    return pods.pair(field, seed=f"s/{number}", **({"work": 60_000} | more))


def seatings(entries: frozenset[int], sizes: Sequence[int]) -> Iterator[Tables]:
    """Every way to seat *entries* at tables of *sizes*."""
    if not entries:
        yield ()
        return
    one = min(entries)
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(sorted(entries - {one}), size - 1):
            table = frozenset({one, *others})
            yield from ((table, *rest) for rest in seatings(entries - table, left))


def costs(
    field: Sequence[Entrant], tables: Tables, forbidden: frozenset[frozenset[int]] = frozenset()
) -> tuple[Any, ...]:
    """By rule, the most important first, reckoned apart from the code that draws."""
    entrant = {each.entry: each for each in field}
    usual = 4
    pairs = [(entrant[one], entrant[two]) for table in tables for one, two in combinations(sorted(table), 2)]
    return (
        sum(frozenset({one.entry, two.entry}) in forbidden for one, two in pairs),
        sum(len(one.met.get(two.entry, ())) ** 2 for one, two in pairs),
        sum((one.score - two.score) ** 2 for one, two in pairs),
        sum(entrant[entry].odd for table in tables if len(table) != usual for entry in table),
    )


def as_tables(draw: Draw) -> Tables:
    return tuple(frozenset(match.entries) for match in draw.matches)


@settings(deadline=None, max_examples=25)
@given(
    entries=st.sampled_from([6, 7, 8, 9, 10, 11]),
    rounds=st.integers(1, 5),
    rng=st.randoms(use_true_random=False),
    bans=st.integers(0, 2),
)
def test_no_seating_has_fewer_forbidden_pairs_repeats_or_at_tables_of_one_size_smaller_gaps(
    entries: int, rounds: int, rng: random.Random, bans: int
):
    field, _draw = run(drawn, entries=entries, rounds=rounds + 1, rng=rng, usual=4)[-1]
    forbidden = frozenset(frozenset(rng.sample(range(1, entries + 1), 2)) for _ in range(bans))
    sizes = table_sizes(entries, (3, 4, 5), 4)
    assert sizes
    every = [costs(field, tables, forbidden) for tables in seatings(frozenset(range(1, entries + 1)), sizes)]
    try:
        draw = pods.pair(field, seed="s", forbidden=forbidden)
    except Unpairable:
        assert min(every)[0] > 0, "somebody would have had to sit with whom they must not"
        return
    found = costs(field, as_tables(draw), forbidden)
    assert found[:2] == min(every)[:2]
    assert found == min(every) or len(set(sizes)) > 1, "odd tables are where the setting has them"
    told = [reason for reason in draw.compromises if reason.code in ("unavoidable", "search_ended")]
    assert [(reason.code, reason.numbers) for reason in told] == ([("unavoidable", (found[1],))] if found[1] else [])


def test_a_repeat_weighs_more_than_any_gap_of_scores():
    field = [Entrant(entry, entry, Fraction(9 if entry < 5 else 0)) for entry in range(1, 9)]
    field[0].met, field[1].met = {2: [1]}, {1: [1]}
    for match in drawn(field, 2).matches:
        assert not {1, 2} <= set(match.entries)


def test_many_repeats_of_one_pair_count_by_their_square():
    """One pair that has met twice is worse than three that have met once."""
    met = {frozenset({1, 2}): [1, 2], frozenset({1, 3}): [1], frozenset({1, 4}): [1], frozenset({1, 5}): [1]}
    field = [Entrant(entry, entry) for entry in range(1, 6)]
    for pair, rounds in met.items():
        one, two = sorted(pair)
        field[one - 1].met[two] = field[two - 1].met[one] = rounds
    draw = drawn(field, 3, allowed=(4,))
    (table,) = [set(match.entries) for match in draw.matches]
    assert len(draw.byes) == 1
    assert table


def test_a_large_field_is_called_unavoidable_only_if_a_bound_proves_it():
    """Twenty who have all met but for one each: everybody meets two again at least at a table of four."""
    field = [Entrant(entry, entry) for entry in range(1, 21)]
    for one, two in combinations(field, 2):
        if (one.entry - 1) // 2 != (two.entry - 1) // 2:
            one.met[two.entry] = two.met[one.entry] = [1]
    draw = drawn(field, 2, allowed=(4,))
    assert (draw.compromises[-1].code, draw.compromises[-1].numbers) == ("unavoidable", (20,))


def test_what_no_bound_proves_is_called_the_end_of_the_search():
    draws = [draw for _field, draw in run(drawn, entries=20, rounds=6, rng=random.Random(1), usual=4)]
    codes = {draw.compromises[-1].code for draw in draws if draw.compromises}
    assert "search_ended" in codes
    for draw in draws:
        repeats = [reason for reason in draw.compromises if reason.code == "met_before"]
        assert bool(repeats) == any(reason.code in ("search_ended", "unavoidable") for reason in draw.compromises)


@settings(deadline=None, max_examples=40)
@given(sizes=st.sampled_from([(4, 4), (3, 3, 3), (4, 3), (5, 5), (4, 4, 3)]), rng=st.randoms(use_true_random=False))
def test_the_bound_is_below_every_seating(sizes: tuple[int, ...], rng: random.Random):
    field = [Entrant(entry, entry) for entry in range(sum(sizes))]
    for one, two in combinations(field, 2):
        if times := rng.choice([0, 1, 1, 2]):
            one.met[two.entry] = two.met[one.entry] = list(range(times))
    ranked = Field(field, 4, "s", frozenset())
    least = min(costs(field, tables)[1] for tables in seatings(frozenset(range(sum(sizes))), sizes))
    assert bound(ranked, sizes) <= least
    assert unavoidable(ranked, sizes, least)


def test_the_work_bounds_the_search_and_more_of_it_is_no_worse():
    field, _draw = run(drawn, entries=40, rounds=5, rng=random.Random(8), usual=4)[-1]
    found = [costs(field, as_tables(drawn(field, 5, work=work))) for work in (1_000, 40_000, 400_000)]
    assert found == sorted(found, reverse=True)


# -- seats and partners


@settings(deadline=None, max_examples=40)
@given(size=st.integers(3, 5), rng=st.randoms(use_true_random=False))
def test_seats_have_the_least_sum_of_eight_times_first_seats_and_squares_over_all_orders(size: int, rng: random.Random):
    field = [Entrant(at, at, seats=[rng.randrange(4) for _ in range(5)]) for at in range(size)]

    def cost(order: Sequence[Entrant]) -> int:
        firsts = order[0].seats[0]
        return 8 * (firsts**2 + firsts) + sum(each.seats[at] ** 2 for at, each in enumerate(order))

    (match,) = pods.pair(field, seed="s", allowed=(size,), preferred=size).matches
    found = cost([field[entry] for entry in match.entries])
    assert found == min(map(cost, permutations(field)))


def in_pairs(size: int) -> tuple[tuple[int, ...], ...]:
    return ((0, 2), (1, 3)) if size == 4 else ()


def split(draw: Draw) -> set[frozenset[int]]:
    (match,) = draw.matches
    return {frozenset(match.entries[seat] for seat in team) for team in match.teams}


def test_partners_have_the_least_sum_of_squares_of_earlier_partnerships():
    field = [Entrant(at, at, rating=rating) for at, rating in enumerate([2000, 1500, 1000, 1000])]
    field[0].partners, field[1].partners = {1: 2, 2: 1}, {0: 2, 3: 1}
    field[2].partners, field[3].partners = {0: 1, 3: 2}, {1: 1, 2: 2}
    # 0-1 and 2-3: 8; 0-2 and 1-3: 2; 0-3 and 1-2: 0
    assert split(pods.pair(field, seed="s", allowed=FOURS, teams=in_pairs)) == {frozenset({0, 3}), frozenset({1, 2})}


def test_among_equals_partners_have_the_least_difference_of_ratings():
    field = [Entrant(at, at, rating=rating) for at, rating in enumerate([2000, 1500, 1490, 1100])]
    # by rank 0-3 and 1-2 would be the most even, too; ratings: 3100 and 2990, against 3490 and 2600, 3500 and 2590
    assert split(pods.pair(field, seed="s", allowed=FOURS, teams=in_pairs)) == {frozenset({0, 3}), frozenset({1, 2})}
    field = [Entrant(at, at, rating=rating) for at, rating in enumerate([2000, 1990, 1980, 1000])]
    # 0-3 and 1-2: 970; the others: 2980 or 2990 against 3980 ...: the same two by ratings as by rank
    strongest_with_weakest = {frozenset({0, 3}), frozenset({1, 2})}
    assert split(pods.pair(field, seed="s", allowed=FOURS, teams=in_pairs)) == strongest_with_weakest
    field = [Entrant(at, 3 - at, rating=rating) for at, rating in enumerate([1000, 1000, 1000, 1000])]
    lots = {frozenset(split(pods.pair(field, seed=f"{number}", allowed=FOURS, teams=in_pairs))) for number in range(40)}
    assert len(lots) == 3, "then by lot"


def test_somebody_without_a_rating_has_partners_by_rank():
    field = [Entrant(at, at, rating=None if at == 3 else 1500) for at in range(4)]
    assert split(pods.pair(field, seed="s", allowed=FOURS, teams=in_pairs)) == {frozenset({0, 3}), frozenset({1, 2})}


@pytest.mark.parametrize(
    ("entries", "allowed", "sizes"),
    [
        (5, (3, 4, 5), (5,)),
        (6, (3, 4, 5), (3, 3)),
        (7, (3, 4, 5), (4, 3)),
        (9, (3, 4, 5), (4, 5)),
        (10, (3, 4, 5), (4, 3, 3)),
        (13, (3, 4, 5), (4, 4, 5)),
        (5, (3, 4), None),
        (9, (3, 4), (3, 3, 3)),
        (6, (4, 5), None),
        (7, (4, 5), None),
        (11, (4, 5), None),
    ],
)
def test_sizes_of_tables_as_in_the_rules(entries: int, allowed: tuple[int, ...], sizes: tuple[int, ...] | None):
    assert table_sizes(entries, allowed, 4) == sizes
    assert usual_size(allowed, 4) == 4


def test_byes_go_to_who_has_had_fewest_then_to_the_lowest_score():
    field = [Entrant(1, 0, Fraction(3)), Entrant(2, 1, Fraction(0), byes=1), Entrant(3, 2, Fraction(1))]
    field += [Entrant(4, 3, Fraction(2)), Entrant(5, 4, Fraction(1, 2), byes=1)]
    assert [bye.entry for bye in drawn(field, 2, allowed=(4,)).byes] == [3]
