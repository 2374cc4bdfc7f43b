"""Sums without their least or greatest rounds (FIDE C.07, 14 and 16.5): each cut marks exactly one part."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Literal, TypeAlias

import msgspec

from tournaments.pairing.tiebreaks.values import Part

Parts: TypeAlias = tuple[Part, ...]


def cut_lowest(parts: Sequence[Part], times: int = 1) -> Parts:
    """*parts* with the least significant one marked, *times* over.

    That is the round with the lowest opponent, of those the one that counts least; but a round missed by choice goes
    first, if it counts no less: the one that counts least, of those the one with the lowest opponent.
    """
    for _ in range(times):
        left = [part for part in parts if part.cut is None]
        if left:
            parts = _marked(parts, _least_significant(left), "lowest")
    return tuple(parts)


def cut_highest(parts: Sequence[Part]) -> Parts:
    left = [part for part in parts if part.cut is None]
    return _marked(parts, max(left, key=attrgetter("counts")), "highest") if left else tuple(parts)


def _least_significant(left: Sequence[Part]) -> Part:
    normal = min(left, key=attrgetter("worth", "counts"))
    missed = min((part for part in left if part.voluntary), key=attrgetter("counts", "worth"), default=None)
    return missed if missed is not None and missed.counts >= normal.counts else normal


def _marked(parts: Iterable[Part], chosen: Part, how: Literal["lowest", "highest"]) -> Parts:
    return tuple(msgspec.structs.replace(part, cut=how) if part is chosen else part for part in parts)


Cut: TypeAlias = Callable[[Parts], Parts]


def none(parts: Parts) -> Parts:
    return parts


def lowest(parts: Parts) -> Parts:
    return cut_lowest(parts)


def two_lowest(parts: Parts) -> Parts:
    return cut_lowest(parts, 2)


def lowest_and_highest(parts: Parts) -> Parts:
    return cut_highest(cut_lowest(parts))
