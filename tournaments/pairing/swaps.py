"""Tables out of the standings for a large field: cut in order, then improved by swaps.

The search is bounded by work, never by the clock, so that the same entries, history and seed give the same round on
any machine.
"""

import random
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tournaments.pairing.pod_field import Field, Tables

# Swaps weighed in one draw: about half a second of work.
WORK = 1_000_000
# Only tables this close in the standings trade players, but for those where two meet again.
REACH = 12
# What it takes to weigh who sits there, in swaps that are refused at a glance.
LOOK = 3
# A kick moves players between this number of neighbouring tables.
KICKED = 3


class Search:
    """Swaps while they pay; then kicks, each kept if what follows from it is better or as good, until the work is used
    up."""

    def __init__(self, field: Field, sizes: Sequence[int], seed: str, work: int) -> None:
        self.field, self.work = field, work
        self.rng = random.Random(seed)
        self.tables = _cut(sizes)
        self.sums = [sum(field.scores[player] for player in table) for table in self.tables]
        self.broken = [self._is_broken(table) for table in self.tables]
        """By table whether a rule above the score gaps is."""
        self.kept: dict[int, list[int]] = {}
        """Tables as they were before the last kick."""

    def best(self) -> Tables:
        self._descend(range(len(self.tables)))
        self._descend(self._worst(), wide=True)
        cost = self.field.cost(self.tables)
        while self.work > 0 and cost and len(self.tables) > 1:
            self.kept = {}
            self._descend(self._kick(), wide=any(self.broken))
            gain = sum(self.field.table(was) - self.field.table(self.tables[at]) for at, was in self.kept.items())
            if gain < 0:
                self._take_back()
            else:
                cost -= gain
        return self.tables

    def _worst(self) -> list[int]:
        return [at for at, broken in enumerate(self.broken) if broken]

    def _is_broken(self, table: list[int]) -> bool:
        return any(not self.field.fixed[player].keys().isdisjoint(table) for player in table)

    # -- kicks

    def _kick(self) -> list[int]:
        """Some neighbouring tables, each with another's player; often one where a rule is broken."""
        first = self._below(len(self.tables))
        if (worst := self._worst()) and self.rng.random() < 1 / 2:
            first = worst[self._below(len(worst))]
        near = [first, *(self._near(first) for _ in range(KICKED - 1))]
        for one, two in pairwise(near):
            if one != two:
                self._swap(one, self._below(len(self.tables[one])), two, self._below(len(self.tables[two])))
        return sorted(set(near))

    def _near(self, table: int) -> int:
        return min(len(self.tables) - 1, max(0, table - REACH // 2 + self._below(REACH + 1)))

    def _below(self, most: int) -> int:
        # random() alone keeps its sequence for a seed in every version of Python
        return int(self.rng.random() * most)

    def _take_back(self) -> None:
        for at, was in self.kept.items():
            self.tables[at] = was
            self.sums[at] = sum(self.field.scores[player] for player in was)
            self.broken[at] = self._is_broken(was)

    # -- swaps

    def _descend(self, tables: Iterable[int], *, wide: bool = False) -> None:
        """Swap while it pays, beginning with *tables*. If *wide*, those where a rule is broken trade with all."""
        waiting = list(tables)
        while waiting and self.work > 0:
            changed: set[int] = set()
            for one in waiting:
                reach = len(self.tables) if wide and self.broken[one] else REACH
                for two in range(max(0, one - reach), min(one + reach + 1, len(self.tables))):
                    if two != one and self._trade(one, two):
                        changed |= {one, two}
            waiting = sorted(changed)

    def _trade(self, one: int, two: int) -> bool:
        """Every swap of two that pays."""
        here, there, scores = self.tables[one], self.tables[two], self.field.scores
        self.work -= len(here) * len(there)
        alike = len(here) == len(there) and not self.field.attracted
        traded = False
        for at in range(len(here)):
            for to in range(len(there)):
                step = scores[there[to]] - scores[here[at]]
                # Nearly all swaps are refused here: they gain nothing, as in _gain.
                refused = alike and step * (self.sums[one] - self.sums[two] + step) <= 0
                if refused and not (self.broken[one] or self.broken[two]):
                    continue
                if self._gain(one, at, two, to) > 0:
                    self._swap(one, at, two, to)
                    traded = True
        return traded

    def _gain(self, one: int, at: int, two: int, to: int) -> int:
        """What trading places saves. The gaps of a table of k are k times the sum of the squares less the square of the
        sum: so what they save needs no look at those who stay."""
        self.work -= LOOK
        field, here, there = self.field, self.tables[one], self.tables[two]
        leaving, coming = here[at], there[to]
        step = field.scores[coming] - field.scores[leaving]
        gain = 2 * step * (self.sums[one] - self.sums[two] + step)
        gain -= (len(here) - len(there)) * step * (field.scores[coming] + field.scores[leaving])
        odd = (len(here) != field.usual) - (len(there) != field.usual)
        gain = gain * field.gap + odd * (field.odd[leaving] - field.odd[coming])
        mine, theirs = field.fixed[leaving], field.fixed[coming]
        for mate in here:
            if mate != leaving:
                gain += mine.get(mate, 0) - theirs.get(mate, 0)
        for mate in there:
            if mate != coming:
                gain += theirs.get(mate, 0) - mine.get(mate, 0)
        return gain

    def _swap(self, one: int, at: int, two: int, to: int) -> None:
        here, there, scores = self.tables[one], self.tables[two], self.field.scores
        self.kept.setdefault(one, here[:])
        self.kept.setdefault(two, there[:])
        step = scores[there[to]] - scores[here[at]]
        here[at], there[to] = there[to], here[at]
        self.sums[one] += step
        self.sums[two] -= step
        self.broken[one], self.broken[two] = self._is_broken(here), self._is_broken(there)


def _cut(sizes: Sequence[int]) -> Tables:
    start, tables = 0, Tables()
    for size in sizes:
        tables.append([*range(start, start + size)])
        start += size
    return tables
