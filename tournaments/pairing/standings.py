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

from tournaments.pairing.changes import meeting
from tournaments.pairing.record import SHARED, Code, Counting, Marks, Match, Rest, Round, opponents, shares
from tournaments.pairing.scores import Adjustments, Given, among, matches_of, points_of
from tournaments.pairing.tiebreaks.values import HALF, ZERO, Value, highest_first, mean, times, total

TieBreak: TypeAlias = Literal["buchholz", "sonneborn_berger", "wins"]

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
    given = Given(tuple(entries), tuple(rounds), bye, frozenset(withdrawn), adjustments, counting)
    found = reckoned(given)
    return ranked([found.lines[entry] for entry in given.entries], tie_breaks)


class Reckoned(msgspec.Struct, frozen=True):
    """Everybody's line before there are places, and what it was made of: the next ones may begin from it."""

    given: Given
    points: Mapping[int, Fraction]
    lines: Mapping[int, Line]


def reckoned(given: Given, former: Reckoned | None = None) -> Reckoned:
    """The lines; of *former* ones those are kept that cannot differ."""
    touched = None if former is None else given.touched(former.given)
    if former is None or touched is None:
        points = points_of(given.entries, given)
        return Reckoned(given, points, dict(_lines(given.entries, given, points)))
    points = {**former.points, **points_of(touched, given)}
    anew = meeting(given.rounds, touched) | given.judged(former.given)
    return Reckoned(given, points, {**former.lines, **dict(_lines(anew, given, points))})


def _lines(entries: Collection[int], given: Given, points: Mapping[int, Fraction]) -> Iterator[tuple[int, Line]]:
    """The lines of *entries*."""
    items: dict[int, list[Item]] = {entry: [] for entry in entries}
    for played in given.rounds:
        for entry, item in _items(played, items, points, given):
            items[entry].append(item)
    for entry, own in items.items():
        line = _line(entry, points[entry], own, entry in given.withdrawn)
        yield entry, _adjusted(line, given.adjustments.get(entry, ()))


def _adjusted(line: Line, given: tuple[tuple[int, Fraction], ...]) -> Line:
    points = line.points + sum((each for _round, each in given), Fraction(0))
    return msgspec.structs.replace(line, points=points, adjusted=given) if given else line


def _items(
    played: Round, entries: Mapping[int, object], points: Mapping[int, Fraction], given: Given
) -> Iterator[tuple[int, Item]]:
    """What the round gave each of *entries*."""
    for match in matches_of(played.matches, entries):
        made = played.results.get(match.match)
        if made is not None:
            for seat, entry in enumerate(match.entries):
                if entry in entries:
                    item = _item(played.number, match, made, seat, points, given.counting)
                    yield entry, _annulled(item) if match.match in played.annulled else item
    for entry in among(played.byes, entries):
        yield entry, _without(played.number, "U", given.bye)
    for entry in among(played.absences, entries):
        code = played.absences[entry].code
        yield entry, _without(played.number, code, given.counting.without(code))


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


def ranked(lines: Sequence[Line], tie_breaks: Sequence[TieBreak]) -> tuple[Line, ...]:
    """*lines* with their places, best first; equal ones keep their order."""
    columns = (highest_first([getattr(line, value) for line in lines]) for value in ("points", *tie_breaks))
    keyed = sorted(zip(zip(*columns, strict=True), lines, strict=True), key=itemgetter(0))
    return tuple(_placed(keyed))


def closed_up(place: int, out: Collection[int]) -> int:
    """The *place* of one who keeps one, when those who had the places *out* have none any more."""
    return place - sum(other < place for other in out)


def _placed(keyed: Iterable[tuple[tuple[int, ...], Line]]) -> Iterator[Line]:
    place, last = 0, None
    for count, (own, line) in enumerate(keyed, start=1):
        if own != last:
            place, last = count, own
        yield msgspec.structs.replace(line, place=place)
