"""Leaving a round robin (FIDE General Regulations for Competitions): who played less than half is annulled."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from tournaments.pairing.tiebreaks.crosstable import Cell, Crosstable, Row
from tournaments.pairing.withdrawals import stands


def withdraw(crosstable: Crosstable, entry: int, rest: Mapping[int, int]) -> Crosstable:
    """*crosstable* after *entry* has left; *rest* maps the rounds that it will not play to the opponents.

    With fewer than half of all its games played its results are annulled; else they stand, and the rest are forfeits.
    ``ValueError`` if the rest contradicts what is there.
    """
    if entry not in crosstable.rows:
        raise ValueError(f"There is no entry {entry}.")
    cells = [cell for cell in crosstable.rows[entry] if cell is not None and cell.against]
    played = sum(cell.played for cell in cells)
    if stands(played, len(cells) + len(rest)):
        return _forfeit_rest(crosstable, entry, rest)
    return annul(crosstable, entry)


def annul(crosstable: Crosstable, entry: int) -> Crosstable:
    """*crosstable* without all rounds of *entry*, which are nothing to the others either."""

    def kept(cell: Cell | None) -> Cell | None:
        return None if cell is None or entry in cell.against else cell

    rows: dict[int, Row] = {
        other: (None,) * len(row) if other == entry else tuple(map(kept, row)) for other, row in crosstable.rows.items()
    }
    return msgspec.structs.replace(crosstable, rows=rows)


def _forfeit_rest(crosstable: Crosstable, entry: int, rest: Mapping[int, int]) -> Crosstable:
    length = max([crosstable.rounds, *rest])
    rows = {each: [*row, *[None] * (length - len(row))] for each, row in crosstable.rows.items()}
    for number, other in rest.items():
        if other not in rows or other == entry or number < 1:
            raise ValueError(f"Entry {entry} cannot meet {other} in round {number}.")
        if rows[entry][number - 1] or rows[other][number - 1]:
            raise ValueError(f"Entry {entry} or {other} has something in round {number} already.")
        rows[entry][number - 1] = Cell("-", scheduled=(other,))
        rows[other][number - 1] = Cell("+", scheduled=(entry,))
    return msgspec.structs.replace(crosstable, rows={each: tuple(row) for each, row in rows.items()})
