"""What a tournament has come to. :func:`~.folding.evolve` alone makes a new :class:`Tournament`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

from tournaments.director.formats import record
from tournaments.director.formats.brackets.structure import Structure
from tournaments.director.formats.format import Record
from tournaments.director.formats.pod_knockout.rules import Rules
from tournaments.director.formats.registry import FORMATS
from tournaments.director.formats.standings import Adjustments, Line
from tournaments.director.state.acts import SetPairing
from tournaments.director.state.events import (
    CancelReason,
    Settings,
)
from tournaments.director.state.facts import Entry, Message, Round
from tournaments.director.state.invitations import Expected
from tournaments.director.state.lines import counted, reckoned
from tournaments.director.state.rulings import effects
from tournaments.director.state.rulings.ruling import Ruling

__all__ = ["Entry", "Round", "Status", "Tournament"]

Status: TypeAlias = Literal["announced", "running", "finished", "cancelled"]


class Tournament(Expected, frozen=True, dict=True):
    """All that has happened so far; times are epoch ms. ``facts`` and ``entered`` are what was recorded; ``rounds`` and
    ``entries``, and all that is read of them, are that with the rulings applied."""

    id: str = ""
    organiser: int = 0
    organisers: tuple[int, ...] = ()
    """Who else directs it."""
    announced: Settings | None = None
    status: Status = "announced"
    entered: Mapping[int, Entry] = {}
    seeds: tuple[int, ...] = ()
    planned: int = 0
    """Rounds, once started."""
    structure: Structure = ()
    pods: Rules | None = None
    facts: tuple[Round, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    messages: tuple[Message, ...] = ()
    places: Mapping[int, int] = {}
    """The final places, once finished."""
    cancelled: CancelReason | None = None
    refused: str | None = None
    """Why the next round could not be made, while nothing has changed since."""
    announced_at: int = 0
    started_at: int | None = None
    ended_at: int | None = None
    seq: int = 0
    """The number of its last event."""
    ends: Mapping[int, int] = {}
    """By round: the event with which all of it had been decided for the first time."""

    @property
    def settings(self) -> Settings:
        if self.announced is None:
            raise LookupError("a tournament begins with its announcement")
        return self.announced

    @property
    def present(self) -> tuple[int, ...]:
        """The entries that have not withdrawn: in seed order once started, before that as they entered."""
        everybody = (self.entries[number] for number in self.seeds or self.entries)
        return tuple(entry.number for entry in everybody if not entry.withdrawn and not entry.waiting)

    @property
    def directors(self) -> tuple[int, ...]:
        """Who directs it: the organiser, and those whom they named."""
        return self.organiser, *self.organisers

    @property
    def waiting(self) -> tuple[int, ...]:
        """The entries on the waiting list, who comes in next first."""
        return tuple(entry.number for entry in self.entries.values() if entry.waiting and not entry.withdrawn)

    @cached_property
    def entries(self) -> Mapping[int, Entry]:
        """Who has entered, as it counts."""
        return effects.standing(self.entered, self.rulings)

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds as they count."""
        rounds = effects.applied(self.facts, self.rulings)
        if rounds is self.facts:
            return rounds
        void = FORMATS[self.settings.format].void(self._record(rounds))
        return tuple(paired.apart_from(void) for paired in rounds) if void else rounds

    @property
    def repaired(self) -> bool:
        """Whether a ruling has paired a round by hand."""
        return any(isinstance(ruling.act, SetPairing) for ruling in self.rulings)

    @cached_property
    def adjustments(self) -> Adjustments:
        """Points given and taken by rulings."""
        return effects.adjustments(self.rulings, len(self.rounds))

    @property
    def here(self) -> tuple[int, ...]:
        """The present entries that do not pause."""
        return tuple(number for number in self.present if not self.entries[number].paused)

    @property
    def drawn_next(self) -> tuple[int, ...]:
        """The entries that the next round is drawn for."""
        following = len(self.rounds) + 1
        return tuple(number for number in self.here if following not in self.entries[number].byes)

    @property
    def played(self) -> tuple[record.Round, ...]:
        return tuple(paired.played for paired in self.rounds)

    @property
    def counted(self) -> tuple[record.Round, ...]:
        """The rounds as they count in the standings."""
        return counted(self.settings, [self.entries[number] for number in self.seeds], self.played)

    @property
    def so_far(self) -> Record:
        """What a format may know of it."""
        return self._record(self.rounds)

    def _record(self, rounds: Sequence[Round]) -> Record:
        return Record(
            planned=self.planned,
            seeds=self.seeds,
            present=self.present,
            rounds=tuple(paired.played for paired in rounds),
            structure=self.structure,
            pods=self.pods,
        )

    @property
    def reached(self) -> int:
        """The round that it has come to; of a bracket several may be played at once."""
        return max((paired.drawn.reached or paired.drawn.round for paired in self.rounds), default=0)

    @property
    def round_open(self) -> bool:
        """Whether a match has no result yet; it may be one of an earlier round."""
        return not all(paired.played.complete for paired in self.rounds)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The standings now, over all that has been recorded: reckoned once, since every reader asks for them."""
        entries = [self.entries[number] for number in self.seeds or self.present]
        found = reckoned(self.settings, entries, self.played, self.adjustments)
        return FORMATS[self.settings.format].ranking(found, self.so_far)

    @property
    def ratings(self) -> dict[int, int]:
        """By entry, of those who had one when they came."""
        return {entry.number: entry.rating for entry in self.entries.values() if entry.rating is not None}

    def round_of(self, match: str) -> Round | None:
        """The round that *match* belongs to; nearly always the last."""
        return next((paired for paired in reversed(self.rounds) if paired.has(match)), None)

    def fact_of(self, match: str) -> Round | None:
        """The round of *match* as it was recorded."""
        return next((paired for paired in reversed(self.facts) if paired.knows(match)), None)

    def open_match(self, entry: int) -> str | None:
        """The last match that *entry* has still to play."""
        for paired in reversed(self.rounds):
            for match in paired.played.matches:
                if entry in match.entries and match.match not in paired.played.results:
                    return match.match
        return None

    def entry_of(self, user: int) -> Entry | None:
        """The entry of *user* that is in, or waits to be."""
        entries = (entry for entry in self.entries.values() if user in entry.users and not entry.withdrawn)
        return next(entries, None)
