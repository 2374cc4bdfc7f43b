"""A game in numbers, for programs that learn: its moves as numbers from 0, and what a seat sees as a fixed vector.

Everything follows from a seat's view and the moves that it is offered, so it tells no more than they do. What stands
where follows from the types of the view and from the game's :class:`~engine.encoding.Encoding`; ``Vectors.fields`` says
it in words.

- cards, suits, names and seats: a place for each, 1 where it is; ``None``: all 0;
- sets of them: 1 at each that is in the set;
- yes or no: 1 or 0; numbers: divided by what the game names, from -1 to 1 (what is greater than that is cut off);
- other things that may be missing: a place that says whether they are there, then themselves.

Seats are numbered as at the table; the field ``seat`` says which is the viewer's.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from types import NoneType
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin, get_type_hints

from msgspec import Struct

from engine.events import Seat
from engine.game import AnyGame, Outcome

Vector: TypeAlias = list[float]
Put: TypeAlias = Callable[[Any, Vector], None]
"""Writes a part of a view to where it belongs in a vector of zeros."""


class Field(Struct, frozen=True):
    """A stretch of the vector: *width* numbers from place *at* on."""

    name: str
    at: int
    width: int
    holds: str


class Vectors:
    """*game* at tables of *seats*, with any options. Made once: :func:`vectors`."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._game, self._encoding = game, game.encoding
        self.version = self._encoding.version
        self.moves = self._encoding.moves
        """By number: the name of each move."""
        self._number = {name: number for number, name in enumerate(self.moves)}
        layout = _Layout(game, seats)
        self._put = layout.struct(game.encoding.view, "", "")
        self.fields: tuple[Field, ...] = tuple(layout.fields)
        self.length = layout.length

    def vector(self, view: Any) -> Vector:
        """*view* as :attr:`length` numbers from -1 to 1."""
        numbers = [0.0] * self.length
        self._put(view, numbers)
        return numbers

    def number(self, view: Any, move: Any) -> int:
        """The number of *move*, which the seat of *view* may make; ``KeyError`` if it has none."""
        named = self._encoding.name
        return self._number[self._game.move_text(move) if named is None else named(view, move)]

    def offered(self, view: Any, legal: Iterable[Any]) -> dict[int, Any]:
        """By number the *legal* moves of the seat of *view*: of those that share a number the first."""
        moves: dict[int, Any] = {}
        for move in legal:
            moves.setdefault(self.number(view, move), move)
        return moves


@lru_cache
def vectors(game: AnyGame, seats: int) -> Vectors:
    return Vectors(game, seats)


