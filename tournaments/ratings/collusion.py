"""Who plays otherwise when somebody sits at the table: a question for organisers, never an answer. Pure.

At tables of three to five, each person's share of the others that they beat is compared with what their ratings
promised. A pair is named if that differs between tables where both sat and those where only the one did (Welch's t).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Final

import msgspec

from engine.places import duel
from tournaments.ratings.elo import expected

DAYS: Final = 90
SEATS: Final = range(3, 6)
LEAST_TABLES: Final = 10
LEAST_T: Final = 3.0


class Suspicion(msgspec.Struct, frozen=True):
    """*user* does better (``t`` above 0) or worse with *partner* at the table; means are shares of the others beaten
    above what was expected."""

    user: int
    partner: int
    together: int
    apart: int
    mean_together: float
    mean_apart: float
    t: float


class _Sums(msgspec.Struct):
    """Numbers, their sum, and the sum of their squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def without(self, other: _Sums) -> _Sums:
        return _Sums(self.count - other.count, self.total - other.total, self.squares - other.squares)

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def error(self) -> float:
        """The square of the mean's standard error."""
        return max(0.0, self.squares - self.total * self.mean) / (self.count - 1) / self.count


def surpluses(ratings: Mapping[int, float], places: Mapping[int, int]) -> dict[int, float]:
    """Of everybody at a table: the share of the others that they beat, ties half, less what *ratings* promised."""
    others = len(places) - 1
    return {
        user: sum(
            duel(place, places[other]) - expected(ratings[user], ratings[other]) for other in places if other != user
        )
        / others
        for user, place in places.items()
    }


def suspicions(tables: Iterable[Mapping[int, float]]) -> list[Suspicion]:
    """The pairs that stand out among *tables*, each the surplus by person; the most striking first."""
    alone: dict[int, _Sums] = {}
    pairs: dict[tuple[int, int], _Sums] = {}
    for table in tables:
        for user, surplus in table.items():
            alone.setdefault(user, _Sums()).add(surplus)
        for user, partner in permutations(table, 2):
            pairs.setdefault((user, partner), _Sums()).add(table[user])
    found = (_suspicion(pair, both, alone[pair[0]].without(both)) for pair, both in pairs.items())
    named = [each for each in found if each is not None]
    return sorted(named, key=lambda each: (-abs(each.t), each.user, each.partner))


def _suspicion(pair: tuple[int, int], both: _Sums, apart: _Sums) -> Suspicion | None:
    if min(both.count, apart.count) < LEAST_TABLES:
        return None
    t = welch(both.mean - apart.mean, both.error + apart.error)
    if abs(t) < LEAST_T:
        return None
    return Suspicion(*pair, both.count, apart.count, both.mean, apart.mean, t)


def welch(difference: float, error: float) -> float:
    """Welch's t of two means: their *difference* by the root of the sum of their squared errors."""
    if error > 1e-12:
        return difference / math.sqrt(error)
    return math.copysign(math.inf, difference) if abs(difference) > 1e-9 else 0.0
