"""What goes out once a table's events are committed. All of it is a hint: whoever misses it catches up from the log."""

from __future__ import annotations

from functools import lru_cache

import redis
import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from tournaments.tables.playing import Playing

_log = structlog.get_logger(__name__)

SETTLE = "settlement.settle_table"
PLAY = "tables.play_bot_turn"


def channel(table_id: str) -> str:
    return f"{settings.REDIS_PREFIX}table:{table_id}"


def announce(table: Playing) -> None:
    """Wake the table's streams, its bots, and whoever takes in its result."""
    try:
        _redis().publish(channel(table.id), table.seq)
        if table.bots_to_act:
            queue_bots(table.id, table.seq)
        if table.status == "finished" and not table.settled:
            current_app.send_task(SETTLE, [table.id])
    except (redis.RedisError, OperationalError) as error:
        _log.warning("push_failed", table=table.id, seq=table.seq, error=str(error))


def queue_bots(table_id: str, seq: int, *, pace: float | None = None) -> None:
    """Ask a worker to play the bots that are to act after *seq*, at a pace that people can follow."""
    wait = settings.BOT_PACE if pace is None else pace
    current_app.send_task(PLAY, [table_id, seq], countdown=wait or None)


@lru_cache
def _redis() -> redis.Redis:
    return redis.Redis.from_url(settings.REDIS_URL)
