"""Baku acceleration (FIDE C.04.7): in the first rounds the upper half of the seeds is paired as if it had won more."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil

WIN = Fraction(1)


def upper(entries: int) -> int:
    """How many of the best seeds are accelerated."""
    return 2 * ceil(entries / 4)


def points(number: int, rounds: int) -> Fraction:
    """What the upper half is given in round *number* of *rounds*: a win, then half of it, then nothing."""
    accelerated = ceil(rounds / 2)
    if number > accelerated:
        return Fraction(0)
    return WIN if number <= ceil(accelerated / 2) else WIN / 2


def baku(starters: Sequence[int], number: int, rounds: int) -> Mapping[int, Fraction]:
    """By entry the points that it is paired with beyond its own; *starters* by seed, without late entries."""
    given = points(number, rounds)
    return dict.fromkeys(starters[: upper(len(starters))], given) if given else {}
