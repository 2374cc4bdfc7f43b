"""What it would cost to have two meet in a round, rule by rule."""

from typing import Literal, TypeAlias

import msgspec

Rule: TypeAlias = Literal[
    "rematches",  # how many second meetings and second byes
    "recency",  # how recent they are, and how many byes before second ones
    "byes",  # at tables of three to five: byes that those who rest have had
    "bye_score",  # how far the entry with the bye is above the lowest score, in half points or the unit of all scores
    "bye_lot",  # at tables of three to five: places in the lot for the bye
    "bye_missed",  # rounds that it has not played
    "bye_seed",  # entries that may rest too and are seeded behind it
    "mates",  # meetings of entries that should be kept apart
    "gaps",  # score gaps in half points, squared
    "floats",  # floating again in the same direction
    "seats",  # balances beyond two, and third times running in the same seat
    "balances",  # balances of the seats, squared
    "order",  # places away from the preferred opponent inside the score group
    "meetings",  # repeat meetings, squared for each pair
    "odd_places",  # whether tables of another size stand elsewhere than the setting has them
    "odd_tables",  # having been at tables of another size before
]


class Drawn(msgspec.Struct, frozen=True):
    """A round as far as it is compared: who sit together, and who rests."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()

    def together(self, one: int, two: int) -> bool:
        return any({one, two} <= set(table) for table in self.tables)


Costs: TypeAlias = tuple[tuple[Rule, int], ...]
"""By rule, the most important first."""


class Charge(msgspec.Struct, frozen=True):
    """What a rule counts in the round as it is, and in the best one in which the two meet."""

    rule: Rule
    now: int
    then: int


class Price(msgspec.Struct, frozen=True):
    charges: tuple[Charge, ...]
    """Of all rules, the most important first."""
    best: Drawn
    """The best round in which the two meet."""

    @property
    def decisive(self) -> Charge | None:
        """The most important rule that parts the two rounds."""
        return next((charge for charge in self.charges if charge.now != charge.then), None)


def compared(now: Costs, then: Costs, best: Drawn) -> Price:
    charges = (Charge(rule, cost, other) for (rule, cost), (_same, other) in zip(now, then, strict=True))
    return Price(tuple(charges), best)
