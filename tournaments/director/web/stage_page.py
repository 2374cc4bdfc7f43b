"""What a tournament's page shows of its groups and stages."""

from typing import NamedTuple

from tournaments.director.display.stage_shapes import FieldInfo, GroupInfo, StageInfo
from tournaments.director.selectors import At, Crosstable, Detail, LineInfo
from tournaments.director.web import crosstable
from tournaments.director.web.crosstable import Row


class StandingsRow(NamedTuple):
    line: LineInfo
    on: bool
    """Whether it goes on, or would as it stands."""
    last: bool
    """Whether the cut is drawn below it."""


class Group(NamedTuple):
    info: GroupInfo
    rows: list[StandingsRow]
    crosstable: list[Row]


class Stage(NamedTuple):
    info: StageInfo
    groups: list[Group]
    field: FieldInfo | None
    """Who goes on from it."""
    takes: object


def context(at: At, tab: str) -> dict[str, object]:
    shown = [_stage(at.detail, at.stages, number, tab) for number in range(len(at.stages))]
    return {"stages": shown} if shown else {}


def _stage(detail: Detail, found: tuple[StageInfo, ...], at: int, tab: str) -> Stage:
    following = found[at + 1] if at + 1 < len(found) else None
    groups = [_group(detail, each, tab) for each in found[at].groups]
    return Stage(found[at], groups, following.field if following else None, following.takes if following else None)


def _group(detail: Detail, info: GroupInfo, tab: str) -> Group:
    on = info.on if any(line.tables for line in info.lines) else ()  # nobody is ahead before anything is played
    rows = [StandingsRow(line, line.entry.number in on, at == info.cut) for at, line in enumerate(info.lines, 1)]
    if tab != "crosstable":
        return Group(info, rows, [])
    order = tuple(line.entry.number for line in info.lines)
    return Group(info, rows, crosstable.rows(detail, Crosstable(len(info.rounds), info.lines, info.cells, order)))
