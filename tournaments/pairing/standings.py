"""Standings: everybody's line by the tie-breaks that were chosen, and round by round what its points are made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

import msgspec

from tournaments.pairing.changes import changed
from tournaments.pairing.record import SHARED, Code, Counting, Match, Rest, Round, opponents
from tournaments.pairing.tiebreaks.crosstable import Adjustments, Crosstable
from tournaments.pairing.tiebreaks.ranking import DEFAULT, grouped
from tournaments.pairing.tiebreaks.reading import recorded_rows
from tournaments.pairing.tiebreaks.reckoning import Reckoning
from tournaments.pairing.tiebreaks.settings import Settings
from tournaments.pairing.tiebreaks.values import ZERO, Value


class Item(msgspec.Struct, frozen=True, gc=False):
    """What one round gave an entry: the reason for its points."""

    round: int
    match: str | None
    """``None`` for a round without a match."""
    opponents: tuple[int, ...]
    """Those it played."""
    place: int | None
    points: Fraction
    code: Code | Rest
    annulled: bool = False
    """Whether it counts for nobody: a side has left a round robin."""


Why = tuple[Item, ...]


class Line(msgspec.Struct, frozen=True):
    place: int
    """Shared by entries that no tie-break parts; 0 for one that was disqualified."""
    entry: int
    points: Fraction
    why: Why
    values: tuple[Value, ...] = ()
    """Of the tie-breaks that were chosen, in their order."""
    adjusted: tuple[tuple[int, Fraction], ...] = ()
    """Points given or taken by rulings, each at a round."""

    @property
    def tables(self) -> int:
        """How many it has played."""
        return sum(bool(item.opponents) for item in self.why)

    @property
    def byes(self) -> int:
        return sum(item.code == "U" for item in self.why)


class Given(msgspec.Struct, frozen=True):
    """What standings are made of."""

    entries: tuple[int, ...]
    """In the order that equal lines keep."""
    rounds: tuple[Round, ...]
    codes: tuple[str, ...] = ()
    """The tie-breaks in their order; none in a format that places its entries itself."""
    counting: Counting = SHARED
    settings: Settings = DEFAULT
    """Of the tie-breaks; its points agree with *counting*."""
    ratings: Mapping[int, int] = {}
    adjustments: Adjustments = {}
    disqualified: frozenset[int] = frozenset()

    def touched(self, former: Given) -> frozenset[int] | None:
        """Those whose rounds are not what they were; ``None``: everybody's may be."""
        alike = self.entries == former.entries and self.counting == former.counting and self.settings == former.settings
        return changed(former.rounds, self.rounds) if alike else None


class Standings(msgspec.Struct, frozen=True):
    """The lines of those who meet each other, and what they were made of: the next ones may begin from it."""

    lines: tuple[Line, ...]
    """Best first; last, and without a place, those who were disqualified."""
    given: Given
    reckoning: Reckoning
    why: Mapping[int, Why]


def standings(given: Given, former: Standings | None = None) -> Standings:
    """Everybody's line; of *former* ones whatever cannot differ is kept. Open tables count nothing."""
    touched = given.touched(former.given) if former else None
    kept = former if touched is not None else None
    asked = given.entries if touched is None else touched
    rows = {**(kept.reckoning.crosstable.rows if kept else {}), **recorded_rows(asked, given.rounds, given.counting)}
    crosstable = Crosstable(rows, given.ratings, given.adjustments)
    reckoning = Reckoning(crosstable, given.settings, former.reckoning if former else None)
    why = {**(kept.why if kept else {}), **_items(asked, given.rounds, reckoning)}
    lines = sorted(_lines(given, reckoning, why), key=lambda line: not line.place)
    return Standings(tuple(lines), given, reckoning, why)


def _lines(given: Given, reckoning: Reckoning, why: Mapping[int, Why]) -> Iterator[Line]:
    groups, columns = grouped(given.codes, reckoning)
    chosen, place = tuple(columns.values()), 1
    for group in groups:
        for entry in group:
            values, adjusted = tuple([column[entry] for column in chosen]), given.adjustments.get(entry, ())
            points = sum((each for _round, each in adjusted), reckoning.scores[entry])
            own = 0 if entry in given.disqualified else place
            yield Line(own, entry, points, why[entry], values, adjusted)
        place += sum(entry not in given.disqualified for entry in group)


def _items(entries: Collection[int], rounds: tuple[Round, ...], reckoning: Reckoning) -> dict[int, Why]:
    """What each of *rounds* gave each of *entries*."""
    found: dict[int, list[Item]] = {entry: [] for entry in entries}
    for at, played in enumerate(rounds, start=1):
        for match in played.matches:
            if not found.keys().isdisjoint(match.entries):
                for entry, item in _of_match(played, match, at, reckoning):
                    found.get(entry, []).append(item)
        for entry, code in played.rests:
            if entry in found:
                found[entry].append(Item(played.number, None, (), None, reckoning.made[entry][at], code))
    return {entry: tuple(items) for entry, items in found.items()}


def _of_match(played: Round, match: Match, at: int, reckoning: Reckoning) -> Iterator[tuple[int, Item]]:
    """*played* is the round *at*, from 1, of those that are reckoned."""
    made, annulled = played.results.get(match.match, ()), match.match in played.annulled
    for seat, (entry, mark) in enumerate(zip(match.entries, made, strict=bool(made))):
        met = tuple(match.entries[other] for other in opponents(seat, made, match.teams))
        points = ZERO if annulled else reckoning.made[entry][at]
        yield entry, Item(played.number, match.match, met, mark.place, points, mark.code, annulled)


def closed_up(place: int, out: Collection[int]) -> int:
    """The *place* of one who keeps one, when those who had the places *out* have none any more."""
    return place - sum(other < place for other in out)
