import hmac
import json
from collections import Counter
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards.french import PACK
from engine.chance import FastRng, SeedChance, StackedChance

VECTORS = json.loads((Path(__file__).parent / "vectors" / "shuffles.json").read_text())["vectors"]
cards = st.lists(st.text(max_size=3), unique=True, max_size=60)


def plainly_shuffled(seed: bytes, pile: str, n: int, order: list[str]) -> list[str]:
    """The rule of the shuffle, written out again in the plainest way."""
    numbers = (
        int(hmac.new(seed, f"{pile}/{n}/{block}".encode(), "sha256").hexdigest()[at : at + 8], 16)
        for block in count()
        for at in range(0, 64, 8)
    )
    for i in reversed(range(1, len(order))):
        x = next(numbers)
        while x >= 2**32 // (i + 1) * (i + 1):
            x = next(numbers)
        order[i], order[x % (i + 1)] = order[x % (i + 1)], order[i]
    return order


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v['of']}-{v['pile']}-{v['n']}")
def test_shuffles_are_those_of_the_vectors(vector: dict[str, Any]):
    chance = SeedChance.from_text(vector["text"])
    assert list(chance.shuffled(vector["pile"], vector["n"], vector["cards"])) == vector["shuffled"]
    seeded = SeedChance(bytes.fromhex(vector["seed"]))
    assert list(seeded.shuffled(vector["pile"], vector["n"], vector["cards"])) == vector["shuffled"]


@given(st.binary(max_size=40), st.sampled_from(["pack", "stage-1"]), st.integers(0, 300), cards)
def test_a_shuffle_follows_its_rule_for_any_seed_and_pile(seed: bytes, pile: str, n: int, order: list[str]):
    assert list(SeedChance(seed).shuffled(pile, n, order)) == plainly_shuffled(seed, pile, n, list(order))


def test_every_order_of_three_cards_is_as_likely():
    seen = Counter(SeedChance(b"fair").shuffled("pack", n, "abc") for n in range(6000))
    assert len(seen) == 6
    # Chi-squared with 5 degrees of freedom: 20.5 is passed once in a thousand times, and the seed is fixed.
    assert sum((times - 1000) ** 2 / 1000 for times in seen.values()) < 20.5


def test_shuffles_of_a_pile_and_of_two_piles_differ():
    chance = SeedChance(b"seed")
    orders = {chance.shuffled(pile, n, PACK) for pile in ("pack", "stage-1") for n in range(5)}
    assert len(orders) == 10


@given(st.integers(), cards)
def test_the_fast_generator_shuffles_reproducibly_and_keeps_the_cards(seed: int, order: list[str]):
    once = FastRng(seed).shuffled("pack", 0, order)
    assert once == FastRng(seed).shuffled("pack", 0, order)
    assert sorted(once) == sorted(order)


def test_a_stack_is_dealt_in_turn_and_then_the_rest_takes_over():
    rest = SeedChance(b"rest")
    chance = StackedChance({"pack": ["cab", "bca"]}, rest)
    assert chance.shuffled("pack", 0, "abc") == ("c", "a", "b")
    assert chance.shuffled("pack", 1, "abc") == ("b", "c", "a")
    assert chance.shuffled("pack", 2, "abc") == rest.shuffled("pack", 2, "abc")
    assert chance.shuffled("side", 0, "abc") == rest.shuffled("side", 0, "abc")


@pytest.mark.parametrize("order", ["ab", "abcd", "abb", "abd"])
def test_a_stack_that_is_no_permutation_of_its_pile_is_refused(order: str):
    with pytest.raises(ValueError, match="not a permutation"):
        StackedChance({"pack": [order]}, SeedChance(b"")).shuffled("pack", 0, "abc")
