"""The crosstable: in each cell whom an entry met, from which seat, and what it gave."""

from collections.abc import Mapping
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tournaments.director.display.shapes import ItemInfo, LineInfo, MatchInfo
from tournaments.director.selectors import Crosstable, Detail
from tournaments.kit import faces

_SEATS = "abcdefghij"
_SOME = "0000000000"

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

_APART = '<span title="{}">{}</span>'
_LED = (
    '<a href="{}" title="{}"><span class="small muted" aria-hidden="true">{}</span> {}<span class="vh"> {}</span></a>'
)
_STRUCK = (
    '<a href="{}" title="{}"><s><span class="small muted" aria-hidden="true">{}</span> {}</s>'
    '<span class="vh"> {}</span></a>'
)


class Cell(NamedTuple):
    points: str
    mark: str
    """What stands for a round without a table: a bye, a forfeit."""
    met: str
    """The opponents by their numbers and the own seat by its letter: ``5b``, ``2·7a``."""
    words: str
    path: str | None
    """Of its table."""
    annulled: bool = False
    ruled: bool = False
    """Whether a ruling set it."""

    def markup(self) -> str:
        """A page has hundreds: in the template's own language they would be most of its time."""
        made = format_html("{}{}{}", self.points, self.mark, faces.use("i-gavel", "ico") if self.ruled else "")
        if self.path is None:
            return format_html(_APART, self.words, format_html("<s>{}</s>", made) if self.annulled else made)
        return format_html(_STRUCK if self.annulled else _LED, self.path, self.words, self.met, made, self.words)


class Row(NamedTuple):
    """A line of the standings; *number* is what the cells of others call it."""

    number: int
    line: LineInfo
    cells: list[Cell | None]


def rows(detail: Detail, crosstable: Crosstable) -> list[Row]:
    numbers = {entry: number for number, entry in enumerate(crosstable.order, start=1)}
    known = _Known(detail.matches, numbers, reverse("table", args=[_SOME]))
    return [
        Row(numbers[line.entry.number], line, [_cell(item, line, known) for item in items])
        for line, items in zip(crosstable.lines, crosstable.cells, strict=True)
    ]


class _Known(NamedTuple):
    matches: Mapping[str, MatchInfo]
    numbers: dict[int, int]
    some_path: str
    """The path of table ``_SOME``: to ask for each of a thousand takes its time."""


def _cell(item: ItemInfo | None, line: LineInfo, known: _Known) -> Cell | None:
    if item is None:
        return None
    match = known.matches[item.match] if item.match else None
    ruled = match is not None and match.ruling is not None
    if item.table is None or match is None:
        words, mark = _told(gettext(UNPLAYED[item.code]), item, ruled=ruled), MARKS.get(item.code, item.code)
        return Cell(item.points, mark, "", words, None, item.annulled, ruled)
    seats = [entry.number for entry in match.entries]
    own = line.entry.number
    seat = seats.index(own)
    met = "·".join(str(known.numbers[other]) for other in seats if other != own and other in known.numbers)
    names = ", ".join(opponent.name for opponent in item.opponents)
    words = gettext("against {names}, in seat {seat}").format(names=names, seat=_SEATS[seat])
    path = known.some_path.replace(_SOME, item.table)
    words = _told(words, item, ruled=ruled)
    return Cell(item.points, "", f"{met}{_SEATS[seat]}", words, path, item.annulled, ruled)


def _told(words: str, item: ItemInfo, *, ruled: bool) -> str:
    """*words* of an item, and what became of it."""
    if item.annulled:
        words = gettext("{what}, annulled").format(what=words)
    return gettext("{what}, set by ruling").format(what=words) if ruled else words
