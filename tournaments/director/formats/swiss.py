"""Two-sided Swiss: the best pairing of a round as a maximum weight matching.

Entrants in the order of score and seed are the vertices; an edge says that two may meet, and its integer weight says
how well that fits, each rule weighing more than all lesser rules together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil, log2
from typing import NamedTuple, TypeAlias

import rustworkx

from engine.text import gettext_noop as _
from tournaments.director.formats.draw import Bye, Draw, Match, Pairs, Reason, Unpairable, check, lot
from tournaments.director.formats.format import Format, Moment, Preference
from tournaments.director.formats.record import Entrant

ALGORITHM = "swiss-matching/1"
SIZES = (2,)

# Up to this many entrants every pair is weighed; above, a window of neighbours (doubled while somebody is left over).
WHOLE_FIELD = 64
LEAST_WINDOW = 16

# The range of each rule's cost, as a power of two, from the least rule to the greatest.
TAIL_BITS, PREFERENCE_BITS, SEAT_BITS, FLOAT_BITS, GAP_BITS, BYE_BITS, REPEAT_BITS = 2, 7, 3, 2, 12, 7, 6


class Units(NamedTuple):
    """What one point of each rule's cost weighs: more than a whole matching can cost under all lesser rules."""

    preference: int
    seat: int
    float: int
    gap: int
    bye: int
    repeat: int
    ceiling: int


