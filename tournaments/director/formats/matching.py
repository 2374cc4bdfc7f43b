"""The pairs of a two-sided round: the best perfect matching of those who play.

Entrants in the order of score and seed are the vertices; an edge says that two may meet, and its integer weight says
how well that fits. Each rule weighs more than a whole matching can cost under all lesser rules, and a hash on every
edge parts what is left, so that one matching is the best and any correct solver finds it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import NamedTuple, TypeAlias

import rustworkx

from tournaments.director.formats.draw import Pairs, Unpairable
from tournaments.director.formats.format import Preference
from tournaments.director.formats.record import Entrant

# Up to this many entrants every pair is weighed; above, a window of neighbours (doubled while somebody is left over).
WHOLE_FIELD = 64
LEAST_WINDOW = 12
# Beyond it, a round that breaks rules is weighed without the two least of them: weights have a limit too.
FULLY_WEIGHED = 254
LIMIT = 1 << 126
"""The solver counts in 128 bits, and adds some weights up."""

Pair: TypeAlias = tuple[Entrant, Entrant | None]
"""Who meet, the better in the order first; ``None`` is the bye."""
Edge: TypeAlias = tuple[int, int, int]

# The range of each rule's cost, as a power of two, from the least rule to the greatest.
BITS = {"tail": 30, "fold": 7, "squares": 4, "breach": 3, "float": 3, "gap": 12, "bye": 6, "recency": 6, "broken": 1}


class Units(NamedTuple):
    """What one point of each rule's cost weighs; 0: the rule is left out."""

    fold: int
    squares: int
    breach: int
    float: int
    gap: int
    bye: int
    recency: int
    broken: int
    ceiling: int


