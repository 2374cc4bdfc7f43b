"""Standings: points and tie-breaks over tables of any size, each line with what it is made of.

A table gives each entry the share of its opponents that it beat, ties half; or what was announced instead. Buchholz at
a table is the mean of the opponents' scores, Sonneborn-Berger the mean of (result against an opponent x the opponent's
score); both are summed over the tables. A bye and a forfeit give their points and have no opponents, so they add
nothing to either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Literal, TypeAlias

import msgspec

from tournaments.director.formats.record import (
    SHARED,
    Code,
    Counting,
    Marks,
    Match,
    Rest,
    Round,
    opponents,
    shares,
)
from tournaments.director.formats.tiebreaks.values import HALF, ZERO, Value, mean, times, total

TieBreak: TypeAlias = Literal["buchholz", "sonneborn_berger", "wins"]

Adjustments: TypeAlias = Mapping[int, tuple[tuple[int, Fraction], ...]]
"""By entry: points given or taken by rulings, each at a round. They are nothing to the opponents."""

DEFAULT: tuple[TieBreak, ...] = ("buchholz", "sonneborn_berger", "wins")

ONE = Fraction(1)


class Item(msgspec.Struct, frozen=True, gc=False):
    """What one round gave an entry: the reason for its line, round by round."""

    round: int
    match: str | None
    """``None`` for a round without a match."""
    opponents: tuple[int, ...]
    """Those it played."""
    place: int | None
    points: Fraction
    buchholz: Fraction
    sonneborn_berger: Fraction
    code: Code | Rest = "U"
    won: bool = False
    """Whether it was first alone, or with its team."""
    annulled: bool = False
    """Whether it counts for nobody: a side has left a round robin."""

    @property
    def played(self) -> bool:
        return bool(self.opponents)


class Line(msgspec.Struct, frozen=True):
    place: int
    """Shared by entries that no tie-break parts; 0 for one that was disqualified."""
    entry: int
    points: Fraction
    buchholz: Fraction
    sonneborn_berger: Fraction
    wins: int
    """Tables won outright."""
    tables: int
    byes: int
    withdrawn: bool
    why: tuple[Item, ...]
    values: tuple[Value, ...] = ()
    """Of the tie-breaks that were chosen, in their order."""
    adjusted: tuple[tuple[int, Fraction], ...] = ()
    """Points given or taken by rulings, each at a round."""


def standings(
    entries: Iterable[int],
    rounds: Sequence[Round],
    *,
    bye: Fraction,
    tie_breaks: Sequence[TieBreak] = DEFAULT,
    withdrawn: Collection[int] = (),
    adjustments: Adjustments = {},  # noqa: B006  never written
    counting: Counting = SHARED,
) -> tuple[Line, ...]:
    """Everybody's line, best first; *entries* in the order that equal lines keep. Open tables count nothing."""
    order = tuple(entries)
    points = _points(order, rounds, bye, counting)
    items: dict[int, list[Item]] = {entry: [] for entry in order}
    for played in rounds:
        for entry, item in _items(played, points, bye, counting):
            items[entry].append(item)
    lines = [_line(entry, points[entry], items[entry], entry in withdrawn) for entry in order]
    return tuple(_ranked([_adjusted(line, adjustments.get(line.entry, ())) for line in lines], tie_breaks))


def _adjusted(line: Line, given: tuple[tuple[int, Fraction], ...]) -> Line:
    points = line.points + sum((each for _round, each in given), Fraction(0))
    return msgspec.structs.replace(line, points=points, adjusted=given) if given else line


def _points(entries: Iterable[int], rounds: Iterable[Round], bye: Fraction, counting: Counting) -> dict[int, Fraction]:
    unit = counting.unit * bye.denominator  # whole numbers while they are added up: fractions are slow
    parts = dict.fromkeys(entries, 0)
    for played in rounds:
        for match in played.matches:
            for entry, made in _made(played, match, counting):
                parts[entry] += made.numerator * (unit // made.denominator)
        for entry in played.byes:
            parts[entry] += int(bye * unit)
        for entry, absence in played.absences.items():
            parts[entry] += int(counting.without(absence.code) * unit)
    return {entry: Fraction(part, unit) for entry, part in parts.items()}


def _made(played: Round, match: Match, counting: Counting) -> Iterable[tuple[int, Fraction]]:
    made = None if match.match in played.annulled else played.results.get(match.match)
    return () if made is None else zip(match.entries, counting.of(made, match.teams), strict=True)


def _items(
    played: Round, points: Mapping[int, Fraction], bye: Fraction, counting: Counting
) -> Iterator[tuple[int, Item]]:
    for match in played.matches:
        made = played.results.get(match.match)
        if made is not None:
            for seat, entry in enumerate(match.entries):
                item = _item(played.number, match, made, seat, points, counting)
                yield entry, _annulled(item) if match.match in played.annulled else item
    for entry in played.byes:
        yield entry, _without(played.number, "U", bye)
    for entry, absence in played.absences.items():
        yield entry, _without(played.number, absence.code, counting.without(absence.code))


def _without(number: int, code: Code | Rest, points: Fraction) -> Item:
    return Item(number, None, (), None, points, Fraction(0), Fraction(0), code)


def _annulled(item: Item) -> Item:
    nothing = Fraction(0)
    return msgspec.structs.replace(item, points=nothing, buchholz=nothing, sonneborn_berger=nothing, annulled=True)


def _item(
    number: int, match: Match, made: Marks, seat: int, points: Mapping[int, Fraction], counting: Counting
) -> Item:
    others = opponents(seat, made, match.teams)
    scores = [points[match.entries[other]] for other in others]
    lost = made[seat].code == "LL"
    results = [ZERO if lost else _result(made[seat].place, made[other].place) for other in others]
    return Item(
        round=number,
        match=match.match,
        opponents=tuple(match.entries[other] for other in others),
        place=made[seat].place,
        points=counting.of(made, match.teams)[seat],
        buchholz=_mean(scores),
        sonneborn_berger=_mean([times(r, s) for r, s in zip(results, scores, strict=True)]),
        code=made[seat].code,
        won=shares(made, match.teams)[seat] == 1,
    )


def _mean(values: Sequence[Fraction]) -> Fraction:
    return mean(values) if values else ZERO


def _result(own: int, other: int) -> Fraction:
    return ONE if own < other else HALF if own == other else ZERO


def _line(entry: int, points: Fraction, items: Sequence[Item], withdrawn: bool) -> Line:
    return Line(
        place=0,
        entry=entry,
        points=points,
        buchholz=total(item.buchholz for item in items),
        sonneborn_berger=total(item.sonneborn_berger for item in items),
        wins=sum(item.played and item.won and not item.annulled for item in items),
        tables=sum(item.played for item in items),
        byes=sum(item.code == "U" for item in items),
        withdrawn=withdrawn,
        why=tuple(items),
    )


def _ranked(lines: Iterable[Line], tie_breaks: Sequence[TieBreak]) -> Iterator[Line]:
    def key(line: Line) -> tuple[Fraction | int, ...]:
        return tuple(-getattr(line, value) for value in ("points", *tie_breaks))

    place, last = 0, None
    keyed = sorted(((key(line), line) for line in lines), key=itemgetter(0))
    for count, (own, line) in enumerate(keyed, start=1):
        if own != last:
            place, last = count, own
        yield msgspec.structs.replace(line, place=place)
