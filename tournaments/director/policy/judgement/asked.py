"""What an organiser may ask for. Most of it is the act itself; what a tournament knows by itself need not be said."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from tournaments.director.state import acts

Points = Annotated[str, Meta(pattern=r"^-?[0-9]{1,3}(/[1-9][0-9]?)?$", examples=["-1/2"])]
"""An exact fraction."""


class _Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    pass


class VoidTable(_Asked, frozen=True, tag="void_table"):
    """What was played of the match counts no more; it is played again at another table."""

    match: str


class GiveTime(_Asked, frozen=True, tag="give_time"):
    """More time for an entry at the table of its match."""

    match: str
    entry: int
    seconds: Annotated[int, Meta(ge=1, le=86_400)]


class AdjustPoints(_Asked, frozen=True, tag="adjust_points"):
    """Points given, or taken if they are below zero, at a round."""

    entry: int
    points: Points
    round: int


class Substitute(_Asked, frozen=True, tag="substitute"):
    """Another player in an entry, both by their names; nobody named who leaves: the only one."""

    entry: int
    comes: Annotated[str, Meta(max_length=150)]
    leaves: Annotated[str, Meta(max_length=150)] | None = None


class SetPairing(_Asked, frozen=True, tag="set_pairing"):
    """The whole round: tables as lists of entries in seat order, and who rests."""

    round: int
    tables: Annotated[tuple[tuple[int, ...], ...], Meta(max_length=1_000)]
    byes: Annotated[tuple[int, ...], Meta(max_length=1_000)] = ()


class Swap(_Asked, frozen=True, tag="swap"):
    """Two entries change places in a round: seats, or a seat and a bye."""

    round: int
    one: int
    other: int


class SetBye(_Asked, frozen=True, tag="set_bye"):
    """Another entry has the bye of the round; whoever had it takes its seat."""

    round: int
    entry: int


Entries = Annotated[tuple[int, ...], Meta(max_length=1_000)]


class SetSeeds(_Asked, frozen=True, tag="set_seeds"):
    """Those who play a stage that has not begun, in the order of their seeds."""

    stage: int
    entries: Entries


class ReplaceQualifier(_Asked, frozen=True, tag="replace_qualifier"):
    """In a stage that has not begun an entry takes the place of another."""

    stage: int
    out: int
    entry: int


Asked: TypeAlias = (
    acts.SetResult
    | acts.Forfeit
    | acts.DoubleLoss
    | VoidTable
    | AdjustPoints
    | GiveTime
    | acts.Extend
    | acts.Disqualify
    | acts.Readmit
    | Substitute
    | SetPairing
    | Swap
    | SetBye
    | acts.UndoRound
    | acts.SetQualifiers
    | SetSeeds
    | ReplaceQualifier
)
