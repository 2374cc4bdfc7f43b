"""What has been recorded of a tournament's entries and rounds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from tournaments.director.state.attendance import Away
from tournaments.director.state.events import FieldFixed, ResultRecorded, RoundPaired, TableRecorded
from tournaments.pairing import record, tie_break_tables


class Message(msgspec.Struct, frozen=True):
    """Words to all entrants, or to those entries alone: the id of their text, and the user who wrote them."""

    text: str
    at: int
    by: int | None = None
    to: tuple[int, ...] = ()
    seq: int = 0
    """The event by which they were sent."""


class Until(msgspec.Struct, frozen=True):
    """Until when a match can be played, and its players are awaited."""

    deadline: int | None
    grace: int | None


class Field(msgspec.Struct, frozen=True):
    """Who plays a stage after the first, and the event that fixed it."""

    fixed: FieldFixed
    seq: int
    by: tuple[int, ...] = ()
    """The rulings that have changed it."""


class Entry(msgspec.Struct, frozen=True):
    """Who competes. A withdrawn entry keeps its number and what it has played."""

    number: int
    users: tuple[int, ...]
    """One, or the members of a team."""
    withdrawn: bool = False
    left_out: bool = False
    """Whether it had not checked in when it began."""
    rating: int | None = None
    """At the start, as people see it."""
    left: int = 0
    """The event by which it withdrew."""
    disqualified: bool = False
    paused: bool = False
    byes: Mapping[int, Away] = {}
    """The rounds that it has asked to miss, and what they count."""
    waiting: bool = False
    """On the waiting list."""
    moved_up: bool = False
    checked_in: bool = False
    name: str | None = None
    """Of a team: the id of its name's text."""
    former: tuple[int, ...] = ()
    """Users whom others have replaced, in that order."""

    def with_substitute(self, leaves: int, comes: int) -> Entry:
        users = tuple(comes if user == leaves else user for user in self.users)
        return replace(self, users=users, former=(*self.former, leaves))

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
    ended: Mapping[str, int] = {}
    """By match: when a result was last recorded, in ms since the epoch."""
    former: frozenset[tuple[str, str]] = frozenset()
    """Matches with tables that are not theirs any more."""
    until: Mapping[str, Until] = {}
    """By match: what it has instead of the round's."""
    timed: Mapping[str, int] = {}
    """By match: the event that opened a table with times of its own, which earlier rulings change no more."""
    also: tuple[record.Match, ...] = ()
    """Matches that rulings have made, in facts: a reversed one may have been played."""
    void: frozenset[str] = frozenset()
    """Tables that count no more, by rulings."""
    names: frozenset[str] = frozenset()
    """Of its matches, as it was drawn."""
    over: Mapping[str, tuple[TableRecorded, ...]] = {}
    """By match: those of its several tables that are over."""
    stage: int = 0
    """The stage that it belongs to, from 0."""

    @property
    def parts_ties(self) -> bool:
        """Whether it is tables that part those who are equal on a cut line: it counts in no standings."""
        return self.drawn.algorithm == tie_break_tables.ALGORITHM

    def entries_of(self, match: str) -> tuple[int, ...]:
        """All entries of *match*, in seat order."""
        return next(each.entries for each in (*self.played.matches, *self.also) if each.match == match)

    def seated(self, match: str) -> tuple[int, ...]:
        """The entries that *match* is played by, in seat order."""
        return tuple(entry for entry in self.entries_of(match) if entry not in self.missed.get(match, ()))

    def table_of(self, match: str) -> str | None:
        """Where the result of *match* that counts was made; else where it is played."""
        if self.former:
            made = self.played.results.get(match)
            for result in self.results_of(match):
                if result.marks == made and result.table is not None and result.table not in self.void:
                    return result.table
        return self.tables.get(match)

    @property
    def with_games(self) -> record.Round:
        """What was played, with the single tables of its matches."""
        tables = {match: tuple(each.marks for each in over) for match, over in self.over.items()}
        return replace(self.played, tables=tables) if tables else self.played

    def with_tables_that_count(self) -> Round:
        """Of matches of several tables without those that are void, or were played after what decides it now."""
        return replace(self, over={match: self._counting(match) for match in self.over}) if self.over else self

    def _counting(self, match: str) -> tuple[TableRecorded, ...]:
        tables = [each for each in self.over[match] if each.table not in self.void]
        made = self.played.results.get(match)
        last = [result.table for result in self.results_of(match) if made is not None and result.marks == made]
        ends = [at for at, each in enumerate(tables, start=1) if each.table in last]
        return tuple(tables[: min(ends, default=len(tables))])

    def number_of(self, match: str) -> int:
        """Of its table in the round, from 1."""
        return [each.match for each in self.drawn.matches].index(match) + 1

    def until_of(self, match: str) -> Until:
        own, drawn = self.until.get(match), self.drawn
        if own is None:
            return Until(drawn.deadline, drawn.grace)
        return Until(own.deadline or drawn.deadline, own.grace or drawn.grace)

    def extended(self, match: str | None, deadline: int | None, grace: int | None) -> Round:
        """The round, or one *match* of it, with another *deadline*, or another end of waiting, where one is given."""
        if match is None:
            drawn = self.drawn
            times = {"deadline": deadline or drawn.deadline, "grace": grace or drawn.grace}
            return replace(self, drawn=replace(drawn, **times))
        until = self.until_of(match)
        return replace(self, until={**self.until, match: Until(deadline or until.deadline, grace or until.grace)})

    def with_result(self, match: str, made: record.Marks | None) -> Round:
        """The round with another result of *match*, or none."""
        results = dict(self.played.results)
        results.pop(match, None)
        if made is not None:
            results[match] = made
        return replace(self, played=replace(self.played, results=results))

    def apart_from(self, void: Collection[str]) -> Round:
        """The round without the matches that are *void*."""
        drawn = tuple(match for match in self.drawn.matches if match.match not in void)
        played = tuple(match for match in self.played.matches if match.match not in void)
        if len(played) == len(self.played.matches):
            return self
        results = {match: made for match, made in self.played.results.items() if match not in void}
        left = replace(self.played, matches=played, results=results)
        return replace(self, drawn=replace(self.drawn, matches=drawn), played=left)

    def has(self, match: str) -> bool:
        return any(each.match == match for each in self.played.matches)

    def is_round(self, number: int, seq: int) -> bool:
        """Whether it is round *number* as it stood at event *seq*: one that was undone is paired again later."""
        return self.drawn.round == number and self.seq < seq

    def knows(self, match: str) -> bool:
        """Whether it is a match of the round as it was drawn, or was by a ruling."""
        return match in self.names or any(each.match == match for each in self.also)

    def results_apart_from(self, match: str, void: Collection[str], forfeits: int) -> Iterator[ResultRecorded]:
        """The results of *match* but for those of tables that are *void*, and of the first *forfeits* those without a
        table."""
        for at, result in enumerate(self.results_of(match)):
            if result.table not in void if result.table is not None else at >= forfeits:
                yield result

    def results_of(self, match: str) -> Iterator[ResultRecorded]:
        return (result for result in self.recorded if result.match == match)
