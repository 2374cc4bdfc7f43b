"""Slides of the screen in the room: rows and brackets cut so that each part fits a screen."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from django.utils.translation import gettext

from tournaments.director.display.bracket_shapes import BracketInfo
from tournaments.director.web import brackets
from tournaments.director.web.brackets import Board, Column
from tournaments.kit.words import sentence

ROWS = 16
"""Of a slide at most: two columns of eight."""
MATCHES = 8
"""Of a column of a bracket at most: more cannot be read from the back row."""
ROUNDS = 5
"""Of a bracket on a slide, side by side."""

T = TypeVar("T")


class Slide(NamedTuple):
    """*kind* names the template that shows *columns*."""

    kind: str
    title: str
    columns: list[Sequence[object]]
    number: int = 0


def parts(rows: Sequence[T]) -> list[list[Sequence[object]]]:
    """As few slides of one or two columns as hold all *rows*, as equal as can be."""
    count = -(-len(rows) // ROWS)
    return [_in_columns(part) for part in _shares(rows, count)]


def _in_columns(part: Sequence[T]) -> list[Sequence[object]]:
    return list(_shares(part, 1 if len(part) <= ROWS // 2 else 2))


def _shares(rows: Sequence[T], count: int) -> Iterable[Sequence[T]]:
    """*rows* in *count* parts that differ by one at most, larger ones first."""
    size, over = divmod(len(rows), count) if count else (0, 0)
    start = 0
    for number in range(count):
        end = start + size + (number < over)
        yield rows[start:end]
        start = end


def bracket_slides(bracket: BracketInfo | None) -> Iterable[Slide]:
    """Each side of a bracket, or the tables that knock out, from the rounds that are being played."""
    if bracket is None or not bracket.fixed:
        return
    if tables := bracket.side("tables"):
        stage = next((each for each in tables if not each.over), tables[-1])
        for share in _shares(stage.matches, -(-len(stage.matches) // MATCHES)):
            yield Slide("pods", sentence(stage.title), [share])
        return
    for board in brackets.boards(bracket):
        found = list(_cut(board))
        for number, columns in enumerate(found, start=1):
            title = board.title or gettext("Bracket")
            if len(found) > 1:
                title = gettext("{title}, part {number} of {count}").format(
                    title=title, number=number, count=len(found)
                )
            yield Slide("bracket", title, [[board._replace(columns=columns)]])


def _cut(board: Board) -> Iterable[list[Column]]:
    """From the round before the first that is not over; one too high in parts, and then what they lead to."""
    columns = board.columns[_first(board.columns) :]
    count = -(-len(columns[0].matches) // MATCHES)
    split = [column for column in columns if len(column.matches) >= count] if count > 1 else columns
    for number in range(count):
        yield _as_drawn([_part(column, number, count) for column in split[:ROUNDS]])
    if count > 1:
        yield _as_drawn(columns[-min(ROUNDS, len(columns) - len(split) + 1) :])


def _first(columns: Sequence[Column]) -> int:
    """Towards the end what led to it is shown too, as far as it fits."""
    going_on = next((number for number, column in enumerate(columns) if not column.over), len(columns))
    first = max(0, going_on - 1)
    while first and len(columns) - first < ROUNDS and len(columns[first - 1].matches) <= MATCHES:
        first -= 1
    return first


def _part(column: Column, number: int, count: int) -> Column:
    share = list(_shares(column.matches, count))[number]
    return column if count == 1 else column._replace(matches=tuple(share), aside=None)


def _as_drawn(columns: list[Column]) -> list[Column]:
    """No line leads out of the slide."""
    last = columns[-1]
    classes = [css for css in last.css.split() if css not in ("straight", "last")]
    return [*columns[:-1], last._replace(css=" ".join([*classes, "last"]))]
