"""A tie-break's value with what it is made of, from which a page can show the sum."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Literal, TypeAlias

import msgspec

from tournaments.pairing.tiebreaks.crosstable import Code

Cap: TypeAlias = Literal["opponent", "rounds", "mean"]

ZERO = Fraction(0)
HALF = Fraction(1, 2)
SHARES = {"above": Fraction(1), "level": HALF, "below": ZERO}


class Part(msgspec.Struct, frozen=True, gc=False):
    """What one round adds to a value."""

    round: int
    code: Code | None
    """``None``: points by ruling, or a round that adds nothing of its own to a running total."""
    opponents: tuple[int, ...]
    """Those who were played, or scheduled for ``+`` and ``-``."""
    made: Fraction
    """What the entry made of the round."""
    worth: Fraction
    """What the opponents are worth here: their score, rating or percentage, the mean of several; else *made*."""
    counts: Fraction
    """What the round adds to the sum, if it is not cut."""
    own: Fraction | None = None
    """A round not played is one against a dummy with the entry's own score: that score."""
    cap: Cap | None = None
    """What made the dummy worth less than that: the scheduled opponent's score, or a draw in every round; of game
    points, that the round counts the mean of the others."""
    cut: Literal["lowest", "highest"] | None = None

    @property
    def voluntary(self) -> bool:
        return self.code in ("H", "F", "Z", "-")


class Value(msgspec.Struct, frozen=True):
    code: str
    value: Fraction | None
    """``None``: nothing is left to make it of; it is shown as "-" and comes last."""
    parts: tuple[Part, ...] = ()
    basis: dict[str, Fraction] = {}
    """Numbers beside the rounds that it is made of; which ones, the code says."""


def total(values: Iterable[Fraction]) -> Fraction:
    """The exact sum. Fractions are slow to add and their denominators few: each denominator's are added as integers."""
    by_denominator: dict[int, int] = {}
    for value in values:
        denominator = value.denominator
        by_denominator[denominator] = by_denominator.get(denominator, 0) + value.numerator
    return sum((Fraction(numerator, denominator) for denominator, numerator in by_denominator.items()), ZERO)


def times(share: Fraction, value: Fraction) -> Fraction:
    """Their product; nearly always of all or nothing, which needs no multiplying."""
    if share.numerator == share.denominator:
        return value
    return share * value if share.numerator else ZERO


def mean(values: Sequence[Fraction]) -> Fraction:
    """The mean of at least one value."""
    return values[0] if len(values) == 1 else total(values) / len(values)


def highest_first(values: Sequence[Fraction | int]) -> list[int]:
    """Whole numbers in the opposite order of *values*, equal where those are: they compare much faster."""
    common = lcm(*{value.denominator for value in values})
    return [-value.numerator * (common // value.denominator) for value in values]


def half_up(value: Fraction) -> int:
    """To the nearest whole number, a half upwards."""
    return (2 * value.numerator + value.denominator) // (2 * value.denominator)


def summed(code: str, parts: Sequence[Part]) -> Value:
    """The sum of all that is not cut; none if nothing is left."""
    left = [part.counts for part in parts if part.cut is None]
    return Value(code, total(left) if left else None, tuple(parts))


def averaged(code: str, parts: Sequence[Part], *, whole: bool = False) -> Value:
    """The mean of all that is not cut, to the nearest *whole* number if asked for; none if nothing is left."""
    left = [part.counts for part in parts if part.cut is None]
    if not left:
        return Value(code, None, tuple(parts))
    value = mean(left)
    return Value(code, Fraction(half_up(value)) if whole else value, tuple(parts))
