"""Tie-breaks by the ratings of the opponents played (FIDE C.07, 10); forfeits and byes are never in them.

Opponents without a rating are left out. A score is the share of the opponents beaten, whatever the point system.
"""

from fractions import Fraction

from tournaments.pairing.tiebreaks import cuts
from tournaments.pairing.tiebreaks.performance import gap, perfect
from tournaments.pairing.tiebreaks.reckoning import Each, Reckoning, among_opponents, remembered, share
from tournaments.pairing.tiebreaks.values import Part, Value, averaged, half_up, total


def average_rating(code: str, cut: cuts.Cut = cuts.none) -> Each:
    """The mean rating of the opponents."""
    return lambda reckoning, entry: averaged(code, cut(_rated(reckoning, entry)), whole=True)


def _rated(reckoning: Reckoning, entry: int) -> tuple[Part, ...]:
    ratings = reckoning.crosstable.ratings

    def rating(other: int) -> Fraction | None:
        return Fraction(ratings[other]) if other in ratings else None

    return tuple(among_opponents(reckoning, entry, rating))


def _score(reckoning: Reckoning, entry: int, parts: tuple[Part, ...]) -> Fraction:
    row = reckoning.crosstable.rows[entry]
    return total(share(cell) for part in parts if (cell := row[part.round - 1]))


@remembered
def performance(reckoning: Reckoning, entry: int) -> Value:
    """The mean rating of the opponents and the gap that goes with the percentage made."""
    parts = _rated(reckoning, entry)
    average = averaged("TPR", parts, whole=True).value
    if average is None:
        return Value("TPR", None)
    percent = half_up(100 * _score(reckoning, entry, parts) / len(parts))
    difference = Fraction(gap(percent))
    basis = {"average": average, "percent": Fraction(percent), "difference": difference}
    return Value("TPR", average + difference, parts, basis)


def average_performance(reckoning: Reckoning, entry: int) -> Value:
    """The mean of the opponents' performances."""
    parts = tuple(among_opponents(reckoning, entry, lambda other: performance(reckoning, other).value))
    return averaged("APRO", parts, whole=True)


def perfect_performance(reckoning: Reckoning, entry: int) -> Value:
    """The least rating that is expected to make the score."""
    ratings, parts = reckoning.crosstable.ratings, _rated(reckoning, entry)
    if not parts:
        return Value("PTP", None)
    tables = [[ratings[other] for other in part.opponents if other in ratings] for part in parts]
    score = _score(reckoning, entry, parts)
    return Value("PTP", Fraction(perfect(tables, score)), parts, {"score": score})
