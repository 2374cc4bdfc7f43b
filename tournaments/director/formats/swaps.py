"""Tables out of the standings: cut in order, then improved by swaps.

The search is bounded by work, never by the clock, so that the same entries, history and seed give the same round on
any machine.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from tournaments.director.formats.draw import Pairs, lot
from tournaments.director.formats.record import Entrant

# Swaps weighed in one draw, and descents at most: about half a second of work.
WORK = 150_000
DESCENTS = 400
# Only tables this close in the standings trade players.
REACH = 12
# Where a descent starts: everybody moved by up to this many places.
JITTER = 6.0

# A score gap counts by its square, in thirds of a table's full share; a repeat like a gap of fourteen thirds.
THIRD = 8
SCORE = 24  # least common denominator of the shares of tables of two to five
REPEAT = 200 * THIRD**2
ODD_AGAIN = 200 * THIRD**2
FORBIDDEN = 10**12

Tables: TypeAlias = list[list[int]]


class Field:
    """The entrants of one round in the order of score and lot, with what sitting together costs."""

    def __init__(self, entrants: Iterable[Entrant], usual: int, seed: str, forbidden: Pairs) -> None:
        self.order = sorted(entrants, key=lambda each: (-each.score, lot(seed, each.entry)))
        self.usual = usual
        self.scores = [int(entrant.score * SCORE) for entrant in self.order]
        index = {entrant.entry: at for at, entrant in enumerate(self.order)}
        self.fixed = [
            {index[other]: REPEAT * len(rounds) ** 2 for other, rounds in entrant.met.items() if other in index}
            for entrant in self.order
        ]
        for one, two in ((index[a], index[b]) for a, b in map(tuple, forbidden) if {a, b} <= index.keys()):
            self.fixed[one][two] = self.fixed[two][one] = FORBIDDEN
        self.odd = [ODD_AGAIN * entrant.odd for entrant in self.order]

    def attract(self, one: int, two: int) -> None:
        """Have these entries sit together, whatever else it costs."""
        index = {entrant.entry: at for at, entrant in enumerate(self.order)}
        for at, other in ((index[one], index[two]), (index[two], index[one])):
            self.fixed[at][other] = self.fixed[at].get(other, 0) - FORBIDDEN

    def together(self, player: int, others: Iterable[int]) -> int:
        """What *player* costs beside *others*."""
        own, fixed = self.scores[player], self.fixed[player]
        cost = 0
        for other in others:
            gap = own - self.scores[other]
            cost += gap * gap + fixed.get(other, 0)
        return cost

    def cost(self, tables: Tables) -> int:
        return sum(
            sum(self.together(player, table[:at]) for at, player in enumerate(table))
            + (0 if len(table) == self.usual else sum(self.odd[player] for player in table))
            for table in tables
        )

    def gain(self, one: list[int], at: int, two: list[int], to: int) -> int:
        """What trading ``one[at]`` for ``two[to]`` saves."""
        leaving, coming = one[at], two[to]
        mates, hosts = one[:at] + one[at + 1 :], two[:to] + two[to + 1 :]
        gain = self.together(leaving, mates) + self.together(coming, hosts)
        gain -= self.together(coming, mates) + self.together(leaving, hosts)
        difference = (len(one) != self.usual) - (len(two) != self.usual)
        return gain + difference * (self.odd[leaving] - self.odd[coming])


class Search:
    """Descents from jittered orders until the work is used up; the best tables win, the earliest among equals."""

    def __init__(self, field: Field, sizes: Sequence[int], seed: str, work: int) -> None:
        self.field = field
        self.sizes = sizes
        self.rng = random.Random(seed)
        self.work = work

    def best(self) -> Tables:
        count = len(self.field.order)
        best = self._descend(self._cut(range(count)))
        least = self.field.cost(best)
        for _ in range(DESCENTS):
            if self.work <= 0 or not least:
                break
            # random() alone keeps its sequence for a seed in every version of Python
            tables = self._descend(self._cut(sorted(range(count), key=lambda at: at + JITTER * self.rng.random())))
            if (cost := self.field.cost(tables)) < least:
                best, least = tables, cost
        return best

    def _cut(self, order: Sequence[int]) -> Tables:
        start = 0
        tables: Tables = []
        for size in self.sizes:
            tables.append(list(order[start : start + size]))
            start += size
        return tables

    def _descend(self, tables: Tables) -> Tables:
        """Swap while it pays."""
        improved = True
        while improved and self.work > 0:
            improved = False
            for first in range(len(tables)):
                for second in range(first + 1, min(first + REACH + 1, len(tables))):
                    improved |= self._trade(tables[first], tables[second])
        return tables

    def _trade(self, one: list[int], two: list[int]) -> bool:
        traded = False
        self.work -= len(one) * len(two)
        for at in range(len(one)):
            for to in range(len(two)):
                if self.field.gain(one, at, two, to) > 0:
                    one[at], two[to] = two[to], one[at]
                    traded = True
        return traded
