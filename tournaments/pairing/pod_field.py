"""The entrants of a round at tables of three to five, and what sitting together costs.

A cost is one integer: forbidden pairs, repeat meetings, score gaps, odd tables again; each weighs more than all that
comes after it can.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import lcm
from typing import TypeAlias

from tournaments.pairing.draw import Pairs, lot
from tournaments.pairing.record import Entrant

Tables: TypeAlias = list[list[int]]
"""Places in the order of the field."""

MOST_PAIRS = 2
"""A table of five has ten pairs: two for each who sits there."""


class Field:
    """The entrants in the order of score and lot."""

    def __init__(self, entrants: Iterable[Entrant], usual: int, seed: str, forbidden: Pairs) -> None:
        self.order = sorted(entrants, key=lambda each: (-each.score, lot(seed, each.entry)))
        self.usual = usual
        self.index = {entrant.entry: at for at, entrant in enumerate(self.order)}
        self.scores = _whole(self.order)
        self.met = [
            {self.index[other]: len(rounds) ** 2 for other, rounds in entrant.met.items() if other in self.index}
            for entrant in self.order
        ]
        bans = [(self.index[one], self.index[two]) for one, two in map(tuple, forbidden) if {one, two} <= {*self.index}]
        self.attracted = False
        """Whether two are to sit together."""
        self._scale()
        self.fixed = [{other: times * self.repeat for other, times in met.items()} for met in self.met]
        for one, two in bans:
            self._add(one, two, self.ban)

    def _scale(self) -> None:
        """What one of each rule weighs; of an odd table again 1, so that the rule itself is what it costs."""
        spread = max(self.scores, default=0) - min(self.scores, default=0)
        self.odd = [entrant.odd for entrant in self.order]
        self.gap = 1 + sum(self.odd)
        self.repeat = self.gap * (1 + MOST_PAIRS * len(self.order) * spread**2)
        self.ban = self.repeat * (1 + sum(sum(met.values()) for met in self.met))

    def _add(self, one: int, two: int, cost: int) -> None:
        for at, other in ((one, two), (two, one)):
            self.fixed[at][other] = self.fixed[at].get(other, 0) + cost

    def attract(self, one: int, two: int) -> None:
        """Have these entries sit together, whatever else it costs."""
        self.attracted = True
        self._add(self.index[one], self.index[two], -self.ban * (1 + len(self.order) ** 2))

    def pair(self, one: int, two: int) -> int:
        """What two cost who sit together."""
        return self.fixed[one].get(two, 0) + self.gap * (self.scores[one] - self.scores[two]) ** 2

    def table(self, players: Sequence[int]) -> int:
        """What a table costs."""
        odd = 0 if len(players) == self.usual else sum(self.odd[player] for player in players)
        return odd + sum(self.pair(one, two) for one, two in combinations(players, 2))

    def cost(self, tables: Iterable[Sequence[int]]) -> int:
        return sum(map(self.table, tables))

    def repeats(self, tables: Iterable[Sequence[int]]) -> int:
        """The repeat meetings, squared for each two."""
        return sum(self.met[one].get(two, 0) for table in tables for one, two in combinations(table, 2))

    def breaks(self, tables: Iterable[Sequence[int]]) -> bool:
        """Whether a rule above the score gaps is broken."""
        pairs = (pair for table in tables for pair in combinations(table, 2))
        return any(self.fixed[one].get(two, 0) > 0 for one, two in pairs)


def _whole(order: Sequence[Entrant]) -> list[int]:
    """The scores as whole numbers: thirds and quarters are exact."""
    scale = lcm(*(entrant.score.denominator for entrant in order))
    return [int(entrant.score * scale) for entrant in order]
