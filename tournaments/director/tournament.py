"""A tournament as a fold of its stream. :func:`evolve` alone makes a new :class:`Tournament`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.events import Event
from tournaments.director.events import (
    Announced,
    Cancelled,
    CancelReason,
    Edited,
    Entered,
    EntriesMissed,
    Finished,
    PairingRefused,
    ResultRecorded,
    RoundPaired,
    Settings,
    Started,
    StructureDrawn,
    TableRecorded,
    TablesOpened,
    Withdrawn,
)
from tournaments.director.formats import record
from tournaments.director.formats.brackets.structure import Structure
from tournaments.director.formats.format import Record
from tournaments.director.formats.registry import FORMATS
from tournaments.director.formats.standings import Line, standings
from tournaments.director.formats.tiebreaks import settings as tie_breaks
from tournaments.director.formats.tiebreaks.ranking import rank
from tournaments.director.formats.tiebreaks.reading import recorded
from tournaments.director.formats.tiebreaks.settings import Points

Status: TypeAlias = Literal["announced", "running", "finished", "cancelled"]


class Entry(msgspec.Struct, frozen=True):
    """Who competes. A withdrawn entry keeps its number and what it has played."""

    number: int
    users: tuple[int, ...]
    withdrawn: bool = False


class Round(msgspec.Struct, frozen=True):
    """A round as drawn, the tables of its matches, and what has been played of it."""

    drawn: RoundPaired
    played: record.Round
    at: int
    tables: Mapping[str, str] = {}
    missed: Mapping[str, tuple[int, ...]] = {}
    """By match: the entries that it is played without."""

    over: Mapping[str, tuple[TableRecorded, ...]] = {}
    """By match: those of its several tables that are over."""

    def entries_of(self, match: str) -> tuple[int, ...]:
        """All entries of *match*, in seat order."""
        return next(each.entries for each in self.played.matches if each.match == match)

    def seated(self, match: str) -> tuple[int, ...]:
        """The entries that *match* is played by, in seat order."""
        return tuple(entry for entry in self.entries_of(match) if entry not in self.missed.get(match, ()))


class Tournament(msgspec.Struct, frozen=True, dict=True):
    """All that has happened so far; times are epoch ms."""

    id: str = ""
    organiser: int = 0
    announced: Settings | None = None
    status: Status = "announced"
    entries: Mapping[int, Entry] = {}
    seeds: tuple[int, ...] = ()
    planned: int = 0
    """Rounds, once started."""
    structure: Structure = ()
    rounds: tuple[Round, ...] = ()
    places: Mapping[int, int] = {}
    """The final places, once finished."""
    cancelled: CancelReason | None = None
    refused: str | None = None
    """Why the next round could not be made, while nothing has changed since."""
    announced_at: int = 0
    started_at: int | None = None
    ended_at: int | None = None

    @property
    def settings(self) -> Settings:
        if self.announced is None:
            raise LookupError("a tournament begins with its announcement")
        return self.announced

    @property
    def present(self) -> tuple[int, ...]:
        """The entries that have not withdrawn: in seed order once started, before that as they entered."""
        return tuple(number for number in self.seeds or self.entries if not self.entries[number].withdrawn)

    @property
    def played(self) -> tuple[record.Round, ...]:
        return tuple(paired.played for paired in self.rounds)

    @property
    def record(self) -> Record:
        """What a format may know of it."""
        return Record(
            planned=self.planned,
            seeds=self.seeds,
            present=self.present,
            rounds=self.played,
            structure=self.structure,
        )

    @property
    def open_rounds(self) -> tuple[Round, ...]:
        """Those with matches that have no result."""
        return tuple(paired for paired in self.rounds if not paired.played.complete)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The standings now, over all that has been recorded: reckoned once, since every reader asks for them."""
        found = standings(
            self.seeds or self.present,
            self.played,
            bye=Fraction(self.settings.bye),
            tie_breaks=FORMATS[self.settings.format].tie_breaks,
            withdrawn=[entry.number for entry in self.entries.values() if entry.withdrawn],
        )
        if self.settings.tie_breaks:
            found = _decided(found, self.played, self.settings)
        return FORMATS[self.settings.format].ranking(found, self.record)

    def round_of(self, match: str) -> Round | None:
        """The round that *match* belongs to; nearly always the last."""
        for paired in reversed(self.rounds):
            if any(each.match == match for each in paired.played.matches):
                return paired
        return None

    def open_match(self, entry: int) -> str | None:
        """The match that *entry* has still to play."""
        for paired in self.open_rounds:
            for match in paired.played.matches:
                if entry in match.entries and match.match not in paired.played.results:
                    return match.match
        return None

    def entry_of(self, user: int) -> Entry | None:
        """The present entry of *user*."""
        entries = (entry for entry in self.entries.values() if user in entry.users and not entry.withdrawn)
        return next(entries, None)


