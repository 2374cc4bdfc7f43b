"""A league's table: the best results of each, and the order that follows."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

Result: TypeAlias = Fraction | int | None
"""The points of a unit; ``None``: was not there."""
_Key: TypeAlias = tuple[bool, Fraction, tuple[Fraction | float, ...], tuple[tuple[float | Fraction, ...], ...]]


class Line(Struct, frozen=True):
    """A player of a league. Results stand in the order of the units; ``counted`` are those that make the total."""

    player: int
    place: int | None
    """``None``: too few results for one. Equals share a place."""
    total: Fraction
    results: tuple[Result, ...]
    counted: tuple[int, ...]
    played: int


def standings(results: Mapping[int, Sequence[Result]], *, best: int | None = None, least: int = 0) -> tuple[Line, ...]:
    """The lines of the players, best first.

    What decides: the total of the *best* results (``None``: all count); those, best to worst; all results from the last
    unit backwards, an absence lowest; then a place is shared. Who has fewer than *least* results comes last, without.
    """
    units = max(map(len, results.values()), default=0)
    keyed = []
    for player, own in results.items():
        there = [index for index, result in enumerate(own) if result is not None]
        line = _line(player, (*own, *(None,) * (units - len(own))), there, best)
        keyed.append((_falling(line, there, least), player, line))
    keyed.sort()
    placed: list[Line] = []
    for index, (key, _player, line) in enumerate(keyed):
        equal = index > 0 and keyed[index - 1][0] == key
        place = (placed[-1].place if equal else index + 1) if line.played >= least else None
        placed.append(replace(line, place=place))
    return tuple(placed)


def _line(player: int, results: Sequence[Result], there: Sequence[int], best: int | None) -> Line:
    by_worth = sorted(there, key=lambda index: (-_worth(results[index]), index))
    counted = tuple(sorted(by_worth[:best]))
    total = sum((_worth(results[index]) for index in counted), Fraction(0))
    return Line(player, None, total, tuple(results), counted, len(there))


def _falling(line: Line, there: Sequence[int], least: int) -> _Key:
    """What is compared, so that the best comes first. Only where somebody was is looked at: who was there later comes
    before who was not, and fewer results are less than more of them."""
    units = len(line.results)
    counted = sorted(-_worth(line.results[index]) for index in line.counted)
    backwards = [(units - index, -_worth(line.results[index])) for index in reversed(there)]
    return line.played < least, -line.total, (*counted, math.inf), (*backwards, (math.inf,))


def _worth(result: Result) -> Fraction:
    return Fraction(result or 0)
