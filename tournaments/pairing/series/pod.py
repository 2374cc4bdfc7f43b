"""Three to five sides: a fixed number of tables."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

import msgspec

from tournaments.pairing.series.rules import Series, Table, check, rotated

Places: TypeAlias = tuple[int | None, ...]
"""The finishing place of each side at a table; ``None``: it was not there, or had left."""

Code: TypeAlias = Literal["1", "=", "0", "+", "-"]


class Score(msgspec.Struct, frozen=True):
    """A match so far: either ``places`` and ``codes`` say how it ended, or ``next`` is the table to play."""

    points: tuple[Fraction, ...]
    """The sums of the shares."""
    places: tuple[int, ...] | None
    codes: tuple[Code, ...] | None
    next: Table | None


def score(
    series: Series,
    sides: int,
    tables: Sequence[Places],
    *,
    left: Collection[int] = (),
    least: int = 2,
    seats: Sequence[int] | None = None,
) -> Score:
    """The match after *tables*, in the order in which they were played.

    A side that is not there for the first has forfeited the match and is last; one that has *left* later loses the
    tables to come. A table for which fewer than *least* are left is not played and won by those. Places are by points,
    then by the best share of a single table, then by the share of the last table, the one before it, and so on.
    ``ValueError`` if the tables do not fit the series.
    """
    check(series, sides=sides)
    order = tuple(range(sides)) if seats is None else tuple(seats)
    if sides < 3 or sorted(order) != list(range(sides)) or set(left) - set(order):
        raise ValueError(f"The sides of a match of {sides} are 0 to {sides - 1}, three or more.")
    rows = [_row(places, sides, least) for places in tables]
    _check(series, tables)
    playing = [side for side in order if side not in left and (not tables or tables[0][side] is not None)]
    if len(playing) < least:
        places = tuple(1 if side in playing else None for side in range(sides))
        rows += [_row(places, sides, least)] * (series.tables - len(rows))
    points = tuple(sum((row[side] for row in rows), Fraction(0)) for side in range(sides))
    if len(rows) < series.tables:
        number = len(rows) + 1
        turn = tuple(side for side in rotated(order, number) if side in playing)
        return Score(points, None, None, Table(number, "regular", turn))
    there = [tables[0][side] is not None if tables else side in playing for side in range(sides)]
    return _ended(rows, points, there, least)


def shares(places: Places, least: int = 2) -> tuple[Fraction, ...]:
    """What each side made of a table: (beaten + tied / 2) / (n - 1) over the n that were there."""
    return _row(places, len(places), least)


def _check(series: Series, tables: Sequence[Places]) -> None:
    if len(tables) > series.tables:
        raise ValueError(f"The match was over before table {series.tables + 1}.")
    if tables and any(row[side] is not None for side, place in enumerate(tables[0]) if place is None for row in tables):
        raise ValueError("A side that was not there for the first table is out of the match.")


def _row(places: Places, sides: int, least: int) -> tuple[Fraction, ...]:
    if len(places) != sides or any(place is not None and place < 1 for place in places):
        raise ValueError(f"A table of {sides} has {sides} places from 1, not {places!r}.")
    there = [place for place in places if place is not None]
    if len(there) < max(2, least):
        return tuple(Fraction(place is not None) for place in places)
    return tuple(Fraction(0) if place is None else _share(place, there) for place in places)


def _share(place: int, there: Sequence[int]) -> Fraction:
    beaten = sum(place < other for other in there)
    return Fraction(2 * beaten + there.count(place) - 1, 2 * (len(there) - 1))


def _ended(
    rows: Sequence[tuple[Fraction, ...]], points: tuple[Fraction, ...], there: Sequence[bool], least: int
) -> Score:
    keys = []
    for side, point in enumerate(points):
        made = [row[side] for row in rows]
        keys.append((there[side], point, max(made), made[::-1]))
    places = tuple(1 + sum(other > key for other in keys) for key in keys)
    played = [place for place, came in zip(places, there, strict=True) if came]
    forfeited = len(played) < max(2, least)
    codes = tuple(_code(place, played, forfeited) if came else "-" for place, came in zip(places, there, strict=True))
    return Score(points, places, codes, None)


def _code(place: int, played: Sequence[int], forfeited: bool) -> Code:
    if forfeited:
        return "+"
    if min(played) == max(played):
        return "="
    return "1" if place == min(played) else "0" if place == max(played) else "="
