"""Elo: two players, and tables of more as a set of duels. Pure arithmetic; floats inside, whole numbers for show."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

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


def duel(own: int, other: int) -> float:
    """What finishing in place *own* takes from the one in place *other*."""
    return 1.0 if own < other else 0.5 if own == other else 0.0


def changes(forms: Sequence[Form], places: Sequence[int]) -> tuple[float, ...]:
    """What each player gains: K/(n-1) times the sum over the others of (result - expected).

    A table never moves a rating more than one duel would, and for two players this is plain Elo. Each player's own K
    counts, so the sum is zero where the Ks are equal.
    """
    return tuple(form.k * _surplus(seat, forms, places) / (len(forms) - 1) for seat, form in enumerate(forms))


def _surplus(seat: int, forms: Sequence[Form], places: Sequence[int]) -> float:
    own = forms[seat].rating
    return math.fsum(
        duel(places[seat], places[other]) - expected(own, form.rating)
        for other, form in enumerate(forms)
        if other != seat
    )


def rate(forms: Sequence[Form], places: Sequence[int]) -> tuple[Form, ...]:
    """Every player's form after a table that ended in *places* (1 is best, equal places share)."""
    return tuple(_moved(form, by) for form, by in zip(forms, changes(forms, places), strict=True))


def _moved(form: Form, by: float) -> Form:
    rating = form.rating + by
    return Form(rating, form.tables + 1, form.summited or rating >= SUMMIT)


def shown(rating: float) -> int:
    """*rating* as people see it: rounded half up."""
    return math.floor(rating + 0.5)