class _Layout:
    """Goes through the types of a view, and lays out what they hold one after the other."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self.encoding, self.seats = game.encoding, seats
        self.cards = set(game.deck.codes)
        self.deck = game.deck
        self.fields: list[Field] = []
        self.length = 0

    def place(self, name: str, width: int, holds: str) -> int:
        at = self.length
        self.fields.append(Field(name, at, width, holds))
        self.length += width
        return at

    def any(self, hint: Any, path: str, name: str, most: int | None = None) -> Put:
        """*path* is what an encoding calls it, *name* the same with numbers in place of stars."""
        kind = get_origin(hint)
        if kind is Annotated:
            inner, *notes = get_args(hint)
            return self.any(inner, path, name, next((int(note.le) for note in notes if note.le is not None), None))
        if NoneType in get_args(hint):
            return self.maybe(_present(hint), path, name)
        if kind is tuple:
            return self.many(get_args(hint), path, name)
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self.struct(hint, path, name)
        if hint is bool:
            return _number(self.place(name, 1, "1: yes"), 1)
        if values := self.values(hint):
            return _one(self.place(name, len(values), self.told(values)), values)
        return self.number(path, name, most)

    def number(self, path: str, name: str, most: int | None) -> Put:
        top = most or self.encoding.most[path]
        return _number(self.place(name, 1, f"1: {top}"), top)

    def values(self, hint: Any) -> Sequence[Any]:
        """All that a thing of this type may be, where that is a list."""
        if hint is Seat:
            return range(self.seats)
        values = get_args(hint) if get_origin(hint) is Literal else ()
        return self.deck.codes if values and self.cards.issuperset(values) else values

    def told(self, values: Sequence[Any]) -> str:
        if values is self.deck.codes:
            return f"cards of the {self.deck.key} deck"
        return (
            "seats"
            if isinstance(values, range)
            else " ".join(repr(value) if value == "" else value for value in values)
        )

    def struct(self, kind: type[Any], path: str, name: str) -> Put:
        hints, bare = get_type_hints(kind, include_extras=True), get_type_hints(kind)
        parts = [
            (field, self.any(hints[field], _within(path, field), _within(name, field)))
            for field in kind.__struct_fields__
            if bare[field] != Outcome | None and _within(path, field) not in self.encoding.without
        ]

        def put(value: Any, out: Vector) -> None:
            for field, part in parts:
                part(getattr(value, field), out)

        return put

    def maybe(self, hint: Any, path: str, name: str) -> Put:
        if self.values(hint):
            return _unless_none(self.any(hint, path, name))
        at = self.place(f"{name}?", 1, "1: there is one")
        inner = self.any(hint, path, name)

        def put(value: Any, out: Vector) -> None:
            if value is not None:
                out[at] = 1.0
                inner(value, out)

        return put

    def many(self, of: Sequence[Any], path: str, name: str) -> Put:
        """A tuple of fixed types, a set, or a row of things by order or by seat."""
        hint, each = of[0], _within(path, "*")
        if of[-1] is not Ellipsis:
            return _each([self.any(one, each, _within(name, n)) for n, one in enumerate(of)])
        size = self.encoding.rows.get(path) or self.encoding.last.get(path)
        if not size:
            inner, flat = (get_args(hint)[0], _chained) if path in self.encoding.together else (hint, _same)
            if values := self.values(inner):
                return _all(self.place(name, len(values), f"set: {self.told(values)}"), values, flat)
        rows = [self.any(hint, each, _within(name, n)) for n in range(size or self.seats)]
        return _newest(rows) if path in self.encoding.last else _each(rows)


# -- what is written


def _one(at: int, values: Sequence[Any]) -> Put:
    places = {value: at + n for n, value in enumerate(values)}

    def put(value: Any, out: Vector) -> None:
        out[places[value]] = 1.0

    return put


def _all(at: int, values: Sequence[Any], flat: Callable[[Any], Iterable[Any]]) -> Put:
    places = {value: at + n for n, value in enumerate(values)}

    def put(value: Any, out: Vector) -> None:
        for one in flat(value):
            out[places[one]] = 1.0

    return put


def _number(at: int, most: int) -> Put:
    def put(value: int, out: Vector) -> None:
        out[at] = max(-1.0, min(1.0, value / most))

    return put


def _unless_none(put: Put) -> Put:
    return lambda value, out: None if value is None else put(value, out)


def _each(rows: Sequence[Put]) -> Put:
    def put(value: Sequence[Any], out: Vector) -> None:
        if len(value) > len(rows):
            raise ValueError(f"{len(value)} rows where the encoding has {len(rows)}")
        for one, row in zip(value, rows, strict=False):
            row(one, out)

    return put


def _newest(rows: Sequence[Put]) -> Put:
    def put(value: Sequence[Any], out: Vector) -> None:
        for one, row in zip(reversed(value), rows, strict=False):
            row(one, out)

    return put


def _same(value: Iterable[Any]) -> Iterable[Any]:
    return value


def _chained(value: Iterable[Iterable[Any]]) -> Iterable[Any]:
    return [one for row in value for one in row]


# -- types


def _present(hint: Any) -> Any:
    return next(part for part in get_args(hint) if part is not NoneType)


def _within(path: str, part: object) -> str:
    return f"{path}.{part}" if path else f"{part}"
