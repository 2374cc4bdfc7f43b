"""A league's table: the best results of each, and the order that follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

Result: TypeAlias = Fraction | int | None
"""The points of a unit; ``None``: was not there."""
_Key: TypeAlias = tuple[bool, Fraction, tuple[Fraction, ...], tuple[Fraction, ...]]

_ABSENT = Fraction(-1)


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
    lines = [_line(player, (*own, *(None,) * (units - len(own))), best) for player, own in results.items()]
    ordered = sorted((_falling(line, least), line.player, line) for line in lines)
    placed: list[Line] = []
    for index, (key, _player, line) in enumerate(ordered):
        equal = index > 0 and ordered[index - 1][0] == key
        place = (placed[-1].place if equal else index + 1) if line.played >= least else None
        placed.append(replace(line, place=place))
    return tuple(placed)


def _line(player: int, results: Sequence[Result], best: int | None) -> Line:
    there = [index for index, result in enumerate(results) if result is not None]
    by_worth = sorted(there, key=lambda index: (-_worth(results[index]), index))
    counted = tuple(sorted(by_worth[:best]))
    total = sum((_worth(results[index]) for index in counted), Fraction(0))
    return Line(player, None, total, tuple(results), counted, len(there))


def _falling(line: Line, least: int) -> _Key:
    """What is compared, so that the best comes first."""
    counted = sorted(-_worth(line.results[index]) for index in line.counted)
    counted += [-_ABSENT] * (len(line.results) - len(counted))  # fewer results are less than more of them
    backwards = tuple(-_worth(result) for result in reversed(line.results))
    return line.played < least, -line.total, tuple(counted), backwards


def _worth(result: Result) -> Fraction:
    return _ABSENT if result is None else Fraction(result)
