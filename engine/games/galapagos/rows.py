"""What goes with each card of a hand, in deck order: looked up, not made. It is asked before every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

T = TypeVar("T")

_BITS = 11
_PART = (1 << _BITS) - 1


class Row(Generic[T]):
    """``row[hand]`` is a tuple of what goes with the cards of *hand*, a set of 54 cards in one int: five look-ups."""

    def __init__(self, each: Sequence[T]) -> None:
        self._parts = [_subsets(each[first : first + _BITS]) for first in range(0, 5 * _BITS, _BITS)]

    def __getitem__(self, hand: int) -> tuple[T, ...]:
        first, second, third, fourth, fifth = self._parts
        return (
            first[hand & _PART]
            + second[hand >> 11 & _PART]
            + third[hand >> 22 & _PART]
            + fourth[hand >> 33 & _PART]
            + fifth[hand >> 44]
        )


def _subsets(things: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """The sub-tuples of *things* by their bits: each thing doubles the rows, with it and without."""
    rows: list[tuple[T, ...]] = [()]
    for thing in things:
        rows += [(*row, thing) for row in rows]
    return tuple(rows)
