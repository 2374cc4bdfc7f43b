"""Entries and standings as they are answered, in the API's own shape. Points are as people write them: 2½."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from tournaments.director.display import shapes
from tournaments.director.display.shapes import EntryInfo, ItemInfo, Member
from tournaments.kit.words import plain


class TeamInfo(Struct, frozen=True):
    """A team that waits for those `awaited` to confirm; `number` is that of the entry that it would be."""

    number: int
    name: str
    members: tuple[Member, ...]
    awaited: tuple[str, ...]


class SubstituteInfo(Struct, frozen=True):
    """Who is asked to play in an entry instead of whom, by name, and has not answered."""

    entry: int
    leaves: str
    comes: str


class TieBreakValue(Struct, frozen=True):
    """What an entry has of a tie-break, as people read it, and in sentences why."""

    code: str
    value: str
    why: tuple[str, ...]


class Adjustment(Struct, frozen=True):
    """Points that rulings have given or taken."""

    round: int
    points: str


class LineInfo(Struct, frozen=True):
    """A line of the standings, and round by round why. Points as people read them: 2½."""

    place: Annotated[int, Meta(description="0 for an entry that was disqualified.")]
    entry: EntryInfo
    points: str
    tables: int
    byes: int
    why: tuple[ItemInfo, ...]
    tie_breaks: tuple[TieBreakValue, ...]
    """Those that were chosen, in their order."""
    adjusted: tuple[Adjustment, ...]


def teams(infos: Iterable[shapes.Team]) -> tuple[TeamInfo, ...]:
    return tuple(
        TeamInfo(info.number, info.name, info.members, tuple(each.name for each in info.awaited)) for info in infos
    )


def substitutes(infos: Iterable[shapes.Substitute]) -> tuple[SubstituteInfo, ...]:
    return tuple(SubstituteInfo(info.entry, info.leaves.name, info.comes.name) for info in infos)


def line(info: shapes.LineInfo) -> LineInfo:
    return LineInfo(
        place=info.place,
        entry=info.entry,
        points=info.points,
        tables=info.tables,
        byes=info.byes,
        why=info.why,
        tie_breaks=tuple([TieBreakValue(each.code, each.value, tuple(map(plain, each.why))) for each in info.values]),
        adjusted=tuple([Adjustment(*each) for each in info.adjusted]),
    )
