"""What the entries made of a table, who goes on from it, and who fills the next field up."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

import msgspec

from tournaments.pairing.pod_knockout.tables import Rules, Table
from tournaments.pairing.series.pod import Places, shares

Results: TypeAlias = Mapping[str, Places]
"""By the table's key: the finishing places in the order of its entries; ``None`` for one that was not there."""


class Finish(msgspec.Struct, frozen=True):
    entry: int
    rank: int
    """Its place at the table, shared by equals."""
    share: Fraction
    came: bool = True


def finishes(table: Table, places: Places) -> list[Finish]:
    """In the order of *table*. An entry that was not there is behind all that were, and never first.

    ``ValueError`` if the places do not fit.
    """
    if len(places) != len(table.entries):
        raise ValueError(f"{table.key} has {len(table.entries)} entries, not {len(places)}.")
    last = 1 + max((place for place in places if place is not None), default=0)
    order = [last if place is None else place for place in places]
    return [
        Finish(entry, max(1 + sum(other < own for other in order), 1 + (place is None)), share, place is not None)
        for entry, own, share, place in zip(table.entries, order, shares(places), places, strict=True)
    ]


def rest(entries: Iterable[int]) -> list[Finish]:
    """A bye is as good as the first place."""
    return [Finish(entry, 1, Fraction(1)) for entry in entries]


def tie_break(rules: Rules, table: Table, results: Results) -> Table | None:
    """The one table played between equals on the line between going on and not."""
    made = sorted(finishes(table, results[table.key]), key=lambda each: each.rank)
    line = made[rules.advance].rank
    tied = tuple(each.entry for each in made if each.rank == line and each.came)
    if made[rules.advance - 1].rank == line and len(tied) in rules.tie_breaks:
        return Table(f"{table.key}T", tied)
    return None


def advancing(rules: Rules, table: Table, results: Results) -> list[Finish]:
    """The first of *table*; equals on the line by their tie-break table, then by seed."""
    tied = tie_break(rules, table, results)
    again = {each.entry: each.rank for each in finishes(tied, results[tied.key])} if tied else {}
    made = finishes(table, results[table.key])
    return sorted(made, key=lambda each: (each.rank, again.get(each.entry, 0), each.entry))[: rules.advance]


def next_field(through: Sequence[Finish], others: Iterable[Finish], size: int) -> tuple[int, ...]:
    """All firsts by seed, then all seconds, and so on; the best of *others* (place, share, seed) fill up to *size*."""
    by_merit = sorted(others, key=lambda each: (each.rank, -each.share, each.entry))
    field = [*through, *by_merit[: size - len(through)]]
    return tuple(each.entry for each in sorted(field, key=lambda each: (each.rank, each.entry)))
