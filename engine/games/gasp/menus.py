"""Moves by the set of cards that may be played: looked up, not made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

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
    """The same for 18 cards. Sets of up to five are remembered (12,616), larger ones put together from quarters."""

    def __init__(self, ways: Sequence[tuple[T, ...]]) -> None:
        super().__init__()
        self._ways = ways

    def __missing__(self, held: int) -> tuple[T, ...]:
        if held.bit_count() > _MET:
            return self._low[held & _NINE] + self._high[held >> _QUARTER]
        moves = tuple(move for card, ways in enumerate(self._ways) if held >> card & 1 for move in ways)
        self[held] = moves
        return moves

    @cached_property
    def _low(self) -> list[tuple[T, ...]]:
        return _all_sets(self._ways[:_QUARTER])

    @cached_property
    def _high(self) -> list[tuple[T, ...]]:
        return _all_sets(self._ways[_QUARTER:])


_MET = 5
"""Cards: the hand of all games of the family but one."""
_QUARTER = 9
_NINE = (1 << _QUARTER) - 1


def _all_sets(ways: Sequence[tuple[T, ...]]) -> list[tuple[T, ...]]:
    """By a set's bits: all moves with its cards."""
    table: list[tuple[T, ...]] = [()]
    for moves in ways:
        table += [before + moves for before in table]
    return table
