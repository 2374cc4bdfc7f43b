"""What every format hands back: who sits where, who has a bye, and why."""

import hashlib
from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

from engine.game import Teams

ReasonCode: TypeAlias = Literal[
    "scheduled",  # round robin: this pair belongs to this round
    "points_before",  # these, best first, have these scores
    "first_meeting",  # nobody here has met before
    "met_before",  # these two have: in these rounds
    "unavoidable",  # tables of three to five: no seating has fewer repeat meetings than these, squared for each two
    "search_ended",  # the same, but one with fewer may not have been found
    "floated_down",  # paired with a lower score
    "floated_up",  # paired with a higher score
    "accelerated",  # these are paired as if they had more points
    "mates_meet",  # these two should not meet in this round
    "seats_before",  # how often each has sat in the seat that it has now, in seat order
    "partners",  # these two play together: so often before
    "odd_table",  # not the usual size: this one
    "bracket",  # these seeds, in the order of these entries, are in the same match of the bracket
    "snake",  # these seeds, in the order of these entries, sit here: the field was dealt out by snake
    "tied",  # these were level on the line between going on and not
    "bye_scheduled",  # round robin of an odd field: this number rests in this round
    "bye_lowest",  # one is left over: nobody with a lower score has had neither a bye nor a win by forfeit
    "bye_spared",  # one is left over: this many with a lower score have had neither, but could not be spared
    "bye_repeated",  # its byes and wins by forfeit; how many of those who play have had none
    "bye_no_table",  # no set of tables holds everybody
    "bye_opponent_left",  # the opponent of this round has withdrawn
    "bye_alone",  # the number present in this round: too few for a table
    "bye_again",  # how many byes it has had; not who else has: of a bye that a ruling sets
]


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """One true statement about a draw, as data: pages put it into words. Scores are exact fractions: ``"5/2"``."""

    code: ReasonCode
    entries: tuple[int, ...] = ()
    scores: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


class Match(msgspec.Struct, frozen=True):
    """One table of a round: the entries in seat order, and the seats that play together (none: each alone)."""

    entries: tuple[int, ...]
    reasons: tuple[Reason, ...] = ()
    teams: Teams = ()
    key: str = ""
    """In a structure: its own; else what is usual for its place in the round."""


class Bye(msgspec.Struct, frozen=True):
    entry: int
    reasons: tuple[Reason, ...] = ()


class Draw(msgspec.Struct, frozen=True):
    """A round before it is played. ``compromises`` names every rule that could not be kept; usually none."""

    algorithm: str
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()
    compromises: tuple[Reason, ...] = ()
    reached: int | None = None
    """The round that the furthest of the matches belongs to, if that is not the round that is drawn."""


Pairs: TypeAlias = frozenset[frozenset[int]]
"""Entries that must not meet: a club, a family, the organiser's list."""


class Unpairable(Exception):
    """No valid round exists for these entries. A round is valid or it is not made."""

    def __init__(self, why: str, lift: Pairs = frozenset()) -> None:
        super().__init__(why)
        self.lift = lift
        """The smallest set of forbidden pairs without which there is one, where they are what is in the way."""


def lot(seed: str, entry: int) -> bytes:
    """The lot of *entry* in the draw of *seed*: sorting by it is a shuffle that anyone can do again."""
    return hashlib.sha256(f"{seed}/{entry}".encode()).digest()


def check(draw: Draw, entries: Iterable[int], sizes: Iterable[int], forbidden: Pairs = frozenset()) -> None:
    """Raise :class:`Unpairable` unless *draw* seats all of *entries* once, at allowed tables, apart if they must be.

    It knows nothing of how the draw was made, so that a fault there cannot hide here.
    """
    seated = [entry for match in draw.matches for entry in match.entries]
    if sorted([*seated, *(bye.entry for bye in draw.byes)]) != sorted(entries):
        raise Unpairable("somebody is seated twice or not at all")
    allowed = set(sizes)
    for match in draw.matches:
        if len(match.entries) not in allowed:
            raise Unpairable(f"a table of {len(match.entries)}")
        if any(pair <= set(match.entries) for pair in forbidden):
            raise Unpairable(f"entries that must not meet share a table: {match.entries}")
