"""Moves by the set of cards that may be played: looked up, not made."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, TypeVar

T = TypeVar("T")

HALF = 18
LOW = (1 << HALF) - 1
_REMEMBERED = 3
"""Cards. Sets of up to three of 36 cards are 7,806; those of four alone would be 58,905."""


class Menu(dict[int, tuple[T, ...]]):
    """From a hand's bits to all moves with its cards, in deck order. ``menu[hand]`` always answers.

    *ways* are the moves with each card. Small sets are remembered, larger ones are put together from their halves; who
    expects a large one goes to ``low`` and ``high`` at once.
    """

    def __init__(self, ways: Sequence[tuple[T, ...]]) -> None:
        super().__init__()
        self.low: _Half[T] = _Half(ways[:HALF])
        self.high: _Half[T] = _Half(ways[HALF:])

    def __missing__(self, held: int) -> tuple[T, ...]:
        moves = self.low[held & LOW] + self.high[held >> HALF]
        if held.bit_count() <= _REMEMBERED:
            self[held] = moves
        return moves


class _Half(Generic[T]):
    """The same for 18 cards, from its quarters."""

    def __init__(self, ways: Sequence[tuple[T, ...]]) -> None:
        self._low: list[tuple[T, ...]] = _all_sets(tuple(ways[:_QUARTER]))
        self._high: list[tuple[T, ...]] = _all_sets(tuple(ways[_QUARTER:]))

    def __getitem__(self, held: int) -> tuple[T, ...]:
        return self._low[held & _NINE] + self._high[held >> _QUARTER]


_QUARTER = 9
_NINE = (1 << _QUARTER) - 1


@cache
def _all_sets(ways: tuple[tuple[Any, ...], ...]) -> list[tuple[Any, ...]]:
    """By a set's bits: all moves with its cards. Most menus differ in a few cards only, and share the rest."""
    table: list[tuple[Any, ...]] = [()]
    for moves in ways:
        table += [before + moves for before in table]
    return table
