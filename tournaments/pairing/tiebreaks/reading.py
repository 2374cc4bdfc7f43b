"""Crosstables from short notation, from tables and their finishing places, and from rounds as they are recorded."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from tournaments.pairing.record import SHARED, Counting, Marks, Match, Round, opponents, team_of
from tournaments.pairing.tiebreaks.crosstable import FORFEITS, Cell, Code, Crosstable, Finish, Row

_CELL = re.compile(r"(?P<opponent>[0-9]+)(?P<seat>[wb]?)(?P<code>1|=|0|\+|-|LL)|-(?P<bye>[UHFZ])")


def read(rows: Mapping[int, str], *, ratings: Mapping[int, int] | None = None) -> Crosstable:
    """Entry to its cells, with spaces between: ``"7w1 2w= 3b- -U"``. Opponent, seat (w first, b second, or nothing)
    and code; a bye is ``-`` and its code; ``.`` is nothing. Tables of two only. ``ValueError`` on anything else."""
    return Crosstable({entry: tuple(map(_cell, row.split())) for entry, row in rows.items()}, dict(ratings or {}))


def _cell(text: str) -> Cell | None:
    if text == ".":
        return None
    match = _CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is not a cell: opponent, seat and code, like 7w1, or a bye, like -U.")
    if match["bye"]:
        return Cell(cast(Code, match["bye"]))
    code, other = cast(Code, match["code"]), (int(match["opponent"]),)
    seat = {"w": 0, "b": 1, "": None}[match["seat"]]
    return Cell(code, scheduled=other, seat=seat) if code in FORFEITS else Cell(code, other, seat=seat)


def table(entries: Sequence[int], places: Sequence[int | None], *, least: int = 2) -> dict[int, Cell]:
    """The cells of one table: *entries* in seat order and their finishing places, ``None`` if it never came.

    An entry that did not come is nobody's opponent. If fewer than *least* came, those present win by forfeit.
    """
    if len(entries) != len(places) or len(set(entries)) != len(entries) or len(entries) < 2:
        raise ValueError("A table needs at least two different entries and a place for each.")
    there = {entry: place for entry, place in zip(entries, places, strict=True) if place is not None}
    if len(there) == len(entries) or len(there) >= max(2, least):
        seats = {entry: seat for seat, entry in enumerate(there)}
        came = {entry: _finished(entry, there, seats[entry]) for entry in there}
    else:
        came = {entry: _forfeit("+", entry, entries) for entry in there}
    return {entry: came.get(entry) or _forfeit("-", entry, entries) for entry in entries}


def _forfeit(code: Code, entry: int, entries: Sequence[int]) -> Cell:
    return Cell(code, scheduled=tuple(other for other in entries if other != entry))


def _finished(entry: int, places: Mapping[int, int], seat: int) -> Cell:
    others = tuple(other for other in places if other != entry)
    finishes = tuple(_finish(places[entry], places[other]) for other in others)
    first, last = set(finishes) == {"above"}, set(finishes) == {"below"}
    return Cell("1" if first else "0" if last else "=", others, finishes, seat=seat)


def _finish(own: int, other: int) -> Finish:
    return "above" if own < other else "level" if own == other else "below"


def assemble(
    entries: Iterable[int], rounds: Sequence[Mapping[int, Cell]], *, ratings: Mapping[int, int] | None = None
) -> Crosstable:
    """The crosstable of *entries* from the cells of each round; an entry with none in a round has nothing there."""
    rows: dict[int, Row] = {entry: tuple(cells.get(entry) for cells in rounds) for entry in entries}
    for number, cells in enumerate(rounds, start=1):
        if strangers := cells.keys() - rows.keys():
            raise ValueError(f"Round {number} has {min(strangers)}, who is not an entry.")
    return Crosstable(rows, dict(ratings or {}))


def recorded(
    entries: Iterable[int],
    rounds: Sequence[Round],
    *,
    ratings: Mapping[int, int] | None = None,
    counting: Counting = SHARED,
) -> Crosstable:
    """The crosstable of rounds as the director records them. Open tables are nothing yet, and neither is what has been
    annulled; an entry with nothing in a round was not there, and has a zero bye."""
    return Crosstable(recorded_rows(entries, rounds, counting), dict(ratings or {}))


def recorded_rows(entries: Iterable[int], rounds: Sequence[Round], counting: Counting) -> dict[int, Row]:
    """The rows of *entries*, who need not be all."""
    asked = tuple(entries)
    cells = [_recorded_round(played, frozenset(asked), counting) for played in rounds]
    return {entry: tuple(each.get(entry) for each in cells) for entry in asked}


def _recorded_round(played: Round, entries: frozenset[int], counting: Counting) -> dict[int, Cell]:
    own = [match for match in played.matches if not entries.isdisjoint(match.entries)]
    away = entries.difference(played.idle, *(match.entries for match in own))
    cells = {entry: Cell("Z") for entry in away}
    cells |= {entry: Cell("U") for entry in played.byes}
    cells |= {entry: Cell(each.code, scheduled=each.against) for entry, each in played.absences.items()}
    for match in own:
        made = None if match.match in played.annulled else played.results.get(match.match)
        if made is not None:
            cells |= with_games(_recorded_table(match, made, counting), match, made, played.tables.get(match.match, ()))
    return cells


def _recorded_table(match: Match, made: Marks, counting: Counting) -> dict[int, Cell]:
    there = [seat for seat, mark in enumerate(made) if mark.played]
    cells: dict[int, Cell] = {}
    points = counting.of(made, match.teams) if counting is not SHARED else (None,) * len(made)
    for seat, entry in enumerate(match.entries):
        code = cast(Code, made[seat].code)
        if seat not in there:
            partners = team_of(seat, match.teams)
            cells[entry] = Cell(code, scheduled=tuple(match.entries[other] for other in _others(made, partners)))
            continue
        others = opponents(seat, made, match.teams)
        finishes = () if code == "LL" else tuple(_finish(made[seat].place, made[other].place) for other in others)
        met = tuple(match.entries[other] for other in others)
        cells[entry] = Cell(code, met, finishes, seat=there.index(seat), points=points[seat])
    return cells


def _others(made: Marks, partners: Sequence[int]) -> Iterable[int]:
    return (seat for seat in range(len(made)) if seat not in partners)


WON, DRAWN, LOST = frozenset({"1", "+"}), frozenset({"="}), frozenset({"0", "-", "LL"})


def with_games(cells: Mapping[int, Cell], match: Match, made: Marks, tables: Sequence[Marks]) -> dict[int, Cell]:
    """*cells* of a match with its games: of two sides that have played several *tables* each of those is one."""
    return {
        entry: _with_games(cells[entry], at, made, tables) if cells[entry].played else cells[entry]
        for at, entry in enumerate(match.entries)
    }


def _with_games(cell: Cell, at: int, made: Marks, tables: Sequence[Marks]) -> Cell:
    own = [table[at] for table in tables]
    points = [mark.points for mark in own or (made[at],) if mark.points is not None]
    codes = [mark.code for mark in own]
    won, drawn, lost = (sum(code in kind for code in codes) for kind in (WON, DRAWN, LOST))
    counted = (won, drawn, lost) if codes and len(made) == 2 else None
    return replace(cell, games=counted, game_points=sum(points) if points else None)
