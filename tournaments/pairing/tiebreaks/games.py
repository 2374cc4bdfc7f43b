"""The single games of a match, and what the game itself counted."""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tournaments.pairing.record import Marks, Match
from tournaments.pairing.tiebreaks.crosstable import Cell

WON, DRAWN, LOST = frozenset({"1", "+"}), frozenset({"="}), frozenset({"0", "-", "LL"})


def told(cells: Mapping[int, Cell], match: Match, made: Marks, tables: Sequence[Marks]) -> dict[int, Cell]:
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
