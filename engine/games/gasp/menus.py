"""Moves by the set of cards that may be played, looked up, not made; and what may be said with a card."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Generic, TypeVar

from engine.games.gasp.moves import PLAIN, Move, Play
from engine.games.gasp.tricks import LEADS, REPLIES

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


WaysByCard = Sequence[tuple[Play, ...]]


class Ways:
    """The ways to lead each card, and to play it to each card led; and the same by hand."""

    def __init__(self, leads: WaysByCard, replies: Sequence[WaysByCard]) -> None:
        self.leads = leads
        self.replies = replies
        """By card led, then by card."""
        menus = {id(ways): Menu[Move](ways) for ways in (leads, *replies)}
        self.leading = menus[id(leads)]
        self.replying = tuple(menus[id(ways)] for ways in replies)
        """By card led: the moves with a hand of which some card may say something."""


_SILENT: WaysByCard = tuple((play,) for play in PLAIN)
PLAINLY: Menu[Move] = Menu(_SILENT)
"""The moves with a hand of which no card has anything to say."""
DECLARING = Ways(LEADS, REPLIES)
SILENT = Ways(_SILENT, [_SILENT] * len(PLAIN))
"""Between two sides nobody declares a suit."""
