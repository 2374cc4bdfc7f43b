"""The puzzles that there are: those of the files, which every release brings along, and those mined from tables."""

from functools import cache
from importlib import resources
from typing import Final, NamedTuple

import msgspec
from django.db.models import QuerySet

from engine.registry import GAMES
from tournaments.learning.puzzles import rating
from tournaments.learning.puzzles.errors import UnknownPuzzle
from tournaments.learning.puzzles.mining import Kept
from tournaments.learning.puzzles.models import Mined
from tournaments.tables import clubs

LATEST: Final = 100
"""Puzzles from tables that are offered of themselves."""
_LINES: Final = msgspec.json.Decoder(Kept)


class Asked(NamedTuple):
    """A puzzle by its id; ``table``: where people played it, or nothing."""

    id: str
    game: str
    kept: Kept
    table: str = ""


@cache
def of_file(game: str) -> tuple[Kept, ...]:
    """The puzzles of *game* that its file has."""
    file = resources.files("tournaments.learning.puzzles") / "stored" / f"{game}.jsonl"
    return tuple(_LINES.decode_lines(file.read_bytes())) if file.is_file() else ()


@cache
def games() -> tuple[str, ...]:
    """The games that have puzzles, in the order in which games are shown."""
    return tuple(key for key in GAMES if of_file(key))


def numbered(game: str, number: int) -> Asked:
    """Puzzle *number* of a game's file, from 0."""
    return Asked(f"{game}-{number + 1}", game, of_file(game)[number])


def asked(puzzle_id: str) -> Asked:
    """Raises :class:`UnknownPuzzle`."""
    game, _sign, number = puzzle_id.rpartition("-")
    if number.isdecimal() and len(number) < 6 and 0 < int(number) <= len(of_file(game) if game in GAMES else ()):
        return numbered(game, int(number) - 1)
    row = _from_tables().filter(pk=puzzle_id).first()
    if row is None:
        raise UnknownPuzzle()
    return _of_table(row)


def ratings(game: str) -> dict[str, float]:
    """By id what the puzzles of the file, and the latest from tables, are rated now."""
    files = {f"{game}-{number}": rating.first_of(kept.puzzle) for number, kept in enumerate(of_file(game), start=1)}
    answered = Mined.objects.filter(pk__in=files).values_list("pk", "rating")
    tables = _from_tables().filter(game=game).order_by("-at").values_list("pk", "rating")[:LATEST]
    return files | dict(answered) | dict(tables)


def _from_tables() -> QuerySet[Mined]:
    """Those of tables that everybody may know of now: a club may have become private since."""
    return Mined.objects.filter(table__in=clubs.known_to(None).values("pk"))


def _of_table(row: Mined) -> Asked:
    return Asked(row.id, row.game, msgspec.convert(row.kept, Kept), row.table)
