"""A bracket as it is answered: its matches by their keys, who is in them and who may come."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from tournaments.director.display.bracket_shapes import BracketInfo, PlaceInfo, Side, SlotInfo, StageInfo
from tournaments.director.display.shapes import EntryInfo
from tournaments.kit.words import plain

MatchKey: TypeAlias = Annotated[str, Meta(examples=["W2.1"])]
Status: TypeAlias = Annotated[
    Literal["waiting", "ready", "playing", "decided", "bye", "not_needed"],
    Meta(
        description="`waiting`: a side is not known yet; `bye`: it needs no play, for a side will never come; "
        "`not_needed`: it would have been played, had another match ended otherwise."
    ),
]


class BracketSlot(Struct, frozen=True, kw_only=True):
    """A side of a match."""

    entry: EntryInfo | None
    absence: Annotated[
        Literal["bye", "tbd", "not_needed"] | None,
        Meta(description="Why nobody is there: nobody ever comes, it is not known yet who, there will be no match."),
    ]
    words: Annotated[str, Meta(description="The entry, or who may come.")]
    won: bool | None
    score: Annotated[str, Meta(description="What it has of several tables, else 1 or 0; + and – for forfeits.")]
    source: Annotated[str, Meta(description="Of a seed from a stage before: the place that it comes from.")]


class BracketMatch(Struct, frozen=True, kw_only=True):
    """A match of the bracket, from its key on; `match` and the tables once it is drawn."""

    key: MatchKey
    number: Annotated[int | None, Meta(description="Among those that may have to be played, from 1.")]
    title: Annotated[str, Meta(description="Its round in words.")]
    status: Status
    slots: tuple[BracketSlot, ...]
    match: str | None
    table: Annotated[str | None, Meta(description="The last, if there are several.")]
    tables_over: Annotated[tuple[str, ...], Meta(description="Of a match of several tables, in their order.")]
    winner_to: Annotated[MatchKey | None, Meta(description="The match that the winner goes on to.")]
    loser_to: MatchKey | None


class BracketRound(Struct, frozen=True, kw_only=True):
    key: Annotated[str, Meta(examples=["W2"])]
    side: Side
    title: str
    over: bool
    matches: Annotated[tuple[BracketMatch, ...], Meta(description="From top to bottom.")]


class Bracket(Struct, frozen=True, kw_only=True):
    """A bracket as of the tournament's event `seq`."""

    seq: int
    played: Annotated[int, Meta(description="Matches that are over, played or forfeited.")]
    to_play: Annotated[int, Meta(description="The least number in all; a second grand final is one more.")]
    fixed: Annotated[bool, Meta(description="False: the stage before is not over, and its standings may change.")]
    rounds: tuple[BracketRound, ...]


def bracket(info: BracketInfo) -> Bracket:
    rounds = tuple(map(_round, info.stages))
    return Bracket(seq=info.seq, played=info.played, to_play=info.to_play, fixed=info.fixed, rounds=rounds)


def _round(stage: StageInfo) -> BracketRound:
    return BracketRound(
        key=stage.key,
        side=stage.side,
        title=plain(stage.title),
        over=stage.over,
        matches=tuple(map(_match, stage.matches)),
    )


def _match(place: PlaceInfo) -> BracketMatch:
    drawn = place.match
    return BracketMatch(
        key=place.key,
        number=place.number,
        title=plain(place.title),
        status=place.status,
        slots=tuple(map(_slot, place.slots)),
        match=drawn.match if drawn else None,
        table=drawn.table if drawn else None,
        tables_over=tuple(over.table for over in drawn.over) if drawn else (),
        winner_to=place.winner_to,
        loser_to=place.loser_to,
    )


def _slot(slot: SlotInfo) -> BracketSlot:
    return BracketSlot(
        entry=slot.entry if slot.entry else None,
        absence=slot.absence,
        words=plain(slot.words),
        won=slot.won,
        score=slot.score,
        source=plain(slot.source) if slot.source else "",
    )
