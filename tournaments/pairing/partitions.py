"""All ways to seat a small field at tables: the best one, beyond doubt."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import TypeAlias

from tournaments.pairing.pod_field import Field, Tables

EXHAUSTIVE = 16
"""The most entrants for which every seating is weighed: some tenths of a second."""

State: TypeAlias = tuple[int, tuple[int, ...]]
"""Who is still to be seated, as bits, and the sizes of the tables to come: in this order, or sorted if in any."""


def best(field: Field, sizes: Sequence[int]) -> Tables:
    """The tables of the least cost, those of another size where *sizes* has them: the first table is the best
    player's, the next the best player's of the others, and so on. Elsewhere only if that avoids a repeat meeting or a
    forbidden pair."""
    arranged = _Partitions(field, sizes, in_order=True).best()
    if not field.breaks(arranged) or len(set(sizes)) == 1:
        return arranged
    free = _Partitions(field, sizes, in_order=False).best()
    return free if field.cost(free) // field.repeat < field.cost(arranged) // field.repeat else arranged


class _Partitions:
    """The seating of the least cost for each set of those still to be seated. The one who is first in the order
    has the next table, so that no seating is weighed twice; of equal ones the first counts."""

    def __init__(self, field: Field, sizes: Sequence[int], *, in_order: bool) -> None:
        self.in_order = in_order
        self.start: State = (1 << len(field.order)) - 1, tuple(sizes) if in_order else tuple(sorted(sizes))
        self.tables = {
            (first, size): self._weighed(field, first, size)
            for size in set(sizes)
            for first in range(len(field.order) - size + 1)
        }
        self.known: dict[State, tuple[int, int]] = {}
        """The least cost, and the table that begins it."""

    @staticmethod
    def _weighed(field: Field, first: int, size: int) -> list[tuple[int, int]]:
        """All tables of *size* with *first* as their best player: who sits there, as bits, and the cost."""
        others = combinations(range(first + 1, len(field.order)), size - 1)
        return [(sum(1 << at for at in (first, *rest)), field.table((first, *rest))) for rest in others]

    def best(self) -> Tables:
        state, tables = self.start, Tables()
        self._least(state)
        while state[0]:
            _cost, table = self.known[state]
            tables.append([at for at in range(table.bit_length()) if table >> at & 1])
            state = self._after(state, table)
        return tables

    def _after(self, state: State, table: int) -> State:
        rest, sizes = state
        if self.in_order:
            return rest & ~table, sizes[1:]
        left = Counter(sizes) - Counter([table.bit_count()])
        return rest & ~table, tuple(sorted(left.elements()))

    def _least(self, state: State) -> int:
        """What seating those who are left costs at least."""
        rest, sizes = state
        if not rest:
            return 0
        if state in self.known:
            return self.known[state][0]
        first, least = (rest & -rest).bit_length() - 1, None
        for size in sizes[:1] if self.in_order else sorted(set(sizes)):
            after = self._after((0, sizes), (1 << size) - 1)[1]
            for table, cost in self.tables.get((first, size), ()):
                if table & rest == table:
                    total = cost + self._least((rest & ~table, after))
                    if least is None or total < least[0]:
                        least = total, table
        assert least is not None  # noqa: S101  the sizes hold everybody
        self.known[state] = least
        return least[0]
