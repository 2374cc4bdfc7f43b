"""The crosstable: in each cell whom an entry met, from which seat, and what it gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.director.display.shapes import ItemInfo, LineInfo, MatchInfo
from tournaments.director.selectors import Crosstable, Detail

_SEATS = "abcdefghij"

MARKS = {"U": "*"}
"""What a cell says instead of the code."""

UNPLAYED: dict[str, str] = {
    "U": _("bye"),
    "H": _("half-point bye"),
    "F": _("full-point bye"),
    "Z": _("away"),
    "+": _("win by forfeit"),
    "-": _("missed the match"),
}
"""Why a round was not played, by its code."""


class Cell(NamedTuple):
    points: str
    mark: str
    """What stands for a round without a table: a bye, a forfeit."""
    met: str
    """The opponents by their numbers and the own seat by its letter: ``5b``, ``2·7a``."""
    words: str
    table: str | None
    annulled: bool = False


class Row(NamedTuple):
    """A line of the standings; *number* is what the cells of others call it."""

    number: int
    line: LineInfo
    cells: list[Cell | None]


def rows(detail: Detail, crosstable: Crosstable) -> list[Row]:
    numbers = {entry: number for number, entry in enumerate(crosstable.order, start=1)}
    matches = detail.matches
    return [
        Row(numbers[line.entry.number], line, [_cell(item, line, matches, numbers) for item in items])
        for line, items in zip(crosstable.lines, crosstable.cells, strict=True)
    ]


def _cell(
    item: ItemInfo | None, line: LineInfo, matches: Mapping[str, MatchInfo], numbers: dict[int, int]
) -> Cell | None:
    if item is None:
        return None
    if item.table is None or item.match is None:
        words, mark = gettext(UNPLAYED[item.code]), MARKS.get(item.code, item.code)
        return Cell(item.points, mark, "", _annulled(words) if item.annulled else words, None, item.annulled)
    seats = [entry.number for entry in matches[item.match].entries]
    seat = seats.index(line.entry.number)
    met = "·".join(str(numbers[entry]) for entry in seats if entry != line.entry.number and entry in numbers)
    names = ", ".join(opponent.name for opponent in item.opponents)
    words = gettext("against {names}, in seat {seat}").format(names=names, seat=_SEATS[seat])
    words = _annulled(words) if item.annulled else words
    return Cell(item.points, "", f"{met}{_SEATS[seat]}", words, item.table, item.annulled)


def _annulled(words: str) -> str:
    return gettext("{what}, annulled").format(what=words)
