"""What people hand in to have a table played by: how its piles lie, and who moves what."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from engine.chance import Chance, StackedChance
from engine.events import Seat

T = TypeVar("T")


class BadInput(Exception):
    """What was asked for or handed in cannot be read; the text says why."""


class Line(NamedTuple):
    """A move of a moves file."""

    number: int
    seat: Seat
    move: str


class Stack(StackedChance):
    """The orders of a stack file, which knows which of them were dealt."""

    def __init__(self, name: str, orders: Mapping[str, Sequence[Sequence[str]]], rest: Chance) -> None:
        super().__init__(orders, rest)
        self._name = name
        self._dealt: set[tuple[str, int]] = set()

    def shuffled(self, pile: str, n: int, cards: Sequence[T]) -> tuple[T, ...]:
        try:
            order = super().shuffled(pile, n, cards)
        except ValueError as error:
            raise BadInput(f"{self._name}: {error}") from None
        self._dealt.add((pile, n))
        return order

    def left_over(self) -> Iterator[str]:
        """What of the file nobody came to deal, a line a pile."""
        for pile, rows in self._orders.items():
            if left := sum((pile, n) not in self._dealt for n in range(len(rows))):
                yield f"{self._name}: pile {pile!r} was not shuffled so often: {left} of its orders not dealt"


def read_stack(name: str, data: bytes, *, piles: Collection[str], rest: Chance) -> Stack:
    """The stack file *name*: for each of *piles* that it lays out a list of orders, arrays of card codes."""
    try:
        document = json.loads(_text(name, data), object_pairs_hook=_once)
        orders = msgspec.convert(document, dict[str, list[list[str]]])
    except (ValueError, RecursionError, msgspec.ValidationError) as error:
        raise BadInput(f"{name}: write a JSON object from pile names to lists of orders: {error}") from None
    if unknown := [pile for pile in orders if pile not in piles]:
        raise BadInput(f"{name}: no pile {unknown[0]!r} at this table: {', '.join(piles)}")
    return Stack(name, orders, rest)


def read_moves(name: str, data: bytes, *, seats: int) -> list[Line]:
    """The moves file *name*: one ``SEAT MOVE`` a line, ``#`` comments."""
    rows = enumerate(_text(name, data).splitlines(), 1)
    split = ((number, text.partition("#")[0].split()) for number, text in rows)
    return [_line(f"{name}, line {number}", number, words, seats) for number, words in split if words]


def read_seat(text: str, seats: int) -> Seat | None:
    """The seat that *text* numbers, if there is one."""
    return Seat(int(text)) if text in map(str, range(seats)) else None


def _line(where: str, number: int, words: Sequence[str], seats: int) -> Line:
    if len(words) != 2:
        raise BadInput(f"{where}: write SEAT MOVE")
    seat = read_seat(words[0], seats)
    if seat is None:
        raise BadInput(f"{where}: no seat {words[0]!r}: 0 to {seats - 1}")
    return Line(number, seat, words[1])


def _text(name: str, data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name}: not UTF-8 (byte {error.start})") from None


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """An object in which no name stands twice: JSON would let the last one win in silence."""
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} stands there twice")
    return read
