"""The task that tables send once they are finished, and the one that rates what waits in a pool. The tables' tick sends
the former again until they are settled."""

from __future__ import annotations

import structlog
from celery import shared_task

from accounts import valkey
from tournaments.ratings.errors import Busy
from tournaments.settlement import services
from tournaments.tables.push import SETTLE

RATE = "settlement.rate_waiting"

_log = structlog.get_logger(__name__)


@shared_task(name=SETTLE)
def settle_table(table_id: str) -> None:
    """The pools follow in tasks of their own: behind a crowd of results the first of them rates all."""
    for pool in services.take_in(table_id=table_id):
        valkey.send_task(RATE, [pool])


@shared_task(name=RATE)
def rate_waiting(pool: str) -> None:
    """A pool that is worked out again holds up nobody: the tick brings its tables back."""
    try:
        services.rate_waiting(pool=pool)
    except Busy:
        _log.info("not_rated_yet", pool=pool)