def units(vertices: int) -> Units:
    """The scale for a field; its ceiling stays below 2^100 for any field of up to 4,096."""
    pairs = max(1, vertices // 2).bit_length()
    preference = TAIL_BITS + pairs
    seat = preference + PREFERENCE_BITS + pairs
    floats = seat + SEAT_BITS + pairs
    gap = floats + FLOAT_BITS + pairs
    bye = gap + GAP_BITS + pairs
    repeat = bye + BYE_BITS  # a matching has one bye at most
    return Units(*(1 << power for power in (preference, seat, floats, gap, bye, repeat, repeat + REPEAT_BITS)))


Edge: TypeAlias = tuple[int, int, int]


class Field:
    """The entrants of one round in pairing order, with what the edges cost. Vertex ``len(order)`` is the bye."""

    def __init__(self, field: Iterable[Entrant], seed: str, preference: Preference, forbidden: Pairs) -> None:
        self.order = sorted(field, key=lambda entrant: (-entrant.score, entrant.seed))
        self.odd = len(self.order) % 2 == 1
        self.units = units(len(self.order) + 1)
        self.index = {entrant.entry: at for at, entrant in enumerate(self.order)}
        self.half_points = [int(2 * entrant.score) for entrant in self.order]
        self.balance = [entrant.seats[0] - entrant.seats[1] for entrant in self.order]
        self.floats = [entrant.float for entrant in self.order]
        self.tails = [lot(seed, entrant.entry)[0] for entrant in self.order]
        self.met = [self._indexed(entrant.met) for entrant in self.order]
        self.barred = [self._barred(entrant.entry, forbidden) for entrant in self.order]
        self.ideal = self._ideals(preference)

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

    # -- edges

    def edges(self, window: int, *, repeats: bool) -> Iterator[Edge]:
        """Each entrant with *window* others: the next of the order, or half of them, half around the fold partner."""
        count = len(self.order)
        for upper in range(count):
            barred = self.barred[upper] if repeats else self.barred[upper] | self.met[upper]
            partner = upper + self.ideal[upper]
            near = min(count, upper + (window if self.ideal[upper] <= window else window // 2) + 1)
            far = range(max(near, partner - window // 4), min(count, partner + window // 4 + 1))
            for lower in (*range(upper + 1, near), *far):
                if lower not in barred:
                    yield upper, lower, self.weight(upper, lower)
        if self.odd:
            yield from self._byes(repeats=repeats)

    def weight(self, upper: int, lower: int) -> int:
        unit = self.units
        gap = self.half_points[upper] - self.half_points[lower]
        first, second = sorted((self.balance[upper], self.balance[lower]))
        cost = (
            min(gap * gap, (1 << GAP_BITS) - 1) * unit.gap
            + (((self.floats[upper] < 0) + (self.floats[lower] > 0)) * unit.float if gap else 0)
            + min((first + 1) ** 2 + (second - 1) ** 2, (1 << SEAT_BITS) - 1) * unit.seat
            + min(abs(lower - upper - self.ideal[upper]), (1 << PREFERENCE_BITS) - 1) * unit.preference
            + ((self.tails[upper] ^ self.tails[lower]) & ((1 << TAIL_BITS) - 1))
        )
        if lower in self.met[upper]:
            cost += self._repeat(upper, lower) * unit.repeat
        return unit.ceiling - cost

    def _repeat(self, upper: int, lower: int) -> int:
        """The price of a rematch: the longer ago the cheaper, and every earlier one counts."""
        rounds = self.order[upper].met[self.order[lower].entry]
        return min(rounds[-1] + 16 * (len(rounds) - 1) + 1, (1 << REPEAT_BITS) - 1)

    def _byes(self, *, repeats: bool) -> Iterator[Edge]:
        """The bye goes to the lowest score of those who have not rested, there to the lowest seed."""
        count = len(self.order)
        for at in range(count):
            rests = self.order[at].rests
            if repeats or not rests:
                cost = min(self.half_points[at] - self.half_points[-1], (1 << BYE_BITS) - 1) * self.units.bye
                cost += min(count - 1 - at, (1 << PREFERENCE_BITS) - 1) * self.units.preference
                cost += min(rests * (1 << REPEAT_BITS - 2), (1 << REPEAT_BITS) - 1) * self.units.repeat
                yield at, count, self.units.ceiling - cost

    # -- the matching

    def match(self, window: int, *, repeats: bool) -> list[tuple[int, int]] | None:
        """The best perfect matching over the edges of *window*, in pairing order; ``None`` if somebody is left over."""
        vertices = len(self.order) + self.odd
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(vertices))
        graph.add_edges_from(list(self.edges(window, repeats=repeats)))
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        if 2 * len(pairs) != vertices:
            return None
        return sorted((min(pair), max(pair)) for pair in pairs)

    def best(self, window: int) -> list[tuple[int, int]]:
        """Widen the window, then weigh every pair, then allow rematches; never fewer pairs quietly."""
        count = len(self.order)
        while window < count:
            if pairs := self.match(window, repeats=False):
                return pairs
            window *= 2
        pairs = self.match(count, repeats=False) or self.match(count, repeats=True)
        if pairs is None:
            raise Unpairable("the forbidden pairs leave no round")
        return pairs


def pair(
    field: Sequence[Entrant],
    *,
    number: int,
    seed: str,
    preference: Preference = "fold",
    forbidden: Pairs = frozenset(),
) -> Draw:
    """Round *number*: no second meeting or bye that can be avoided, then scores as close as can be."""
    if len(field) < 2:
        raise Unpairable("fewer than two entries")
    ranked = Field(field, seed, preference, forbidden)
    window = len(field) if len(field) <= WHOLE_FIELD else max(LEAST_WINDOW, 2 * number + 6)
    draw = _draw(ranked, ranked.best(window), seed)
    check(draw, [entrant.entry for entrant in field], SIZES, forbidden)
    _check_compromises(draw, ranked)
    return draw


def _draw(ranked: Field, pairs: Iterable[tuple[int, int]], seed: str) -> Draw:
    matches: list[Match] = []
    byes: list[Bye] = []
    compromises: list[Reason] = []
    for upper, lower in pairs:
        if lower == len(ranked.order):
            byes.append(_bye(ranked.order[upper], ranked.order))
            broken = [reason for reason in byes[-1].reasons if reason.code == "bye_repeated"]
        else:
            matches.append(_match(ranked.order[upper], ranked.order[lower], seed))
            broken = [reason for reason in matches[-1].reasons if reason.code == "met_before"]
        compromises += broken
    return Draw(ALGORITHM, tuple(matches), tuple(byes), tuple(compromises))


def _bye(entrant: Entrant, field: Sequence[Entrant]) -> Bye:
    """Why this one rests. The matching spares the lowest score that it can: so a lower one could not be spared."""
    here, score = (entrant.entry,), (str(entrant.score),)
    unrested = [other for other in field if not other.rests]
    lower = sum(other.score < entrant.score for other in unrested)
    if entrant.rests:
        reason = Reason("bye_repeated", here, score, (entrant.rests, len(unrested)))
    elif lower:
        reason = Reason("bye_spared", here, score, (lower,))
    else:
        reason = Reason("bye_lowest", here, score)
    return Bye(entrant.entry, (reason,))


def _match(upper: Entrant, lower: Entrant, seed: str) -> Match:
    """The entry that has had the first seat less often has it, then the one that the lot names."""
    first, second = sorted(
        (upper, lower), key=lambda entrant: (entrant.seats[0] - entrant.seats[1], lot(seed, entrant.entry))
    )
    seated = (first.entry, second.entry)
    met = upper.met.get(lower.entry)
    reasons = [
        Reason("points_before", (upper.entry, lower.entry), (str(upper.score), str(lower.score))),
        Reason("met_before", seated, numbers=tuple(met)) if met else Reason("first_meeting", seated),
        Reason("seats_before", seated, numbers=(first.seats[0], second.seats[1])),
    ]
    if upper.score != lower.score:
        reasons += [Reason("floated_down", (upper.entry,)), Reason("floated_up", (lower.entry,))]
    return Match(seated, tuple(reasons))


def _check_compromises(draw: Draw, ranked: Field) -> None:
    """Every rematch and every second bye stands among the compromises, counted apart from how the draw was made."""
    entrant = {each.entry: each for each in ranked.order}
    rematches = sum(second in entrant[first].met for first, second in (match.entries for match in draw.matches))
    again = sum(entrant[bye.entry].rests > 0 for bye in draw.byes)
    if rematches + again != len(draw.compromises) or len(draw.byes) != len(ranked.order) % 2:
        raise Unpairable("a compromise goes unnamed")


class Swiss(Format):
    key = "swiss"
    title = _("Swiss")

    def rounds(self, entries: int, wanted: int | None) -> int:
        """Enough for one perfect score at most, unless the organiser wants another number."""
        return wanted or ceil(log2(entries))

    def pair(self, moment: Moment) -> Draw:
        return pair(moment.field, number=moment.number, seed=moment.seed, preference=moment.preference)