def _decided(lines: Sequence[Line], rounds: Sequence[record.Round], settings: Settings) -> tuple[Line, ...]:
    """*lines* in the order of the tie-breaks that were chosen, with their values."""
    line = {each.entry: each for each in lines}
    chosen = tie_breaks.Settings(Points(bye=Fraction(settings.bye)), rules=settings.unplayed)
    ranked = rank(settings.tie_breaks, recorded(line, rounds), chosen)
    return tuple(replace(line[each.entry], place=each.place, values=tuple(each.values.values())) for each in ranked)


# -- the fold


def evolve(tournament: Tournament, event: Event, at: int) -> Tournament:
    """The tournament after *event*, recorded *at* epoch ms."""
    if tournament.refused is not None:
        tournament = replace(tournament, refused=None)
    return _EVOLVE[type(event)](tournament, event, at)


def fold(events: Iterable[tuple[Event, int]], start: Tournament | None = None) -> Tournament:
    tournament = start or Tournament()
    for event, at in events:
        tournament = evolve(tournament, event, at)
    return tournament


def _announced(_tournament: Tournament, event: Announced, at: int) -> Tournament:
    return Tournament(id=event.tournament, organiser=event.organiser, announced=event.settings, announced_at=at)


def _edited(tournament: Tournament, event: Edited, _at: int) -> Tournament:
    return replace(tournament, announced=event.settings)


def _cancelled(tournament: Tournament, event: Cancelled, at: int) -> Tournament:
    return replace(tournament, status="cancelled", cancelled=event.reason, ended_at=at)


def _entered(tournament: Tournament, event: Entered, _at: int) -> Tournament:
    return replace(tournament, entries={**tournament.entries, event.entry: Entry(event.entry, event.users)})


def _withdrawn(tournament: Tournament, event: Withdrawn, _at: int) -> Tournament:
    entry = replace(tournament.entries[event.entry], withdrawn=True)
    return replace(tournament, entries={**tournament.entries, event.entry: entry})


def _started(tournament: Tournament, event: Started, at: int) -> Tournament:
    return replace(tournament, status="running", seeds=event.seeds, planned=event.rounds, started_at=at)


def _structure_drawn(tournament: Tournament, event: StructureDrawn, _at: int) -> Tournament:
    return replace(tournament, structure=event.matches)


def _round_paired(tournament: Tournament, event: RoundPaired, at: int) -> Tournament:
    matches = tuple(record.Match(match.match, match.entries, match.teams, match.key) for match in event.matches)
    played = record.Round(event.round, matches, tuple(bye.entry for bye in event.byes))
    return replace(tournament, rounds=(*tournament.rounds, Round(event, played, at)))


def _pairing_refused(tournament: Tournament, event: PairingRefused, _at: int) -> Tournament:
    return replace(tournament, refused=event.code)


def _tables_opened(tournament: Tournament, event: TablesOpened, _at: int) -> Tournament:
    return _with_round(
        tournament, event.round, lambda paired: replace(paired, tables={**paired.tables, **dict(event.tables)})
    )


def _entries_missed(tournament: Tournament, event: EntriesMissed, _at: int) -> Tournament:
    def missed(paired: Round) -> Round:
        entries = (*paired.missed.get(event.match, ()), *event.entries)
        return replace(paired, missed={**paired.missed, event.match: entries})

    return _with_match(tournament, event.match, missed)


def _table_recorded(tournament: Tournament, event: TableRecorded, _at: int) -> Tournament:
    def recorded(paired: Round) -> Round:
        tables = (*paired.over.get(event.match, ()), event)
        return replace(paired, over={**paired.over, event.match: tables})

    return _with_match(tournament, event.match, recorded)


def _result_recorded(tournament: Tournament, event: ResultRecorded, _at: int) -> Tournament:
    def recorded(paired: Round) -> Round:
        results = {**paired.played.results, event.match: event.marks}
        return replace(paired, played=replace(paired.played, results=results))

    return _with_match(tournament, event.match, recorded)


def _finished(tournament: Tournament, event: Finished, at: int) -> Tournament:
    places = {each.entry: each.place for each in event.places}
    return replace(tournament, status="finished", places=places, ended_at=at)


def _with_match(tournament: Tournament, match: str, change: Callable[[Round], Round]) -> Tournament:
    paired = tournament.round_of(match)
    if paired is None:
        raise LookupError(f"{match} is no match of {tournament.id}")
    return _with_round(tournament, paired.drawn.round, change)


def _with_round(tournament: Tournament, number: int, change: Callable[[Round], Round]) -> Tournament:
    rounds = (*tournament.rounds[: number - 1], change(tournament.rounds[number - 1]), *tournament.rounds[number:])
    return replace(tournament, rounds=rounds)


_EVOLVE: dict[type[Event], Callable[[Tournament, Any, int], Tournament]] = {
    Announced: _announced,
    Edited: _edited,
    Cancelled: _cancelled,
    Entered: _entered,
    Withdrawn: _withdrawn,
    Started: _started,
    StructureDrawn: _structure_drawn,
    RoundPaired: _round_paired,
    PairingRefused: _pairing_refused,
    TablesOpened: _tables_opened,
    EntriesMissed: _entries_missed,
    TableRecorded: _table_recorded,
    ResultRecorded: _result_recorded,
    Finished: _finished,
}
