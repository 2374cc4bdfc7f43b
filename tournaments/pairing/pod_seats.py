"""Who sits where at a table of three to five, and who plays together."""

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import TypeAlias

from engine.game import Teams
from tournaments.pairing.draw import lot
from tournaments.pairing.record import Entrant

Order: TypeAlias = tuple[Entrant, ...]
Split: TypeAlias = frozenset[frozenset[int]]
"""Who play together, by entry."""


def seat(table: Sequence[Entrant], seed: str, teams: Teams) -> Order:
    """*table* in seat order. Partners are those who have seldom played together, then teams of like strength, then by
    lot; seats go round, the first one above all, then by lot."""
    orders = list(permutations(sorted(table, key=lambda entrant: lot(seed, entrant.entry))))
    if teams:
        partners = _split(min(orders, key=lambda order: (_repeats(order, teams), _gap(order, teams))), teams)
        orders = [order for order in orders if _split(order, teams) == partners]
    return min(orders, key=_staleness)


def _split(order: Order, teams: Teams) -> Split:
    return frozenset(frozenset(order[seat].entry for seat in team) for team in teams)


def _repeats(order: Order, teams: Teams) -> int:
    """How often those who would be partners have been: by the square, so that no two are always."""
    couples = (pair for team in teams for pair in combinations(team, 2))
    return sum(order[one].partners.get(order[two].entry, 0) ** 2 for one, two in couples)


def _gap(order: Order, teams: Teams) -> int:
    """How unlike the teams are in rating; where somebody has none, in rank at the start."""
    ratings = {entrant.entry: entrant.rating for entrant in order if entrant.rating is not None}
    strength = ratings if len(ratings) == len(order) else {entrant.entry: entrant.seed for entrant in order}
    sums = [sum(strength[order[seat].entry] for seat in team) for team in teams]
    return max(sums) - min(sums)


def _staleness(order: Order) -> int:
    """How far this order is from fair: the first seat weighs most, then any seat held before."""
    first = order[0].seats[0]
    return 8 * (first**2 + first) + sum(entrant.seats[seat] ** 2 for seat, entrant in enumerate(order))
