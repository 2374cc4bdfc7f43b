"""A tournament's crosstable and ratings as lines of text."""

from collections.abc import Iterator, Sequence

from tournaments.director import selectors
from tournaments.director.display.shapes import ItemInfo
from tournaments.ratings import ladders


def crosstable(tournament_id: str) -> Iterator[str]:
    """A line an entry: place, name, points, tie-breaks, and the place at each table with how many sat there."""
    cross = selectors.at(tournament_id).crosstable()
    rounds = [f"r{number}" for number in range(1, cross.rounds + 1)]
    codes = [value.code for value in cross.lines[0].values] if cross.lines else []
    rows = [["", "name", "level", "points", *codes, *rounds]]
    for line, cells in zip(cross.lines, cross.cells, strict=True):
        about = [str(line.place), line.entry.name, line.entry.level, line.points]
        rows.append([*about, *(value.value for value in line.values), *map(_cell, cells)])
    yield from _aligned(rows)


def _cell(item: ItemInfo | None) -> str:
    if item is None:
        return "-"
    return "bye" if item.match is None else f"{item.place}/{len(item.opponents) + 1}"


def ladder(game: str, users: Sequence[int]) -> Iterator[str]:
    """The ratings of *users* at a game."""
    rows = [["", "name", "level", "rating", "tables"]]
    rows += [
        [str(rung.rank or "?"), rung.name, rung.level, str(rung.rating), str(rung.tables)]
        for rung in _rungs(game)
        if rung.user in users
    ]
    yield from _aligned(rows)


def _rungs(game: str) -> list[ladders.Rung]:
    parts: tuple[ladders.Part, ...] = ("ranked", "provisional")
    return [rung for part in parts for rung in ladders.ladder(game, part=part, bots="in", limit=1_000)]


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
