"""Moves by the set of cards that may be played: looked up, not made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

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


class _Half(dict[int, tuple[T, ...]]):
    """The same for 18 cards, from its quarters. Sets of up to five are remembered (12,616)."""

    def __init__(self, ways: Sequence[tuple[T, ...]]) -> None:
        super().__init__()
        self._low: list[tuple[T, ...]] = _all_sets(tuple(ways[:_QUARTER]))
        self._high: list[tuple[T, ...]] = _all_sets(tuple(ways[_QUARTER:]))

    def __missing__(self, held: int) -> tuple[T, ...]:
        moves = self._low[held & _NINE] + self._high[held >> _QUARTER]
        if held.bit_count() <= _MET:
            self[held] = moves
        return moves


_MET = 5
"""Cards: the hand of all games of the family but one."""
_QUARTER = 9
_NINE = (1 << _QUARTER) - 1


@cache
def _all_sets(ways: tuple[tuple[Any, ...], ...]) -> list[tuple[Any, ...]]:
    """By a set's bits: all moves with its cards. Most menus differ in a few cards only, and share the rest."""
    table: list[tuple[Any, ...]] = [()]
    for moves in ways:
        table += [before + moves for before in table]
    return table
