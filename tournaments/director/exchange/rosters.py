"""Names of players from files: comma-separated values with a column ``name``, or a tournament report."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from msgspec import Struct

from accounts.naming import normalised
from engine.text import Text, shortened
from engine.text import gettext_noop as _
from tournaments.director.exchange.faults import Fault, Unreadable
from tournaments.director.exchange.spreadsheets import unsafe
from tournaments.director.exchange.trf.reading import player_lines, read

NAME = "name"
OURS = frozenset({"entry", "seed", "players", "bot", "status", "place"})
"""Columns of the exported entries, which are not read again."""
LONGEST_NAME = 150


class Named(Struct, frozen=True):
    """A player, and the line that names them."""

    line: int
    name: str


class Roster(Struct, frozen=True):
    names: tuple[Named, ...]
    unread: tuple[str, ...] = ()
    """Columns that mean nothing here."""
    ranked: bool = False
    """Whether they stand in the order of their seeds."""
    apart: tuple[tuple[str, ...], ...] = ()
    """Names of players of whom no two may meet."""
    accelerated: bool = False
    """Whether the upper half is paired as with more points in the first rounds."""


def from_csv(text: str) -> Roster:
    """A header with a column ``name``, and a line for each player, or nothing but names; raises :class:`Unreadable`."""
    text = text.removeprefix("\ufeff")
    header = text.partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=";" if ";" in header else ",")
    rows: list[tuple[int, list[str]]] = []
    try:
        rows += ((reader.line_num, row) for row in reader)
    except csv.Error as broken:
        reason = Text(_("This is no line of comma-separated values: {why}."), {"why": str(broken)})
        raise Unreadable([Fault(reader.line_num, reason)]) from broken
    columns = [column.strip().lower() for column in rows[0][1]] if rows else []
    if columns and NAME not in columns and _is_list(rows):
        return Roster(tuple(_names(rows, 0)))
    if columns.count(NAME) != 1:
        raise Unreadable([Fault(1, Text(_("The first line names the columns, and one of them is “name”.")))])
    if faults := list(_misshapen(rows[1:], len(columns))):
        raise Unreadable(faults)
    unread = tuple(shortened(column, 40) for column in columns if column and column not in OURS | {NAME})
    return Roster(tuple(_names(rows[1:], columns.index(NAME))), unread)


def _is_list(rows: Sequence[tuple[int, list[str]]]) -> bool:
    """Whether it is what people type: one name a line, and no header."""
    return all(len(row) < 2 for _line, row in rows) and any(any(row) for _line, row in rows)


def _misshapen(rows: Sequence[tuple[int, list[str]]], columns: int) -> Iterator[Fault]:
    for line, row in rows:
        if any(row) and len(row) != columns:
            reason = _("The header has {columns} columns, this line {found}.")
            yield Fault(line, Text(reason, {"columns": columns, "found": len(row)}))


def _names(rows: Sequence[tuple[int, list[str]]], column: int) -> Iterator[Named]:
    for line, row in rows:
        if any(cell.strip() for cell in row):
            yield Named(line, normalised(unsafe(row[column]))[:LONGEST_NAME])


def from_trf(text: str) -> Roster:
    """The players of a report in the order of their starting ranks; raises :class:`Unreadable`."""
    ranked = sorted(player_lines(text), key=lambda each: each.record.number)
    names = {each.record.number: normalised(each.record.name) for each in ranked}
    report = read(text)
    return Roster(
        tuple(Named(each.line, names[each.record.number]) for each in ranked),
        ranked=True,
        apart=tuple(tuple(names[player] for player in ban.players) for ban in report.bans),
        accelerated=bool(report.accelerations),
    )
