"""What is told about a bracket: its rounds and matches, with who may come to them."""

from typing import Literal, TypeAlias

import msgspec

from engine.text import Text
from tournaments.director.display.shapes import EntryInfo, MatchInfo

Status: TypeAlias = Literal["waiting", "ready", "playing", "decided", "bye", "not_needed"]
"""``waiting``: a side is not known yet; ``ready``: both are, a table is about to be opened; ``bye``: it needs no play,
since a side will never come; ``not_needed``: it would have been played, had another match ended otherwise."""

Side: TypeAlias = Literal["winners", "losers", "final", "third", "tables"]


class SlotInfo(msgspec.Struct, frozen=True):
    """A side of a match, or a seat at one of several tables of a round: an entry, or why there is none (yet) and in
    words who may come. At such a table ``won`` says whether it goes on, ``score`` its place."""

    entry: EntryInfo | None
    absence: Literal["bye", "tbd", "not_needed"] | None
    words: Text
    won: bool | None
    """``None``: not decided."""
    score: str
    """What it has of several tables, else 1 or 0; ``+`` a win by forfeit, ``–`` a match missed. Empty: nothing yet."""
    source: Text | None = None
    """Of a seed that comes from a stage before: place 2 of group B."""


class PlaceInfo(msgspec.Struct, frozen=True):
    """A match of a bracket. ``number`` counts those that may have to be played, from 1."""

    key: str
    number: int | None
    title: Text
    """The round that it is in."""
    status: Status
    slots: tuple[SlotInfo, ...]
    match: MatchInfo | None
    """Once it has been drawn."""
    winner_to: str | None
    """The key of the match that the winner goes on to, if there is one."""
    loser_to: str | None

    @property
    def entries(self) -> tuple[int, ...]:
        """The users who are in it now."""
        return tuple(user for slot in self.slots if slot.entry for user in slot.entry.users)


class StageInfo(msgspec.Struct, frozen=True):
    """A round of a side of the bracket: its key (``W2``), and its matches from top to bottom."""

    key: str
    side: Side
    title: Text
    matches: tuple[PlaceInfo, ...]

    @property
    def over(self) -> bool:
        return all(match.status in ("decided", "bye", "not_needed") for match in self.matches)


class BracketInfo(msgspec.Struct, frozen=True):
    """A bracket whole, as of the tournament's event ``seq``; ``played`` of ``to_play`` matches are over."""

    seq: int
    stages: tuple[StageInfo, ...]
    played: int
    to_play: int
    """At least: a grand final that is played again is one more."""
    fixed: bool = True
    """Whether it is known who plays it; else it is as things stand."""

    def side(self, *sides: Side) -> tuple[StageInfo, ...]:
        return tuple(stage for stage in self.stages if stage.side in sides)

    @property
    def numbers(self) -> dict[str, int]:
        return {place.key: place.number for stage in self.stages for place in stage.matches if place.number}
