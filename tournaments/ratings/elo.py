"""Elo's arithmetic. Floats inside, whole numbers for show."""

import math

from tournaments.ratings.parameters import SUMMIT, Parameters


def expected(own: float, other: float) -> float:
    """The share of a duel that *own* should take from *other*: 1 / (1 + 10^((other - own) / 400)).

    Ratings so far apart that the power has no float any more expect nothing.
    """
    try:
        return 1.0 / (1.0 + math.pow(10.0, (other - own) / 400.0))
    except OverflowError:
        return 0.0


def k_of(parameters: Parameters, tables: int, *, summited: bool, settled: bool = True) -> int:
    """How fast a rating moves after *tables*: *summited* once it has been 2400 or more after a table; who is not
    *settled* does not come to the last step."""
    if summited:
        return 10
    slow = parameters.k if settled else parameters.steps[-1][1]
    return next((k for below, k in parameters.steps if tables < below), slow)


def at_summit(rating: float) -> bool:
    return rating >= SUMMIT


def as_shown(rating: float) -> int:
    """*rating* as people see it: rounded half up."""
    return math.floor(rating + 0.5)
