"""Who of those who look for opponents plays with whom: pure.

The one who has waited longest is served first, with the people whose ratings are nearest. How far away these may be
grows with the time waited, until everybody will do: so everybody who waits is paired in the end.
"""

from collections.abc import Sequence
from itertools import combinations
from math import inf
from typing import Final, NamedTuple

NARROW: Final = 100
"""The most rating points between two who have just come."""
WIDER: Final = 10
"""The points that each second adds, of the one who has waited longer,"""
OPEN: Final = 45_000
"""until this many ms; then any number will do."""
NEAR: Final = 12
"""The nearest that are tried together, where some of them are kept apart."""


class Waiter(NamedTuple):
    """Somebody who waits since *since* (epoch ms), and those with whom they have nothing to do."""

    user: int
    rating: float
    since: int
    apart: frozenset[int] = frozenset()


def reach(waited: int) -> float:
    """How many rating points away somebody may be for a player who has waited this many ms.

    >>> reach(0), reach(12_500), reach(45_000)
    (100.0, 225.0, inf)
    """
    return inf if waited >= OPEN else NARROW + WIDER * waited / 1_000


def groups(waiting: Sequence[Waiter], seats: int, now: int) -> list[tuple[int, ...]]:
    """The users who play together, *seats* at a table; nobody twice. The rest goes on waiting.

    >>> ann, bob, cleo = Waiter(1, 1500, since=0), Waiter(2, 1900, since=1_000), Waiter(3, 1580, since=2_000)
    >>> groups([ann, bob, cleo], 2, now=2_000), groups([ann, bob], 2, now=2_000), groups([ann, bob], 2, now=30_000)
    ([(1, 3)], [], [(1, 2)])
    """
    left, found = sorted(waiting, key=lambda one: (one.since, one.user)), []
    while len(left) >= seats:
        first, *left = left
        if fellows := _fellows(first, left, seats - 1, now):
            found.append((first.user, *(one.user for one in fellows)))
            left = [one for one in left if one not in fellows]
    return found


def _fellows(first: Waiter, others: Sequence[Waiter], count: int, now: int) -> tuple[Waiter, ...]:
    """The nearest *count* of *others* who may sit with *first* and with each other; nobody if there are too few."""
    may = [one for one in others if not _apart(first, one) and _away(first, one) <= reach(now - first.since)]
    near = sorted(may, key=lambda one: (_away(first, one), one.since, one.user))[:NEAR]
    for chosen in combinations(near, count):
        if not any(_apart(one, other) for one, other in combinations(chosen, 2)):
            return chosen
    return ()


def _away(one: Waiter, other: Waiter) -> float:
    return abs(one.rating - other.rating)


def _apart(one: Waiter, other: Waiter) -> bool:
    return other.user in one.apart or one.user in other.apart