@lru_cache
def units(vertices: int, *, breaking: bool) -> Units:
    """The scale for a field, where rules may be *breaking* or may not. Below :data:`LIMIT` for up to 2,000 entrants."""
    pairs = ((vertices + 1) // 2).bit_length()
    without = {"bye", "recency", "broken"} if not breaking else {"fold", "squares"} if vertices > FULLY_WEIGHED else {}
    weights, power = {}, 0
    for rule, bits in BITS.items():
        weights[rule] = 0 if rule in without else 1 << power
        if rule not in without:
            power += bits + (pairs if rule not in ("bye", "broken") else 0)  # one bye at most; nothing above the last
    del weights["tail"]
    return Units(**weights, ceiling=1 << power)


def _capped(cost: int, rule: str) -> int:
    return min(cost, (1 << BITS[rule]) - 1)


class Seating(NamedTuple):
    """What a pair costs in its better seat order."""

    breach: int
    """Times that a balance goes beyond two, or that somebody sits a third time running in the same seat."""
    squares: int
    """Of both balances afterwards."""


@lru_cache(maxsize=4096)
def seating(first: tuple[int, int], second: tuple[int, int]) -> Seating:
    """By balance (first seats - second seats) and run (see :func:`run`) of who sits first and who sits second."""
    (ahead, before), (behind, after) = first, second
    one, two = ahead + 1, behind - 1
    breach = (abs(one) > 2) + (abs(two) > 2) + (before == 1) + (after == -1)
    return Seating(breach, one * one + two * two)


def held(entrant: Entrant) -> tuple[int, int]:
    """The balance of an entrant's seats, and 1 or -1 if the last two were both first or both second."""
    last = entrant.sat[-2:]
    run = 0 if len(last) < 2 or last[0] != last[1] else 1 if last[0] == 0 else -1
    return entrant.seats[0] - entrant.seats[1], run


class Field:
    """The entrants of one round in pairing order, with what the edges cost."""

    def __init__(
        self,
        field: Iterable[Entrant],
        seed: str,
        preference: Preference,
        forbidden: Pairs,
        forced: frozenset[int] = frozenset(),
    ) -> None:
        """*forced*: two entries that are to meet, whatever it costs; none: whoever fit best."""
        self.forced = forced
        self.order = sorted(field, key=lambda entrant: (-entrant.score, entrant.seed))
        self.seed, self.preference, self.forbidden = seed, preference, forbidden
        self.index = {entrant.entry: at for at, entrant in enumerate(self.order)}
        self.half_points = [int(2 * entrant.score) for entrant in self.order]
        self.held = [held(entrant) for entrant in self.order]
        self.met = [self._indexed(entrant.met) for entrant in self.order]
        self.barred = [self._barred(entrant.entry, forbidden) for entrant in self.order]
        self.ideal = self._ideals(preference)

    def without(self, entrant: Entrant) -> Field:
        """The others."""
        others = (each for each in self.order if each is not entrant)
        return Field(others, self.seed, self.preference, self.forbidden, self.forced)

    def entrant(self, entry: int) -> Entrant:
        return self.order[self.index[entry]]

    def pair(self, entries: Sequence[int]) -> tuple[Entrant, Entrant]:
        """Two entries that meet, the better in the order first."""
        upper, lower = sorted(self.index[entry] for entry in entries)
        return self.order[upper], self.order[lower]

    def displacement(self, upper: Entrant, lower: Entrant) -> int:
        """How many places *lower* is away from whom *upper* should meet."""
        at = self.index[upper.entry]
        return abs(self.index[lower.entry] - at - self.ideal[at])

    def _indexed(self, met: Iterable[int]) -> set[int]:
        return {self.index[entry] for entry in met if entry in self.index}

    def _barred(self, entry: int, forbidden: Pairs) -> set[int]:
        return self._indexed(other for pair in forbidden if entry in pair for other in pair if other != entry)

    def _ideals(self, preference: Preference) -> list[int]:
        """How far down the order each entrant's preferred opponent sits: half its score group, or the next one."""
        if preference == "adjacent":
            return [1] * len(self.order)
        sizes = {score: self.half_points.count(score) for score in set(self.half_points)}
        return [max(1, sizes[score] // 2) for score in self.half_points]

    @cached_property
    def floated(self) -> tuple[list[int], list[int]]:
        """What floating down, and up, costs each entrant: 2 if it did so in the last round, 1 in the one before."""
        down, up = ([again(entrant.floats, way) for entrant in self.order] for way in (-1, 1))
        return down, up

    # -- edges

    def edges(self, window: int, *, breaking: bool = False) -> Iterator[Edge]:
        """Each entrant with *window* others: the next of the order, or a few of them and the rest around the partner
        whom it would fold to, if that one is further away."""
        count = len(self.order)
        for upper in range(count):
            barred = self.barred[upper] if breaking else self.barred[upper] | self.met[upper]
            partner = upper + self.ideal[upper]
            near = min(count, upper + (window if self.ideal[upper] <= window else window // 6) + 1)
            far = range(max(near, partner - window * 5 // 12), min(count, partner + window * 5 // 12 + 1))
            lowers = [lower for lower in (*range(upper + 1, near), *far) if lower not in barred]
            yield from self._weighed(upper, lowers, units(count, breaking=breaking))

    def _weighed(self, upper: int, lowers: Sequence[int], unit: Units) -> Iterator[Edge]:
        down, up = self.floated
        own, seat, ideal, met = self.half_points[upper], self.held[upper], upper + self.ideal[upper], self.met[upper]
        entry = self.order[upper].entry
        for lower in lowers:
            gap = own - self.half_points[lower]
            sits = min(seating(seat, self.held[lower]), seating(self.held[lower], seat))
            cost = (
                (_capped(gap * gap, "gap") * unit.gap + (down[upper] + up[lower]) * unit.float if gap else 0)
                + sits.breach * unit.breach
                + _capped(sits.squares, "squares") * unit.squares
                + _capped(abs(lower - ideal), "fold") * unit.fold
                + tail(self.seed, entry, self.order[lower].entry)
            )
            if lower in met:
                cost += unit.broken + self._recency(upper, lower) * unit.recency
            yield upper, lower, unit.ceiling - cost

    def _recency(self, upper: int, lower: int) -> int:
        """The longer ago two met the better, and every meeting counts."""
        rounds = self.order[upper].met[self.order[lower].entry]
        return _capped(rounds[-1] + 16 * (len(rounds) - 1), "recency")

    def _byes(self) -> Iterator[Edge]:
        """The bye, vertex ``len(order)``: those who have rested least, then the lowest score, then the lowest seed."""
        count = len(self.order)
        unit = units(count, breaking=True)
        for at, entrant in enumerate(self.order):
            cost = _capped(self.half_points[at] - self.half_points[-1], "bye") * unit.bye
            cost += _capped(count - 1 - at, "fold") * unit.fold + tail(self.seed, 0, entrant.entry)
            if entrant.rests:
                cost += unit.broken + _capped(16 * entrant.rests, "recency") * unit.recency
            yield at, count, unit.ceiling - cost

    # -- matchings

    def keeping(self, window: int) -> list[Pair] | None:
        """The best pairs without a second meeting, of an even field; ``None`` if somebody is left over."""
        count = len(self.order)
        while window < count:
            if pairs := self._matched(self._forcing(self.edges(window)), count):
                return pairs
            window *= 2
        return self._matched(self._forcing(self.edges(count)), count)

    def _forcing(self, edges: Iterable[Edge], *, breaking: bool = False) -> Iterable[Edge]:
        """*edges* that leave the forced two to each other."""
        if not self.forced:
            return edges
        pair = {self.index[entry] for entry in self.forced}
        free = (edge for edge in edges if not pair & {edge[0], edge[1]})
        return [*free, *self._weighed(min(pair), [max(pair)], units(len(self.order), breaking=breaking))]

    def breaking(self) -> list[Pair]:
        """The best pairs with as few second meetings and second byes as can be."""
        count = len(self.order)
        edges = [*self.edges(count, breaking=True), *(self._byes() if count % 2 else ())]
        pairs = self._matched(self._forcing(edges, breaking=True), count + count % 2)
        if pairs is None:
            raise Unpairable("the forbidden pairs leave no round")
        return pairs

    def _matched(self, edges: Iterable[Edge], vertices: int) -> list[Pair] | None:
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(vertices))
        graph.add_edges_from(list(edges))
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(found) != vertices:
            return None
        everybody: list[Entrant | None] = [*self.order, None]
        return [(self.order[upper], everybody[lower]) for upper, lower in sorted((min(p), max(p)) for p in found)]


def again(floats: Sequence[int], way: int) -> int:
    return 2 if floats[-1:] == [way] else 1 if floats[-2:-1] == [way] else 0


def tail(seed: str, one: int, two: int) -> int:
    """30 bits of SHA-256 that part equal matchings."""
    lower, higher = (one, two) if one < two else (two, one)
    return int.from_bytes(sha256(f"{seed}/{lower}/{higher}".encode()).digest()[:4]) >> 2
