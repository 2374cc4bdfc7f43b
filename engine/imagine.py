"""Dealing unseen cards into hands of known size: uniformly over all deals that fit what each hand cannot hold."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, islice
from math import comb
from typing import NamedTuple, TypeAlias

from engine.cards import Card, Hand, cards, hand
from engine.chance import Rng

Classes: TypeAlias = tuple[tuple[int, int], ...]
"""Bit *n*: the cards may lie in the *n*-th restricted hand still to be dealt; then how many such cards there are."""
REMEMBERED = 1 << 14
"""Sets of classes and sizes whose splits are kept."""


class Splits(NamedTuple):
    """``counts[i]``: cards taken from each class; ``deals[i]``: how many deals have ``counts[0]`` to ``counts[i]``."""

    counts: tuple[tuple[int, ...], ...]
    deals: tuple[int, ...]


def deal_around(unseen: Sequence[Card], sizes: Sequence[int], barred: Sequence[int], rng: Rng) -> tuple[Hand, ...]:
    """Give ``sizes[i]`` of the (shuffled) *unseen* cards to each hand *i*, none of them in ``barred[i]``.

    Every deal that fits is as likely as any other. Hands from which nothing is barred hold what the others leave, in
    the order of the shuffle. Raises ``ValueError`` if no deal fits.
    """
    if sum(sizes) != len(unseen):
        raise ValueError("no deal fits what is known: the hands hold another number of cards")
    left = hand(unseen)
    tight = [i for i, size in enumerate(sizes) if size and barred[i] & left]
    classes = _classes(left, [barred[i] for i in tight])
    dealt = dict.fromkeys(tight, 0)
    for n, i in enumerate(tight):
        dealt[i] = _drawn(classes, [sizes[other] for other in tight[n:]], rng)
        left = Hand(left & ~dealt[i])
        classes = _without_first(classes, left)
    order = iter([card for card in unseen if left >> card & 1])
    hands = [Hand(dealt[i]) if i in dealt else hand(islice(order, size)) for i, size in enumerate(sizes)]
    return tuple(hands)


def _classes(whole: int, barred: Sequence[int]) -> Mapping[int, int]:
    """The cards by the hands that they may lie in."""
    classes = {0: whole}
    for n, bar in enumerate(barred):
        split = [(bits | 1 << n, held & ~bar) for bits, held in classes.items()]
        classes = {
            bits: held for bits, held in [*split, *((bits, held & bar) for bits, held in classes.items())] if held
        }
    return classes


def _without_first(classes: Mapping[int, int], left: int) -> Mapping[int, int]:
    later: dict[int, int] = {}
    for bits, held in classes.items():
        later[bits >> 1] = later.get(bits >> 1, 0) | held & left
    return later


def _drawn(classes: Mapping[int, int], sizes: Sequence[int], rng: Rng) -> int:
    """The first hand's cards: how many of each class in proportion to the deals that this leaves, and which by lot."""
    counted = tuple(sorted([(bits, held.bit_count()) for bits, held in classes.items() if bits and held]))
    counts, deals = _splits(counted, tuple(sizes))
    if not deals:
        raise ValueError("no deal fits what is known")
    drawn = 0
    for (bits, _n), some in zip(counted, counts[bisect_right(deals, rng.random() * deals[-1])], strict=True):
        held = list(cards(classes[bits])) if some else []
        for _ in range(some):
            drawn |= 1 << held.pop(int(rng.random() * len(held)))
    return drawn


@lru_cache(maxsize=REMEMBERED)
def _splits(classes: Classes, sizes: tuple[int, ...]) -> Splits:
    found = [(count, _deals_with(classes, count, sizes[1:])) for count in _counts(classes, sizes[0])]
    possible = [(count, deals) for count, deals in found if deals]
    return Splits(
        tuple([count for count, _deals in possible]), tuple(accumulate([deals for _count, deals in possible]))
    )


def _counts(classes: Classes, size: int) -> list[tuple[int, ...]]:
    """The ways to take *size* cards from those of the classes that may lie in the first hand."""
    if not classes:
        return [()] if size == 0 else []
    (bits, n), *others = classes
    most = min(n, size) if bits & 1 else 0
    return [(some, *rest) for some in range(most + 1) for rest in _counts(tuple(others), size - some)]


def _deals_with(classes: Classes, count: Sequence[int], later: tuple[int, ...]) -> int:
    """In how many deals the first hand has these numbers of cards of each class."""
    ways, left = 1, dict.fromkeys([bits >> 1 for bits, _n in classes], 0)
    for (bits, n), some in zip(classes, count, strict=True):
        ways *= comb(n, some)
        left[bits >> 1] += n - some
    if not later:
        return ways
    deals = _splits(tuple(sorted([(bits, n) for bits, n in left.items() if bits and n])), later).deals
    return ways * deals[-1] if deals else 0
