"""Being away from a ladder: a number of days in half a year keeps the place."""

from collections.abc import Sequence
from typing import Final

from tournaments.platform.units import DAY

ALLOWED: Final = 28 * DAY
WINDOW: Final = 180 * DAY


def used(spans: Sequence[tuple[int, int]], now: int) -> int:
    """How many ms of *spans* (from, to; epoch ms) lie in the 180 days before *now*."""
    return sum(max(0, min(to, now) - max(since, now - WINDOW)) for since, to in spans)


def over_at(spans: Sequence[tuple[int, int]], since: int) -> int:
    """The epoch ms at which somebody who is away from *since* on, and was in *spans* before, has used all of it."""
    return since + max(0, ALLOWED - used(spans, since))
