"""Berger's tables."""

from collections import Counter
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import round_robin


def test_six_entries_are_paired_as_the_handbook_prints_it():
    assert [round_robin.berger(6, number) for number in range(1, 6)] == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@given(st.integers(2, 41))
@settings(deadline=None)
def test_everybody_meets_everybody_once(entries):
    seeds = list(range(101, 101 + entries))
    draws = [round_robin.pair(seeds, number, seeds) for number in range(1, round_robin.rounds(entries) + 1)]
    met = Counter(frozenset(match.entries) for draw in draws for match in draw.matches)
    assert met == Counter(map(frozenset, combinations(seeds, 2)))


@given(st.integers(1, 20).map(lambda half: 2 * half + 1))
@settings(deadline=None)
def test_in_an_odd_field_everybody_rests_once(entries):
    seeds = range(entries)
    draws = [round_robin.pair(seeds, number, seeds) for number in range(1, round_robin.rounds(entries) + 1)]
    assert sorted(bye.entry for draw in draws for bye in draw.byes) == list(seeds)


@given(st.integers(2, 40))
@settings(deadline=None)
def test_first_seats_are_balanced_to_one(entries):
    seeds = range(entries)
    draws = [round_robin.pair(seeds, number, seeds) for number in range(1, round_robin.rounds(entries) + 1)]
    balance: Counter[int] = Counter()
    for first, second in (match.entries for draw in draws for match in draw.matches):
        balance[first] += 1
        balance[second] -= 1
    assert max(map(abs, balance.values())) <= 1


def test_whoever_was_to_meet_someone_who_left_rests():
    draw = round_robin.pair([1, 2, 3, 4], 1, {1, 2, 3})
    assert [match.entries for match in draw.matches] == [(2, 3)]
    (bye,) = draw.byes
    assert bye.entry == 1
    assert [reason.code for reason in bye.reasons] == ["bye_opponent_left"]
