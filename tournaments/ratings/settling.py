"""When a rating is provisional or inactive, and what it is worth where somebody enters. Pure; times epoch ms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tournaments.ratings.duels import Change
from tournaments.ratings.parameters import WEEK, Settling

INACTIVE_WEEKS = 8
LEAST_WEEKS, MOST_WEEKS = 2, 52
BELOW_PEAK = 200.0


def is_provisional(settling: Settling, *, tables: int, acquainted: bool, met: Sequence[int]) -> bool:
    """Whether a rating over *tables* is provisional: *acquainted* once enough people of enough tables were met, *met*
    are the people of the last duels, the latest last."""
    return tables < settling.tables or not acquainted or is_narrow(settling, met)


def is_narrow(settling: Settling, met: Sequence[int]) -> bool:
    """Whether too many of the last duels were against the same two."""
    last = met[-settling.window :] if settling.window else ()
    share, of = settling.most
    return sum(count for _user, count in Counter(last).most_common(2)) * of > share * len(last)


def acquaintances(changes: Iterable[Change], tables: Mapping[int, int], settling: Settling) -> dict[int, int]:
    """How many different people each user has met who have enough *tables* now, by all *changes* of a pool."""
    met: dict[int, set[int]] = {}
    for change in changes:
        met.setdefault(change.user, set()).update(change.met)
    return {user: sum(tables.get(one, 0) >= settling.experience for one in known) for user, known in met.items()}


def is_inactive(ended: int, now: int, *, weeks: int = INACTIVE_WEEKS) -> bool:
    """Whether the last table *ended* so long ago. A rating does not fall by itself."""
    return ended < now - weeks * WEEK


def entry_rating(rating: float, peak: float) -> float:
    """What counts for conditions and divisions: nobody gets far below their best since table 30 (0: none yet)."""
    return max(rating, peak - BELOW_PEAK) if peak else rating
