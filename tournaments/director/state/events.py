"""What happens in a tournament. All of it is public; people are user ids, entries are numbers within the tournament.

An entry names several users where teams play.
"""

from typing import Literal, TypeAlias

import msgspec

from engine.events import Public
from engine.game import Teams
from tournaments.director.state.announced import Settings as Settings
from tournaments.director.state.announced import Words as Words
from tournaments.director.state.stage_settings import Format as Format
from tournaments.pairing.brackets.structure import Structure
from tournaments.pairing.draw import Bye, Reason
from tournaments.pairing.pod_knockout.tables import Rules as PodRules
from tournaments.pairing.qualification import Take, Tie
from tournaments.pairing.record import Marks

CancelReason: TypeAlias = Literal["organiser", "too_few_entries", "cannot_start"]


class Announced(Public, frozen=True):
    kind = "tournament.announced"
    tournament: str
    organiser: int
    settings: Settings


class Edited(Public, frozen=True):
    kind = "tournament.edited"
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
    ratings: tuple[int | None, ...]
    """Of the seeds, as people see them: what tie-breaks by rating are made of."""
    left_out: tuple[int, ...]
    """Those who had entered but had not checked in."""


class StartedAgain(Started, frozen=True):
    """Before a card was played somebody more came in: the schedule is drawn again for all, and what was drawn counts no
    more."""

    kind = "tournament.started_again"


class StructureDrawn(Public, frozen=True):
    """All matches of a bracket, by their keys, and who may come to them: seeds are places in ``entries``, from 1."""

    kind = "tournament.structure_drawn"
    algorithm: str
    entries: tuple[int, ...]
    matches: Structure
    pods: PodRules | None
    """Of a knock-out at tables of three to five, which is planned from these alone."""


class Ranked(msgspec.Struct, frozen=True):
    """An entry that a round was drawn for, with its score then: an exact fraction."""

    entry: int
    score: str


class Match(msgspec.Struct, frozen=True):
    """A contest of a round: its entries in seat order, why they meet, and the seats that play together, if any do."""

    match: str
    entries: tuple[int, ...]
    reasons: tuple[Reason, ...] = ()
    teams: Teams = ()
    key: str = ""
    """Where it stands in the tournament: ``W2.1`` in a bracket, ``R3.4`` the fourth of round 3."""


class Absent(msgspec.Struct, frozen=True):
    """An entry that a round was not drawn for, and what it has of it: a draw's points, a win's, none."""

    entry: int
    code: Literal["H", "F", "Z"]


class RoundPaired(Public, frozen=True):
    """A round, and all that went into its draw: with the same inputs and seed the algorithm gives it again.

    Of a bracket it is the matches that are ready at that moment, while others are still played.
    """

    kind = "tournament.round_paired"
    round: int
    algorithm: str
    preference: str
    seed: str
    inputs: tuple[Ranked, ...]
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...]
    """The pairing byes."""
    absences: tuple[Absent, ...]
    """All others that have no match."""
    compromises: tuple[Reason, ...]
    """The rules that could not be kept, each named."""
    deadline: int | None
    grace: int | None
    """Until when players are awaited at their tables, in epoch ms."""
    reached: int = 0
    """How far that is: the last round of the bracket with a match here; else the same as ``round``."""


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
    deadline: int | None
    """Of these tables, if not the round's: they were opened later, by a ruling."""
    grace: int | None
    """Until when players are awaited at them, if not as in the round."""


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
    """A match is decided: what its entries made of it, in seat order; at this table, or at none. Where the game's own
    points count, with those."""

    kind = "tournament.result_recorded"
    match: str
    table: str | None
    marks: Marks


class FinalPlace(msgspec.Struct, frozen=True):
    entry: int
    place: int


class Finished(Public, frozen=True):
    """The final order, so that no later change of a formula can change it; again after a ruling that changes it."""

    kind = "tournament.finished"
    places: tuple[FinalPlace, ...]


class GroupsDrawn(Public, frozen=True):
    """The first stage, with its rounds: the entries of each group, by seed. One group: everybody is together."""

    kind = "tournament.groups_drawn"
    groups: tuple[tuple[int, ...], ...]
    rounds: int


class Qualified(msgspec.Struct, frozen=True):
    """An entry that goes on: its place in its group, without those who have left, and the rule that it came by."""

    entry: int
    group: int
    place: int
    rule: Take | None
    """``None``: the organiser has put it in."""
    carried: str = "0"
    """The points that it takes along, as an exact fraction."""


class FieldFixed(Public, frozen=True):
    """Who plays the next stage, in the order of their seeds there. Named again for the same stage if a ruling
    changes it before it has begun."""

    kind = "tournament.field_fixed"
    stage: int
    """From 2."""
    entries: tuple[Qualified, ...]
    rounds: int
    """Of this stage."""
    planned: int
    """Of the tournament, as far as that is known now."""
    seed: str
    """Of the lot."""
    ties: tuple[Tie, ...]
    """Equals on a cut line, and what has parted them."""
    passed: tuple[int, ...]
    """Those who would have gone on but have left, or could not be seated."""
    moves: tuple[tuple[int, int], ...]
    """Seeds that changed places so that two of one group do not meet at once."""
    clashes: tuple[tuple[int, int], ...]
    """Entries of one group that meet at once all the same."""
    ruling: int | None
    """The ruling that has changed the field, if one has."""
