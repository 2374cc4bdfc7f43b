"""What pairs weigh: the scale of the rules, and what seats and floats cost. Each rule weighs more than a whole matching
can cost under all lesser rules."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from math import isqrt
from typing import NamedTuple, TypeAlias

from tournaments.pairing.record import Entrant

LIMIT = 1 << 126
"""The solver counts in 128 bits, and adds some weights up."""

# The range of each rule's cost, as a power of two, from the least rule to the greatest.
BITS = {"tail": 30, "fold": 7, "squares": 4, "breach": 3, "float": 3, "gap": 12, "mates": 1} | {
    "bye": 6,
    "recency": 6,
    "broken": 1,
}


Edge: TypeAlias = tuple[int, int, int]
"""Two vertices, and what their meeting weighs."""


class Units(NamedTuple):
    """What one point of each rule's cost weighs; 0: the rule is left out."""

    fold: int
    squares: int
    breach: int
    float: int
    gap: int
    mates: int
    bye: int
    recency: int
    broken: int
    ceiling: int


SPARED = (frozenset[str](), frozenset({"squares"}), frozenset({"squares", "fold"}))
"""The least rules, which are left out where the weights would grow too large."""


@lru_cache
def units(vertices: int, *, breaking: bool, mates: bool = False) -> Units:
    """The scale for a field, where rules may be *breaking* or may not, and *mates* are kept apart or there are none.
    Below :data:`LIMIT` for up to 2,000 entrants."""
    idle = (set() if breaking else {"bye", "recency", "broken"}) | (set() if mates else {"mates"})
    return next(scale for spared in SPARED if (scale := _scale(vertices, idle | spared)).ceiling < LIMIT)


def _scale(vertices: int, without: set[str]) -> Units:
    pairs = ((vertices + 1) // 2).bit_length()
    weights, power = {}, 0
    for rule, bits in BITS.items():
        weights[rule] = 0 if rule in without else 1 << power
        if rule not in without:
            power += bits + (pairs if rule not in ("bye", "broken") else 0)  # one bye at most; nothing above the last
    del weights["tail"]
    return Units(**weights, ceiling=1 << power)


def capped(cost: int, rule: str) -> int:
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


@lru_cache(maxsize=8192)
def best_seating(one: tuple[int, int], two: tuple[int, int]) -> Seating:
    """What two cost, in either seat order."""
    return min(seating(one, two), seating(two, one))


@lru_cache
def gap_costs(unit: int) -> tuple[int, ...]:
    """What each score gap costs, in half points; the last stands for all larger ones."""
    most = (1 << BITS["gap"]) - 1
    return tuple(min(gap * gap, most) * unit for gap in range(isqrt(most) + 2))


def held(entrant: Entrant) -> tuple[int, int]:
    """The balance of an entrant's seats, and 1 or -1 if the last two were both first or both second."""
    last = entrant.sat[-2:]
    run = 0 if len(last) < 2 or last[0] != last[1] else 1 if last[0] == 0 else -1
    return entrant.seats[0] - entrant.seats[1], run


def again(floats: Sequence[int], way: int) -> int:
    return 2 if floats[-1:] == [way] else 1 if floats[-2:-1] == [way] else 0


def levelled(edges: Sequence[Edge], vertices: int) -> list[Edge]:
    """*edges* less a number for each of their ends, so that most ends are left with an edge of 0 and none above it.

    Every perfect matching loses the same by it, so the best stays the best; the solver, which begins where all the
    heaviest edges are, finds it in about half of the time.
    """
    ends: list[list[tuple[int, int]]] = [[] for _ in range(vertices)]
    for one, two, weight in edges:
        ends[one].append((two, weight))
        ends[two].append((one, weight))
    level = [(max((weight for _other, weight in own), default=0) + 1) // 2 for own in ends]
    for at, own in enumerate(ends):
        if own:
            level[at] = max([weight - level[other] for other, weight in own])
    return [(one, two, weight - level[one] - level[two]) for one, two, weight in edges]


def tail(seed: str, one: int, two: int) -> int:
    """30 bits of SHA-256 that part equal matchings."""
    lower, higher = (one, two) if one < two else (two, one)
    return int.from_bytes(sha256(f"{seed}/{lower}/{higher}".encode()).digest()[:4]) >> 2
