"""What has been recorded of a tournament's entries and rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from tournaments.director.attendance import Away
from tournaments.director.events import ResultRecorded, RoundPaired
from tournaments.director.formats import record


class Entry(msgspec.Struct, frozen=True):
    """Who competes. A withdrawn entry keeps its number and what it has played."""

    number: int
    users: tuple[int, ...]
    withdrawn: bool = False
    rating: int | None = None
    """At the start, as people see it."""
    left: int = 0
    """The event by which it withdrew."""
    paused: bool = False
    byes: Mapping[int, Away] = {}
    """The rounds that it has asked to miss, and what they count."""

    @property
    def here(self) -> bool:
        """Whether it is drawn, but for single rounds."""
        return not self.withdrawn and not self.paused


class Round(msgspec.Struct, frozen=True):
    """A round as drawn, the tables of its matches, and what has been played of it."""

    drawn: RoundPaired
    played: record.Round
    at: int
    tables: Mapping[str, str] = {}
    missed: Mapping[str, tuple[int, ...]] = {}
    """By match: the entries that it is played without."""
    seq: int = 0
    """The event that paired it."""
    recorded: tuple[ResultRecorded, ...] = ()
    """Every result that was ever recorded, in that order; of a match the first counts."""
    former: frozenset[tuple[str, str]] = frozenset()
    """Matches with tables that are not theirs any more."""

    def entries_of(self, match: str) -> tuple[int, ...]:
        """All entries of *match*, in seat order."""
        return next(each.entries for each in self.played.matches if each.match == match)

    def seated(self, match: str) -> tuple[int, ...]:
        """The entries that *match* is played by, in seat order."""
        return tuple(entry for entry in self.entries_of(match) if entry not in self.missed.get(match, ()))

    def has(self, match: str) -> bool:
        return any(each.match == match for each in self.played.matches)

    def results_of(self, match: str) -> Iterator[ResultRecorded]:
        return (result for result in self.recorded if result.match == match)
