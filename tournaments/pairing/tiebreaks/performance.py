"""FIDE's tables between score and rating gap (Rating Regulations B.02, 8.1)."""

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

GAPS = (
    800, 677, 589, 538, 501, 470, 444, 422, 401, 383, 366, 351, 336, 322, 309, 296, 284, 273, 262, 251, 240, 230, 220,
    211, 202, 193, 184, 175, 166, 158, 149, 141, 133, 125, 117, 110, 102, 95, 87, 80, 72, 65, 57, 50, 43, 36, 29, 21,
    14, 7, 0,
)  # fmt: skip
"""How far above its opponents somebody performs who makes 100, 99, ... 50 per cent."""

LIMITS = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179, 188, 197,
    206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456, 484, 517, 559, 619,
    735,
)  # fmt: skip
"""The greatest rating gap at which the better one is still expected to make .50, .51, ... .99."""

CERTAIN = LIMITS[-1] + 1
"""The least gap at which the better one is expected to make everything."""
LAST = 800
"""How far below the lowest opponent somebody performs who makes nothing."""


def gap(percent: int) -> int:
    """The rating difference for a score of 0 to 100 *percent*."""
    if not 0 <= percent <= 100:
        raise ValueError(f"A score lies between 0 and 100 per cent, not at {percent}.")
    return GAPS[100 - percent] if percent >= 50 else -GAPS[percent]


def expected(difference: int) -> int:
    """The score in hundredths that somebody rated *difference* higher is expected to make."""
    hundredths = 50 + bisect_left(LIMITS, abs(difference))
    return hundredths if difference >= 0 else 100 - hundredths


def perfect(tables: Sequence[Sequence[int]], score: Fraction) -> int:
    """The least whole rating that is expected to make *score* against *tables*, the opponents' ratings round by round;
    at a table of several the mean over them. ``ValueError`` if the score cannot be made."""
    ratings = [rating for table in tables for rating in table]
    if not ratings or not all(tables) or not 0 <= score <= len(tables):
        raise ValueError(f"{score} cannot be made of {len(tables)} rounds with rated opponents.")
    if score == 0:
        return min(ratings) - LAST
    low, high = min(ratings) - CERTAIN, max(ratings) + CERTAIN  # expected to make nothing, everything
    while high - low > 1:
        middle = (low + high) // 2
        if _expected(tables, middle) >= 100 * score:
            high = middle
        else:
            low = middle
    return high


def _expected(tables: Sequence[Sequence[int]], rating: int) -> Fraction | int:
    made: Fraction | int = 0
    for table in tables:
        hundredths = sum(expected(rating - other) for other in table)
        made += hundredths if len(table) == 1 else Fraction(hundredths, len(table))
    return made
