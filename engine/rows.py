"""Rows of what goes with each card of a set, in deck order: looked up, not made: they are asked before every move.

A set of cards is one int, see :mod:`engine.cards`. Its bits are cut into parts; the rows of all sets of a part are made
once, so that a row is two or four look-ups and their sum.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

T = TypeVar("T")
Row: TypeAlias = Callable[[int], tuple[T, ...]]
"""From a set of cards to what goes with each of them."""

WIDEST = 14
"""Bits of a part: 16,384 rows."""


def of_subsets(things: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """What each set of *things* holds, in order, by its bits: each thing doubles the rows, with it and without."""
    rows: list[tuple[T, ...]] = [()]
    for thing in things:
        rows += [(*row, thing) for row in rows]
    return tuple(rows)


def row_of(each: Sequence[T]) -> Row[T]:
    """The row of every set of cards, by what goes with *each* card of the deck (56 at most)."""
    return _halved(each) if len(each) <= 2 * WIDEST else _quartered(each)


def _halved(each: Sequence[T]) -> Row[T]:
    width = (len(each) + 1) // 2
    mask = (1 << width) - 1
    low, high = of_subsets(each[:width]), of_subsets(each[width:])

    def row(held: int) -> tuple[T, ...]:
        return low[held & mask] + high[held >> width]

    return row


def _quartered(each: Sequence[T]) -> Row[T]:
    width = (len(each) + 3) // 4
    double, triple, mask = 2 * width, 3 * width, (1 << width) - 1
    first, second, third, fourth = (of_subsets(each[at : at + width]) for at in range(0, 4 * width, width))

    def row(held: int) -> tuple[T, ...]:
        return first[held & mask] + second[held >> width & mask] + third[held >> double & mask] + fourth[held >> triple]

    return row
