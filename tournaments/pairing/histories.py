"""What a draw must know of each entry, from a crosstable: a round can be drawn for results in short notation."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import cast

from tournaments.pairing import record
from tournaments.pairing.record import Absence, Entrant, Mark, Match, Round, entrants
from tournaments.pairing.tiebreaks.crosstable import BYES, FORFEITS, Cell, Crosstable, check


def history(
    crosstable: Crosstable, *, seeds: Sequence[int] = (), bye: Fraction = Fraction(1), usual: int = 2
) -> list[Entrant]:
    """The entries of *crosstable* as the next round may be drawn for; *seeds* are all of them, best first (in their own
    order, if none are named). A table of *usual* seats is not odd. ``ValueError`` if cells contradict each other."""
    check(crosstable)
    order = tuple(seeds) or tuple(crosstable.rows)
    if sorted(order) != sorted(crosstable.rows):
        raise ValueError("The seeds are not the entries of the crosstable.")
    return [*entrants(order, played(crosstable), bye=bye, usual=usual).values()]


def played(crosstable: Crosstable) -> tuple[Round, ...]:
    """The rounds that the cells tell of. Where no seats are named, the lower number sits first."""
    return tuple(_round(crosstable, number) for number in range(1, crosstable.rounds + 1))


def _round(crosstable: Crosstable, number: int) -> Round:
    cells = {entry: cell for entry, row in crosstable.rows.items() if (cell := row[number - 1]) is not None}
    matches = {match.match: match for match in _matches(cells)}
    marks = {name: tuple(_mark(cells[entry]) for entry in match.entries) for name, match in matches.items()}
    byes = tuple(entry for entry, cell in cells.items() if cell.code == "U")
    absences = {
        entry: Absence(cast(record.Rest, cell.code))  # type: ignore[arg-type]  # not U
        for entry, cell in cells.items()
        if cell.code in BYES and cell.code != "U"
    }
    return Round(number, tuple(matches.values()), byes, marks, absences)


def _matches(cells: dict[int, Cell]) -> Iterator[Match]:
    seated: set[int] = set()
    for entry, cell in cells.items():
        if entry not in seated and cell.against:
            table = sorted({entry, *_with(cells, entry)}, key=lambda each: (cells[each].seat or 0, each))
            seated |= set(table)
            yield Match("-".join(map(str, table)), tuple(table))


def _with(cells: dict[int, Cell], entry: int) -> set[int]:
    """Everybody at the table, also those who did not come."""
    named = {other for other, cell in cells.items() if entry in cell.against}
    return named | {*cells[entry].against}


def _mark(cell: Cell) -> Mark:
    last = 1 + len(cell.against)
    if cell.code in FORFEITS or cell.code == "LL":
        return Mark(cast(record.Code, cell.code), 1 if cell.code == "+" else last)
    return Mark(cast(record.Code, cell.code), 1 + sum(finish == "below" for finish in cell.outcomes))
