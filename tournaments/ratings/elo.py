"""Elo: two players, and tables of more as a set of duels. Pure arithmetic; floats inside, whole numbers for show."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from engine.game import Teams
from engine.places import duel

START = 1500.0
PROVISIONAL_TABLES = 30
SUMMIT = 2400.0


class Form(msgspec.Struct, frozen=True, gc=False):
    """What the next change depends on. ``summited`` stays true once 2400 has been reached (FIDE B.02, 8.3.3)."""

    rating: float = START
    tables: int = 0
    summited: bool = False

    @property
    def k(self) -> int:
        """How fast the rating moves: 40 for the first 30 tables, 20 after, 10 once at 2400."""
        if self.tables < PROVISIONAL_TABLES:
            return 40
        return 10 if self.summited else 20


def expected(own: float, other: float) -> float:
    """The share of a duel that *own* should take from *other*: 1 / (1 + 10^((other - own) / 400))."""
    return 1.0 / (1.0 + math.pow(10.0, (other - own) / 400.0))


def changes(forms: Sequence[Form], places: Sequence[int], teams: Teams = ()) -> tuple[float, ...]:
    """What each player gains: K/(n-1) times the sum over the other sides of (result - expected), of n sides.

    A side is a player, or one of the *teams* that share a place: it is as strong as its members are on average. A table
    never moves a rating more than one duel would, and for two players this is plain Elo. Each player's own K counts, so
    the sum is zero where the Ks are equal.
    """
    sides = teams or tuple((seat,) for seat in range(len(forms)))
    gains = {side: _surplus(side, sides, forms, places) / (len(sides) - 1) for side in sides}
    return tuple(form.k * next(gains[side] for side in sides if seat in side) for seat, form in enumerate(forms))


def _surplus(side: tuple[int, ...], sides: Teams, forms: Sequence[Form], places: Sequence[int]) -> float:
    own = _strength(side, forms)
    return math.fsum(
        duel(places[side[0]], places[other[0]]) - expected(own, _strength(other, forms))
        for other in sides
        if other != side
    )


def _strength(side: tuple[int, ...], forms: Sequence[Form]) -> float:
    return math.fsum(forms[seat].rating for seat in side) / len(side)


def rate(forms: Sequence[Form], places: Sequence[int], teams: Teams = ()) -> tuple[Form, ...]:
    """Every player's form after a table that ended in *places* (1 is best, equal places share)."""
    return tuple(_moved(form, by) for form, by in zip(forms, changes(forms, places, teams), strict=True))


def _moved(form: Form, by: float) -> Form:
    rating = form.rating + by
    return Form(rating, form.tables + 1, form.summited or rating >= SUMMIT)


def shown(rating: float) -> int:
    """*rating* as people see it: rounded half up."""
    return math.floor(rating + 0.5)
