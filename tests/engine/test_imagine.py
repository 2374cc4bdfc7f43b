"""Unseen cards are dealt uniformly over the deals that fit: held to a list of all of them."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Hand
from engine.cards import hand as hand_of
from engine.chance import FastRng
from engine.imagine import deal_around


def every_deal(cards: Sequence[int], sizes: Sequence[int], barred: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """By brute force."""
    if not sizes:
        yield ()
        return
    for held in combinations([card for card in cards if not barred[0] >> card & 1], sizes[0]):
        left = [card for card in cards if card not in held]
        for others in every_deal(left, sizes[1:], barred[1:]):
            yield hand_of(held), *others


@given(st.data())
def test_a_deal_that_exists_is_found_and_respects_what_is_known(data: st.DataObject) -> None:
    owners = data.draw(st.lists(st.integers(0, 3), max_size=36))
    real = [hand_of(card for card, owner in enumerate(owners) if owner == i) for i in range(4)]
    barred = [data.draw(st.integers(0, 2**36 - 1)) & ~hand for hand in real]
    unseen = data.draw(st.permutations([Card(i) for i in range(len(owners))]))
    hands = deal_around(unseen, [hand.bit_count() for hand in real], barred, FastRng(data.draw(st.integers())))
    assert [hand.bit_count() for hand in hands] == [hand.bit_count() for hand in real]
    assert not any(hand & bar for hand, bar in zip(hands, barred, strict=True))
    assert sum(hands) == sum(real)


@pytest.mark.parametrize(
    ("sizes", "barred"),
    [
        ((2, 3), (0, 0)),
        ((2, 3), (0b00001, 0)),
        ((2, 2, 2), (0b000011, 0b000110, 0)),
        ((1, 2, 3), (0b000111, 0b011000, 0b100000)),
        ((2, 0, 2, 2), (0b110000, 0b111111, 0b000001, 0)),
        ((1, 1, 2, 2), (0b000011, 0b001100, 0b110000, 0)),
        ((2, 1, 1, 2, 1), (0b0000011, 0b0000110, 0b0001100, 0b0011000, 0)),
    ],
)
def test_every_deal_that_fits_is_as_likely_as_any_other(sizes: tuple[int, ...], barred: tuple[int, ...]) -> None:
    deck = [Card(card) for card in range(sum(sizes))]
    deals = list(every_deal(deck, sizes, barred))
    rng, drawn = FastRng(str((sizes, barred))), 30 * len(deals)
    seen = Counter(deal_around(rng.shuffled("unseen", n, deck), sizes, barred, rng) for n in range(drawn))
    assert seen.keys() == set(deals)
    assert chi_squared(seen, drawn) < most_of(len(deals) - 1)


def chi_squared(seen: Counter[tuple[Hand, ...]], drawn: int) -> float:
    expected = drawn / len(seen)
    return sum((n - expected) ** 2 / expected for n in seen.values())


def most_of(freedom: int) -> float:
    """What a chi-squared sum exceeds once in a thousand times (Wilson and Hilferty, 1931)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 3.09 * (2 / (9 * freedom)) ** 0.5) ** 3)


@pytest.mark.parametrize("barred", [(0b11, 0), (0b11, 0b01)])
def test_a_deal_that_cannot_be_is_refused(barred: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="no deal"):
        deal_around([Card(0), Card(1)], [1, 1], barred, FastRng(0))


def test_hands_of_another_number_of_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="no deal"):
        deal_around([Card(0), Card(1)], [1], [0], FastRng(0))
