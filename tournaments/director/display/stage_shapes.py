"""What is told about the stages of a tournament: groups with their lines, and who goes on and why."""

from typing import Literal, TypeAlias

import msgspec

from engine.text import Text
from tournaments.director.display.shapes import EntryInfo, ItemInfo, LineInfo
from tournaments.director.state.events import Format

StageState: TypeAlias = Literal["to_come", "playing", "over", "not_played"]


class QualifierInfo(msgspec.Struct, frozen=True):
    entry: EntryInfo
    seed: int
    """In the stage to which it goes on."""
    group: str
    """Empty if all are together."""
    place: int
    why: Text
    carried: str
    """The points that it takes along; empty for none."""


class FieldInfo(msgspec.Struct, frozen=True):
    """Who plays a stage. *fixed*: since event ``seq``; else it is who would play it as things stand."""

    fixed: bool
    seq: int
    entries: tuple[QualifierInfo, ...]
    notes: tuple[Text, ...]
    """How ties on the line were broken, who was passed over, which seeds changed places."""


class GroupInfo(msgspec.Struct, frozen=True):
    """A group, or all of a stage without groups: its standings, and a cell for each of its rounds."""

    name: str
    """A, B, ...; empty if all are together."""
    lines: tuple[LineInfo, ...]
    cells: tuple[tuple[ItemInfo | None, ...], ...]
    rounds: tuple[int, ...]
    on: frozenset[int]
    """The entries that go on, or would as it stands."""
    cut: int | None
    """The line below which nobody goes on but among the best of the rest: the number of lines above it."""


class StageInfo(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    """From 1."""
    format: Format
    title: Text
    state: StageState
    first_round: int
    """How many rounds are before it."""
    rounds: int
    """The planned number; 0 while it is not known."""
    knocks_out: bool
    takes: Text | None
    """Who goes on to it; nothing for the first."""
    field: FieldInfo | None
    groups: tuple[GroupInfo, ...]
    """Nothing of a stage to come."""
