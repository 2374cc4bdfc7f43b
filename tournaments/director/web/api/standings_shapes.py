"""Entries and standings as they are answered, in the API's own shape. Points are as people write them: 2½."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from tournaments.director.display import shapes
from tournaments.director.state.attendance import Away
from tournaments.kit.words import plain
from tournaments.pairing.record import Code, Rest


class ByeAsked(Struct, frozen=True):
    round: int
    code: Away
    """`H` for half a point, `Z` for nothing."""


class Member(Struct, frozen=True):
    """Who plays in a team; `level` is a bot's."""

    user: int
    name: str
    level: str


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


class EntryInfo(Struct, frozen=True):
    number: int
    user: int
    """The first, of a team."""
    name: str
    """A team's own, or those of its members."""
    level: str
    """The bot's, empty for a person, and for a team with one."""
    seed: int | None
    """The rank at the start, from 1."""
    withdrawn: bool
    place: int | None
    """The final one."""
    rating: int | None
    """When it came into the field."""
    paused: bool
    """Not drawn until it returns."""
    byes: tuple[ByeAsked, ...]
    """The rounds to come that it will miss."""
    disqualified: bool
    checked_in: bool
    """Whether it has said that it is there."""
    moved_up: bool
    """From the waiting list."""
    members: tuple[Member, ...]
    """Of a team; none for who plays alone."""
    former: tuple[str, ...]
    """Those whom others have replaced, by name."""


class ItemInfo(Struct, frozen=True):
    """What one round gave: a table's result against these opponents, a forfeit (no opponents), or a bye or an absence
    (no match)."""

    round: int
    match: str | None
    table: str | None
    code: Annotated[
        Code | Rest,
        Meta(
            description="Won, level, lost; `+` the others were not there, `-` it was not itself; "
            "`LL` all have lost, by ruling; `U` a bye because "
            "nobody was left to meet; `H` `F` `Z` away, with half a win, a win or nothing."
        ),
    ]
    opponents: tuple[EntryInfo, ...]
    place: int | None
    points: str
    annulled: bool
    """Whether it counts for nobody: a side has left a round robin."""


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


def entry(info: shapes.EntryInfo) -> EntryInfo:
    return EntryInfo(
        number=info.number,
        user=info.user,
        name=info.name,
        level=info.level,
        seed=info.seed,
        withdrawn=info.withdrawn,
        place=info.place,
        rating=info.rating,
        paused=info.paused,
        byes=tuple([ByeAsked(each.round, each.code) for each in info.byes]),
        checked_in=info.checked_in,
        moved_up=info.moved_up,
        disqualified=info.disqualified,
        members=_members(info.members),
        former=info.former,
    )


def _members(members: Iterable[shapes.Member]) -> tuple[Member, ...]:
    return tuple([Member(each.user, each.name, each.level) for each in members])


def teams(infos: Iterable[shapes.Team]) -> tuple[TeamInfo, ...]:
    return tuple(
        TeamInfo(info.number, info.name, _members(info.members), tuple(each.name for each in info.awaited))
        for info in infos
    )


def entries(infos: Iterable[shapes.EntryInfo]) -> tuple[EntryInfo, ...]:
    return tuple([entry(info) for info in infos])


def substitutes(infos: Iterable[shapes.Substitute]) -> tuple[SubstituteInfo, ...]:
    return tuple(SubstituteInfo(info.entry, info.leaves.name, info.comes.name) for info in infos)


def line(info: shapes.LineInfo) -> LineInfo:
    return LineInfo(
        place=info.place,
        entry=entry(info.entry),
        points=info.points,
        tables=info.tables,
        byes=info.byes,
        why=tuple([_item(item) for item in info.why]),
        tie_breaks=tuple([TieBreakValue(each.code, each.value, tuple(map(plain, each.why))) for each in info.values]),
        adjusted=tuple([Adjustment(*each) for each in info.adjusted]),
    )


def _item(info: shapes.ItemInfo) -> ItemInfo:
    return ItemInfo(
        round=info.round,
        match=info.match,
        table=info.table,
        code=info.code,
        opponents=entries(info.opponents),
        place=info.place,
        points=info.points,
        annulled=info.annulled,
    )
