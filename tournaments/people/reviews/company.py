"""Which of the people who have joined a review are there: noted for a while, as at tables (``tables/presence.py``)."""

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import redis
import structlog

from tournaments.log import sources
from tournaments.people.models import Review
from tournaments.platform.units import MINUTE
from tournaments.tables import presence
from tournaments.tables.presence import GRACE_MS, Notes

_log = structlog.get_logger(__name__)

ABSENT: Final = MINUTE
"""Ms without its holder after which others may take the lead."""


def key(review_id: str) -> str:
    """What notes are kept under: no table is called so."""
    return f"review-{review_id}"


def note(served: Mapping[str, Iterable[int]]) -> list[dict[int, int]]:
    """Note which users this process serves at each review. Return all notes of each; raises ``redis.RedisError``."""
    return presence.note({key(review): users for review, users in served.items()})


def look(review_id: str) -> Notes | None:
    """When each person was last noted; ``None`` while nobody knows."""
    try:
        return presence.look((key(review_id),))[0]
    except redis.RedisError as error:
        _log.info("presence_unknown", review=review_id, error=str(error))
        return None


def is_here(notes: Notes | None, user: int) -> bool | None:
    return None if notes is None else notes.get(user, 0) >= sources.now_ms() - GRACE_MS


def here(notes: Notes) -> Collection[int]:
    """The users who are here now."""
    since = sources.now_ms() - GRACE_MS
    return frozenset(user for user, at in notes.items() if at >= since)


def led_until(review: Review, notes: Notes | None) -> int | None:
    """Until when (epoch ms) nobody else may take the lead; ``None`` while its holder is here.

    Somebody without a script has no stream: their steps say that they are there.
    """
    if review.leader_id is None:
        return 0
    if is_here(notes, review.leader_id):
        return None
    return max((notes or {}).get(review.leader_id, 0), review.led_since, review.stepped_at) + ABSENT
