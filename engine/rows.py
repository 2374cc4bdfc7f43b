"""Rows of what goes with each card of a set, in deck order: looked up, not made: they are asked before every move.

A set of cards is one int, see :mod:`engine.cards`. Its bits are cut into parts; the rows of all sets of a part are made
when one is first asked for, so that a row is two or four look-ups and their sum.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Row: TypeAlias = Callable[[int], tuple[T, ...]]
"""From a set of cards to what goes with each of them."""

WIDEST = 14
"""Bits of a part: 16,384 rows. Those of all games take 36 MB, and most processes play few of them."""


def of_subsets(things: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """What each set of *things* holds, in order, by its bits: each thing doubles the rows, with it and without."""
    rows: list[tuple[T, ...]] = [()]
    for thing in things:
        rows += [(*row, thing) for row in rows]
    return tuple(rows)


def row_of(each: Sequence[T]) -> Row[T]:
    """The row of every set of cards, by what goes with *each* card of the deck (56 at most)."""
    return _halved(each) if len(each) <= 2 * WIDEST else _quartered(each)


# What was not made yet is an empty list: an exception that does not come costs nothing.


def _halved(each: Sequence[T]) -> Row[T]:
    width = (len(each) + 1) // 2
    mask = (1 << width) - 1
    low, high = _unmade(), _unmade()

    def row(held: int) -> tuple[T, ...]:
        try:
            return low[held & mask] + high[held >> width]  # type: ignore[no-any-return]
        except IndexError:
            _make((low, high), each, width, held)
            return row(held)

    return row


def _quartered(each: Sequence[T]) -> Row[T]:
    width = (len(each) + 3) // 4
    double, triple, mask = 2 * width, 3 * width, (1 << width) - 1
    first, second, third, fourth = _unmade(), _unmade(), _unmade(), _unmade()

    def row(held: int) -> tuple[T, ...]:
        try:
            return (  # type: ignore[no-any-return]
                first[held & mask]
                + second[held >> width & mask]
                + third[held >> double & mask]
                + fourth[held >> triple]
            )
        except IndexError:
            _make((first, second, third, fourth), each, width, held)
            return row(held)

    return row


def _unmade() -> list[Any]:
    return []


def _make(parts: Sequence[list[Any]], each: Sequence[T], width: int, held: int) -> None:
    """Two threads at once make the same rows. Raises ``IndexError`` if there are cards in *held* that are none."""
    if held >> len(each):
        raise IndexError(f"There are {len(each)} cards.")
    for number, part in enumerate(parts):
        part[:] = of_subsets(each[number * width : (number + 1) * width])
