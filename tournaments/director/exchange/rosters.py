"""Names of players from files: comma-separated values with a column ``name``, or a tournament report."""

import csv
from collections.abc import Iterator, Sequence

from msgspec import Struct

from accounts.naming import normalised
from engine.text import Text, shortened
from engine.text import gettext_noop as _
from tournaments.director.exchange.faults import Fault, Unreadable, check_names, cut, refuse
from tournaments.director.exchange.spreadsheets import unsafe
from tournaments.director.exchange.trf.reading import read_by_line

NAME = "name"
OURS = frozenset({"entry", "seed", "players", "bot", "status", "place"})
"""Columns of the exported entries, which are not read again."""
LONGEST_NAME = 150
MOST_COLUMNS = 100


class Named(Struct, frozen=True):
    """A player, and the line that names them."""

    line: int
    name: str


class Roster(Struct, frozen=True):
    names: tuple[Named, ...]
    unread: tuple[str, ...] = ()
    """Columns, or a report's records, that mean nothing here."""
    ranked: bool = False
    """Whether they stand in the order of their seeds."""
    apart: tuple[tuple[str, ...], ...] = ()
    """Names of players of whom no two may meet."""
    accelerated: bool = False
    """Whether the upper half is paired as with more points in the first rounds."""


def from_csv(text: str) -> Roster:
    """A header with a column ``name``, and a line for each player, or nothing but names; raises :class:`Unreadable`."""
    rows = _rows(cut(text))
    columns = [column.strip().lower() for column in rows[0][1]] if rows else []
    if len(columns) > MOST_COLUMNS:
        raise Unreadable([Fault(1, Text(_("A file can have at most {most} columns."), {"most": MOST_COLUMNS}))])
    if columns and NAME not in columns and _is_list(rows):
        check_names(len(rows))
        return Roster(tuple(_names(rows, 0)))
    if columns.count(NAME) != 1:
        raise Unreadable([Fault(1, Text(_("The first line must name the columns, and one of them must be “name”.")))])
    refuse(_misshapen(rows[1:], len(columns)))
    unread = tuple(shortened(column, 40) for column in columns if column and column not in OURS | {NAME})
    return Roster(tuple(_names(rows[1:], columns.index(NAME))), unread)


def _rows(lines: Sequence[str]) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, and the header, each with the line that it ends in."""
    ended = (f"{line}\n" for line in lines)
    reader = csv.reader(ended, strict=True, delimiter=";" if ";" in lines[0] else ",")
    rows: list[tuple[int, list[str]]] = []
    try:
        for row in reader:
            if any(map(str.strip, row)) or not rows:
                rows.append((reader.line_num, row))
                check_names(len(rows) - 1)
    except csv.Error as broken:
        reason = Text(_("This is not a line of comma-separated values: {why}."), {"why": str(broken)})
        raise Unreadable([Fault(reader.line_num, reason)]) from broken
    return rows


def _is_list(rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Whether it is what people type: one name a line, and no header."""
    return all(len(row) < 2 for _line, row in rows) and any(any(row) for _line, row in rows)


def _misshapen(rows: Sequence[tuple[int, list[str]]], columns: int) -> Iterator[Fault]:
    for line, row in rows:
        if len(row) != columns:
            reason = _("The header has {columns} columns, this line {found}.")
            yield Fault(line, Text(reason, {"columns": columns, "found": len(row)}))


def _names(rows: Sequence[tuple[int, list[str]]], column: int) -> Iterator[Named]:
    """Cut before they are brought into one form, which takes the square of the time for marks out of order."""
    for line, row in rows:
        if any(row):
            yield Named(line, normalised(unsafe(row[column][: 2 * LONGEST_NAME]))[:LONGEST_NAME])


def from_trf(text: str) -> Roster:
    """The players of a report in the order of their starting ranks; raises :class:`Unreadable`."""
    found = read_by_line(text)
    ranked = sorted(found.report.players, key=lambda player: player.number)
    names = {player.number: normalised(player.name) for player in ranked}
    return Roster(
        tuple(Named(found.lines[number], name) for number, name in names.items()),
        found.unread,
        ranked=True,
        apart=tuple(tuple(names[player] for player in ban.players) for ban in found.report.bans),
        accelerated=bool(found.report.accelerations),
    )
