"""What happens in a tournament. All of it is public; people are user ids, entries are numbers within the tournament.

Room is left for what comes later: an entry names several users (teams), a match is a set of tables.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from engine.codec import Codec
from engine.events import Event, Public
from engine.game import Teams
from tournaments.director.formats.brackets.structure import Structure
from tournaments.director.formats.draw import Bye, Reason
from tournaments.director.formats.format import OddTables
from tournaments.director.formats.record import Marks
from tournaments.director.formats.series.rules import Series
from tournaments.director.formats.tiebreaks.settings import Rules
from tournaments.director.upcasts import UPCASTS
from tournaments.tables.events import Clock

Format: TypeAlias = Literal["round-robin", "swiss", "pods", "knock-out", "double-elimination"]
CancelReason: TypeAlias = Literal["organiser", "too_few_entries", "cannot_start"]


class Settings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the organiser announces. Times are epoch ms; ``None`` leaves it to the format, or sets no limit."""

    name: str
    game: str
    format: Format
    starts_at: int
    options: dict[str, Any] = {}
    rounds: int | None = None
    clock: Clock | None = None
    rated: bool = True
    round_minutes: int | None = None
    max_entries: int | None = None
    description: str = ""
    bots: bool = True
    table_size: int = 4
    """The size that tables of three to five should have."""
    odd_tables: OddTables = "lowest"
    bye: Literal["1", "1/2", "0"] = "1"
    """What a bye is worth."""
    grace_minutes: int | None = None
    """How long players are awaited at their tables. ``None``: five minutes with a clock, else to the deadline."""
    tie_breaks: tuple[str, ...] = ()
    """Their codes, which decide among equal points in this order. None, as in what was announced before they could be
    chosen: Buchholz, Sonneborn-Berger and wins, to which a bye and a forfeit add nothing."""
    unplayed: Rules = "2026"
    """The rules for what a round that was not played counts in them."""
    series: Series | None = None
    """The tables of a match. ``None``: a single one, which may be level."""
    third_place: bool = True
    """Whether the losers of a knock-out's semi-finals play for the third place."""


class Announced(Public, frozen=True):
    kind = "tournament.announced"
    version = 4
    tournament: str
    organiser: int
    settings: Settings


class Edited(Public, frozen=True):
    kind = "tournament.edited"
    version = 4
    settings: Settings


class Cancelled(Public, frozen=True):
    kind = "tournament.cancelled"
    reason: CancelReason


class Entered(Public, frozen=True):
    kind = "tournament.entered"
    entry: int
    users: tuple[int, ...]


class Withdrawn(Public, frozen=True):
    """Out from the next round on; what was played stays."""

    kind = "tournament.withdrawn"
    entry: int


class Started(Public, frozen=True):
    """The entries by rating, best first, equals by the lot of ``seed``; and how many rounds there will be."""

    kind = "tournament.started"
    seeds: tuple[int, ...]
    seed: str
    rounds: int


class StructureDrawn(Public, frozen=True):
    """All matches of a bracket, by their keys, and who may come to them: seeds are places in ``entries``, from 1."""

    kind = "tournament.structure_drawn"
    algorithm: str
    entries: tuple[int, ...]
    matches: Structure


class Ranked(msgspec.Struct, frozen=True):
    """An entry that a round was drawn for, with its score then: an exact fraction."""

    entry: int
    score: str


class Match(msgspec.Struct, frozen=True):
    """A contest of a round: its entries in seat order, why they meet, and the seats that play together, if any do."""

    match: str
    key: str
    """Where it stands in the tournament: ``W2.1`` in a bracket, ``R3.4`` the fourth of round 3."""
    entries: tuple[int, ...]
    reasons: tuple[Reason, ...] = ()
    teams: Teams = ()


class RoundPaired(Public, frozen=True):
    """A round, and all that went into its draw: with the same inputs and seed the algorithm gives it again.

    Of a bracket it is the matches that are ready at that moment, while others are still played.
    """

    kind = "tournament.round_paired"
    version = 3
    round: int
    reached: int
    """How far that is: the last round of the bracket with a match here; else the same as ``round``."""
    algorithm: str
    preference: str
    seed: str
    inputs: tuple[Ranked, ...]
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...]
    compromises: tuple[Reason, ...]
    """The rules that could not be kept, each named."""
    deadline: int | None
    grace: int | None
    """Until when players are awaited at their tables, in epoch ms."""


class PairingRefused(Public, frozen=True):
    """This round could not be made, for the reason ``code``. It is tried again when something has changed."""

    kind = "tournament.pairing_refused"
    round: int
    code: str


class TablesOpened(Public, frozen=True):
    """The tables at which matches of a round are played, as (match, table); one named later takes the place of the one
    before, or follows it once that is over."""

    kind = "tournament.tables_opened"
    round: int
    tables: tuple[tuple[str, str], ...]


class TableRecorded(Public, frozen=True):
    """One of several tables of a match is over: what the match's entries made of it, in the order of the match."""

    kind = "tournament.table_recorded"
    match: str
    table: str
    marks: Marks


class EntriesMissed(Public, frozen=True):
    """These entries did not come to their match; the others play it without them, at another table."""

    kind = "tournament.entries_missed"
    match: str
    entries: tuple[int, ...]


class ResultRecorded(Public, frozen=True):
    """A match is decided: what its entries made of it, in seat order; at this table, or at none."""

    kind = "tournament.result_recorded"
    version = 2
    match: str
    table: str | None
    marks: Marks


class FinalPlace(msgspec.Struct, frozen=True):
    entry: int
    place: int


class Finished(Public, frozen=True):
    """The final order, so that no later change of a formula can change it."""

    kind = "tournament.finished"
    places: tuple[FinalPlace, ...]


TOURNAMENT_EVENTS: tuple[type[Event], ...] = (
    Announced,
    Edited,
    Cancelled,
    Entered,
    Withdrawn,
    Started,
    StructureDrawn,
    RoundPaired,
    PairingRefused,
    TablesOpened,
    EntriesMissed,
    TableRecorded,
    ResultRecorded,
    Finished,
)
CODEC: Codec[Event] = Codec(TOURNAMENT_EVENTS, UPCASTS)
