"""The pairs of a two-sided round: the best perfect matching of those who play.

Entrants in the order of score and seed are the vertices; an edge says that two may meet, and its integer weight says
how well that fits. Each rule weighs more than a whole matching can cost under all lesser rules, and a hash on every
edge parts what is left, so that one matching is the best and any correct solver finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import Final, TypeAlias

import rustworkx

from tournaments.pairing.draw import Pairs, Unpairable
from tournaments.pairing.format import Preference
from tournaments.pairing.record import Entrant
from tournaments.pairing.weights import (
    BITS,
    Edge,
    Units,
    again,
    best_seating,
    capped,
    gap_costs,
    held,
    levelled,
    tail,
    units,
)

# Up to this many entrants every pair is weighed; above, a window of neighbours (doubled while somebody is left over).
WHOLE_FIELD = 64
LEAST_WINDOW = 12

NOTHING: Final[Mapping[int, Fraction]] = MappingProxyType({})

Pair: TypeAlias = tuple[Entrant, Entrant | None]
"""Who meet, the better in the order first; ``None`` is the bye."""


class Field:
    """The entrants of one round in pairing order, with what the edges cost."""

    def __init__(
        self,
        field: Iterable[Entrant],
        seed: str,
        preference: Preference,
        forbidden: Pairs,
        *,
        mates: Pairs = frozenset(),
        boost: Mapping[int, Fraction] = NOTHING,
        forced: frozenset[int] = frozenset(),
    ) -> None:
        """*mates* should not meet; *boost* are points beyond an entry's own; *forced* two are to meet, whatever it
        costs."""
        self.seed, self.preference, self.forbidden = seed, preference, forbidden
        self.mates, self.boost, self.forced = mates, boost, forced
        there = list(field)
        half_points = {each.entry: int(2 * (each.score + boost.get(each.entry, 0))) for each in there}
        self.order = sorted(there, key=lambda entrant: (-half_points[entrant.entry], entrant.seed))
        self.index = {entrant.entry: at for at, entrant in enumerate(self.order)}
        self.half_points = [half_points[entrant.entry] for entrant in self.order]
        self.held = [held(entrant) for entrant in self.order]
        self.met = [{self.index[entry] for entry in entrant.met if entry in self.index} for entrant in self.order]
        self.barred, self.related = self._partners(forbidden), self._partners(mates)
        self.ideal = self._ideals(preference)

    def without(self, entrant: Entrant) -> Field:
        """The others."""
        others = (each for each in self.order if each is not entrant)
        rest = {"mates": self.mates, "boost": self.boost, "forced": self.forced}
        return Field(others, self.seed, self.preference, self.forbidden, **rest)  # type: ignore[arg-type]

    def units(self, *, breaking: bool) -> Units:
        return units(len(self.order), breaking=breaking, mates=bool(self.mates))

    def entrant(self, entry: int) -> Entrant:
        return self.order[self.index[entry]]

    def pair(self, entries: Sequence[int]) -> tuple[Entrant, Entrant]:
        """Two entries that meet, the better in the order first."""
        upper, lower = sorted(self.index[entry] for entry in entries)
        return self.order[upper], self.order[lower]

    def gap(self, upper: Entrant, lower: Entrant) -> int:
        """In half points."""
        return self.half_points[self.index[upper.entry]] - self.half_points[self.index[lower.entry]]

    def displacement(self, upper: Entrant, lower: Entrant) -> int:
        """How many places *lower* is away from whom *upper* should meet."""
        at = self.index[upper.entry]
        return abs(self.index[lower.entry] - at - self.ideal[at])

    def _partners(self, pairs: Pairs) -> list[set[int]]:
        """By index those with whom each is one of *pairs*."""
        found: list[set[int]] = [set() for _entrant in self.order]
        for one, two in (tuple(pair) for pair in pairs if pair <= self.index.keys()):
            found[self.index[one]].add(self.index[two])
            found[self.index[two]].add(self.index[one])
        return found

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
        count, unit = len(self.order), self.units(breaking=breaking)
        for upper in range(count):
            barred = self.barred[upper] if breaking else self.barred[upper] | self.met[upper]
            partner = upper + self.ideal[upper]
            near = min(count, upper + (window if self.ideal[upper] <= window else window // 6) + 1)
            far = range(max(near, partner - window * 5 // 12), min(count, partner + window * 5 // 12 + 1))
            lowers = [lower for lower in (*range(upper + 1, near), *far) if lower not in barred]
            yield from self._weighed(upper, lowers, unit)

    def _weighed(self, upper: int, lowers: Sequence[int], unit: Units) -> Iterator[Edge]:
        """One loop over integers: a large field has tens of thousands of edges."""
        down, up = self.floated
        half_points, seats, related, met = self.half_points, self.held, self.related[upper], self.met[upper]
        own, seat, ideal, entry = half_points[upper], seats[upper], upper + self.ideal[upper], self.order[upper].entry
        gaps, most_squares, most_fold = gap_costs(unit.gap), (1 << BITS["squares"]) - 1, (1 << BITS["fold"]) - 1
        floating, tails = down[upper], self.tails(entry)
        for lower in lowers:
            breach, squares = best_seating(seat, seats[lower])
            gap = own - half_points[lower]
            cost = (
                breach * unit.breach
                + (squares if squares < most_squares else most_squares) * unit.squares
                + min(abs(lower - ideal), most_fold) * unit.fold
                + tails(self.order[lower].entry)
            )
            if gap:
                cost += gaps[gap if gap < len(gaps) else -1] + (floating + up[lower]) * unit.float
            if lower in related:
                cost += unit.mates
            if lower in met:
                cost += unit.broken + self._recency(upper, lower) * unit.recency
            yield upper, lower, unit.ceiling - cost

    def tails(self, entry: int) -> Callable[[int], int]:
        """The tails of the edges of *entry*, by the other one."""
        before, after = f"{self.seed}/{entry}/", f"/{entry}"

        def one(other: int) -> int:
            text = f"{before}{other}" if entry < other else f"{self.seed}/{other}{after}"
            return int.from_bytes(sha256(text.encode()).digest()[:4]) >> 2

        return one

    def _recency(self, upper: int, lower: int) -> int:
        """The longer ago two met the better, and every meeting counts."""
        rounds = self.order[upper].met[self.order[lower].entry]
        return capped(rounds[-1] + 16 * (len(rounds) - 1), "recency")

    def _byes(self) -> Iterator[Edge]:
        """The bye, vertex ``len(order)``: those who have rested least, then the lowest score, then the lowest seed."""
        count = len(self.order)
        unit = self.units(breaking=True)
        for at, entrant in enumerate(self.order):
            cost = capped(self.half_points[at] - self.half_points[-1], "bye") * unit.bye
            cost += capped(count - 1 - at, "fold") * unit.fold + tail(self.seed, 0, entrant.entry)
            if entrant.rests:
                cost += unit.broken + capped(16 * entrant.rests, "recency") * unit.recency
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
        return [*free, *self._weighed(min(pair), [max(pair)], self.units(breaking=breaking))]

    def breaking(self) -> list[Pair]:
        """The best pairs with as few second meetings and second byes as can be."""
        count = len(self.order)
        edges = [*self.edges(count, breaking=True), *(self._byes() if count % 2 else ())]
        pairs = self._matched(self._forcing(edges, breaking=True), count + count % 2)
        if pairs is None:
            raise Unpairable("the forbidden pairs leave no round", self.to_lift())
        return pairs

    def to_lift(self) -> Pairs:
        """The smallest set of forbidden pairs without which everybody can be paired."""
        count = len(self.order)
        edges = [
            (upper, lower, int(lower not in self.barred[upper]))
            for upper in range(count)
            for lower in range(upper + 1, count)
        ]
        edges += [(at, count, 1) for at in range(count)] if count % 2 else []
        pairs = self._matched(edges, count + count % 2) or []
        met = (frozenset({upper.entry, lower.entry}) for upper, lower in pairs if lower is not None)
        return frozenset(pair for pair in met if pair in self.forbidden)

    def _matched(self, edges: Iterable[Edge], vertices: int) -> list[Pair] | None:
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(vertices))
        graph.add_edges_from(levelled(list(edges), vertices))
        found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(found) != vertices:
            return None
        everybody: list[Entrant | None] = [*self.order, None]
        return [(self.order[upper], everybody[lower]) for upper, lower in sorted((min(p), max(p)) for p in found)]
