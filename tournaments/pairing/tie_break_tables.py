"""Tables that part those who are equal on a cut line: who plays them, and in which order they stand then. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from tournaments.pairing.draw import Draw, Match, Reason
from tournaments.pairing.format import Teaming, alone
from tournaments.pairing.series.rules import by_lot

ALGORITHM = "tie-break/1"
MOST = 3
"""Tables for the same entries; if they are level after the last, the lot decides."""

Played: TypeAlias = Mapping[int, int]
"""The finishing place of each entry at a table."""


def places(entries: Sequence[int], tables: Sequence[Played]) -> tuple[int, ...]:
    """The places of *entries* by the first of *tables* that had all of them, in whatever company; those who were level
    there, by the later ones. Empty without such a table."""
    first = next((at for at, table in enumerate(tables) if table.keys() >= set(entries)), None)
    if first is None:
        return ()
    counting = [table for table in tables[first:] if table.keys() <= tables[first].keys()]
    keys = [tuple(table.get(entry, 0) for table in counting) for entry in entries]
    order = sorted(keys)
    return tuple(1 + order.index(key) for key in keys)


def due(
    level: Iterable[tuple[int, ...]], tables: Iterable[Played], sizes: Iterable[int]
) -> tuple[tuple[int, ...], ...]:
    """Of those who are *level* on a line the ones who play for it, and have not done so :data:`MOST` times."""
    known = [table.keys() for table in tables]
    allowed = set(sizes)
    return tuple(
        entries for entries in level if len(entries) in allowed and sum(table >= set(entries) for table in known) < MOST
    )


def draw(tied: Iterable[tuple[int, ...]], seed: str, teams: Teaming = alone) -> Draw:
    """A table for each of *tied*, the seats by lot."""
    matches = (Match(by_lot(each, seed, 1), (Reason("tied", each),), teams(len(each))) for each in tied)
    return Draw(ALGORITHM, tuple(matches))
