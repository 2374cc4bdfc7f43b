"""The structure of brackets: byes, drops, keys."""

from collections import Counter
from itertools import product

import msgspec
import pytest
from hypothesis import given, settings

from tests.pairing.knockout import BRACKETS
from tournaments.pairing.brackets import double, single
from tournaments.pairing.brackets.structure import (
    FromMatch,
    FromSeed,
    Match,
    Nobody,
    Structure,
    rounds,
    seat_order,
    seed_order,
)


@pytest.mark.parametrize(("size", "order"), [(1, [1]), (2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])])
def test_seeds_are_ordered_by_doubling(size, order):
    assert seed_order(size) == tuple(order)


@pytest.mark.parametrize("size", [0, -4, 3, 12])
def test_a_bracket_has_a_power_of_two_of_places(size):
    with pytest.raises(ValueError, match="power of two"):
        seed_order(size)


@pytest.mark.parametrize("entries", [-1, 0, 1])
@pytest.mark.parametrize("make", [single.structure, double.structure])
def test_a_bracket_takes_two(make, entries):
    with pytest.raises(ValueError, match="two entries"):
        make(entries)


@given(BRACKETS)
@settings(deadline=None, max_examples=60)
def test_byes_are_in_round_one_and_go_to_the_top_seeds(bracket):
    _, entries, structure = bracket
    resting = {}
    for match in structure:
        seeds = [slot.seed for slot in match.slots if isinstance(slot, FromSeed)]
        if Nobody() in match.slots:
            assert match.side == "W"
            assert match.round == 1
            (resting[match.key],) = seeds
    assert sorted(resting.values()) == list(range(1, 2 ** rounds(entries) - entries + 1))


@given(BRACKETS)
@settings(deadline=None, max_examples=60)
def test_every_match_is_filled_by_matches_before_it_and_passes_each_side_on_once(bracket):
    structure = bracket[2]
    seen: set[str] = set()
    used: Counter[object] = Counter()
    for match in structure:
        for slot in match.slots:
            used[slot] += not isinstance(slot, Nobody)
            assert not isinstance(slot, FromMatch) or slot.match in seen
        assert match.key not in seen
        seen.add(match.key)
    assert set(used.values()) <= {0, 1}


@pytest.mark.parametrize(
    ("order", "arranged"),
    [("natural", "1234"), ("reverse", "4321"), ("half_shift", "3412"), ("reverse_half_shift", "2143")],
)
def test_the_orders_in_which_losers_drop(order, arranged):
    assert "".join(double.arrange("1234", order)) == arranged


def test_drop_orders_go_round():
    assert double.drop_orders(64) == ("reverse", "half_shift", "reverse_half_shift", "natural", "reverse")
    assert double.drop_orders(2) == ()


def test_another_number_of_drop_orders_is_refused():
    with pytest.raises(ValueError, match="8 entries take 2 drop orders, not 1"):
        double.structure(8, ["natural"])


def origins(structure: Structure) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """By match of the losers' side and slot: the winners' matches in which those who can come there have lost."""
    found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for match in structure:
        if match.side == "L":
            first, second = (
                frozenset({slot.match}) if slot.place == 2 else found[slot.match][0] | found[slot.match][1]
                for slot in match.slots
                if isinstance(slot, FromMatch)
            )
            found[match.key] = first, second
    return found


def below(structure: Structure) -> dict[str, frozenset[str]]:
    """By winners' match: the matches that its sides come through."""
    found: dict[str, frozenset[str]] = {}
    for match in structure:
        if match.side == "W":
            through = [slot.match for slot in match.slots if isinstance(slot, FromMatch)]
            found[match.key] = frozenset(through).union(*(found[key] for key in through))
    return found


def first_rematch(structure: Structure) -> int:
    """The first losers' round in which two can meet again: one lost to the other where the other came through."""
    through = below(structure)
    again = [
        int(key[1:].split(".")[0])
        for key, (first, second) in origins(structure).items()
        if any(one in through[two] or two in through[one] for one, two in product(first, second))
    ]
    return min(again, default=0)


@pytest.mark.parametrize(("entries", "number"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_the_first_losers_round_in_which_two_can_meet_again(entries, number):
    assert first_rematch(double.structure(entries)) == number


@pytest.mark.parametrize("entries", [8, 16, 32, 64])
def test_no_other_drop_orders_part_them_longer(entries):
    choices = product(double.CYCLE, repeat=rounds(entries) - 1)
    assert max(first_rematch(double.structure(entries, orders)) for orders in choices) == first_rematch(
        double.structure(entries)
    )


@given(BRACKETS)
@settings(deadline=None, max_examples=30)
def test_a_structure_can_be_stored(bracket):
    structure = bracket[2]
    assert msgspec.json.decode(msgspec.json.encode(structure), type=tuple[Match, ...]) == structure


# -- seats


def test_the_better_seed_sits_first_and_then_they_change():
    assert [seat_order((5, 4), table) for table in (1, 2, 3)] == [(4, 5), (5, 4), (4, 5)]


def test_or_the_lot_says_who_sits_first():
    lots = {seat_order((4, 5), 1, match=f"W1.{index}", seed="s") for index in range(1, 9)}
    assert lots == {(4, 5), (5, 4)}
    assert seat_order((4, 5), 1, match="W1.1", seed="s") == seat_order((5, 4), 1, match="W1.1", seed="s")


def test_tables_count_from_one():
    with pytest.raises(ValueError, match="count from 1"):
        seat_order((1, 2), 0)
