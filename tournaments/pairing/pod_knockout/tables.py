"""The rules of a pod knock-out, how large its fields are, and how a field is seated."""

from collections.abc import Sequence

import msgspec

from tournaments.pairing.groups import snake
from tournaments.pairing.sizes import table_sizes


class Rules(msgspec.Struct, frozen=True):
    entries: int
    advance: int = 2
    """How many of each table go on."""
    allowed: tuple[int, ...] = (3, 4, 5)
    preferred: int = 4
    tie_breaks: tuple[int, ...] = ()
    """The sizes at which a tie-break table is played; at any other the better seed goes on."""


__all__ = ["ALGORITHM", "Rules", "Table", "deal", "field_sizes", "seat"]

ALGORITHM = "pod-knock-out/1"


class Table(msgspec.Struct, frozen=True):
    key: str
    entries: tuple[int, ...]
    """Seeds, in the order in which the snake dealt them."""


def field_sizes(rules: Rules) -> tuple[int, ...]:
    """How many play in each round: 14 of whom two advance are 14, 8 and 4.

    ``ValueError`` if that number cannot be seated, too many advance, or the field would never fit one table.
    """
    if not 1 <= rules.advance < min(rules.allowed, default=0):
        raise ValueError(f"{rules.advance} cannot advance from tables of {_words(rules.allowed)}.")
    sizes = [rules.entries]
    while True:
        byes, tables = _seating(rules, sizes[-1])
        if tables == 1 and not byes:
            return tuple(sizes)
        through = tables * rules.advance + byes
        following = next((size for size in range(through, sizes[-1]) if _fits(rules, size)), None)
        if following is None:
            raise ValueError(f"With {rules.advance} to advance, {sizes[-1]} entries never come down to one table.")
        sizes.append(following)


def deal(field: Sequence[int], allowed: Sequence[int], preferred: int) -> tuple[tuple[int, ...], ...]:
    """The tables of *field*, best first, by snake; there are as many as :func:`~.sizes.table_sizes` says.

    If the sizes that the snake gives are not allowed, the tables have those of that function, the smallest first, and
    a full table is skipped. ``ValueError`` if the field cannot be seated.
    """
    sizes = table_sizes(len(field), allowed, preferred) if allowed else None
    if not sizes:
        raise ValueError(f"{len(field)} entries cannot be seated at tables of {_words(allowed)}.")
    tables = snake(field, len(sizes))
    return tables if {len(table) for table in tables} <= set(allowed) else snake(field, len(sizes), sorted(sizes))


def seat(rules: Rules, number: int, field: Sequence[int]) -> tuple[tuple[int, ...], tuple[Table, ...]]:
    """Those of *field*, in its order, who rest in round *number*, and the tables of the others.

    The top seeds rest, as few as can be, and only if not everybody can be seated. ``ValueError`` if nobody can.
    """
    byes, _ = _seating(rules, len(field))
    dealt = deal(field[byes:], rules.allowed, rules.preferred)
    tables = [Table(f"R{number}.{index}", entries) for index, entries in enumerate(dealt, start=1)]
    return tuple(field[:byes]), tuple(tables)


def _seating(rules: Rules, entries: int) -> tuple[int, int]:
    """How many of *entries* rest, and the number of tables of the others."""
    for byes in range(entries):
        if sizes := table_sizes(entries - byes, rules.allowed, rules.preferred):
            return byes, len(sizes)
    raise ValueError(f"{entries} entries cannot be seated at tables of {_words(rules.allowed)}.")


def _fits(rules: Rules, entries: int) -> bool:
    return entries > 0 and table_sizes(entries, rules.allowed, rules.preferred) is not None


def _words(sizes: Sequence[int]) -> str:
    return ", ".join(map(str, sorted(sizes))) or "no size"
