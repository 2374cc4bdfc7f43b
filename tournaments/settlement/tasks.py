"""The task that tables send once they are finished, the one that rates what waits in a pool, and the daily one that
brings what is long over to the archive. What is lost of the first two on the way, the one that the tick sends finds."""

from functools import partial

import structlog
from celery import shared_task
from django.conf import settings

from tournaments.log import sources
from tournaments.log.archive.shelf import Away
from tournaments.log.attempts import attempt
from tournaments.platform import valkey
from tournaments.ratings.errors import Busy
from tournaments.settlement import aging, services
from tournaments.tables import selectors as tables
from tournaments.tables.push import SETTLE, SETTLE_WAITING
from tournaments.tables.tasks import BATCH, SLICE, SWEEP_AFTER

RATE = "settlement.rate_waiting"

_log = structlog.get_logger(__name__)

ARCHIVING = 600
"""Seconds a day."""


@shared_task(name=SETTLE)
def settle_table(table_id: str) -> None:
    """The pools follow in tasks of their own: behind a crowd of results the first of them rates all."""
    for pool in services.take_in(table_id=table_id):
        valkey.send_task(RATE, [pool])


@shared_task(name=SETTLE_WAITING)
def settle_waiting() -> None:
    """Take in results that were not taken in when they came, for a while. The next tick sends it for those that are
    left; in any order, since some may wait for good."""
    began, pools = sources.now_ms(), set[str]()
    waiting = tables.unsettled(began - SWEEP_AFTER).order_by("?")
    for table_id in waiting.values_list("id", flat=True)[:BATCH]:
        if sources.now_ms() > began + SLICE:
            break
        attempt(table_id, partial(_take_in, table_id, pools))
    for pool in sorted(pools):
        valkey.send_task(RATE, [pool])


def _take_in(table_id: str, pools: set[str]) -> None:
    pools.update(services.take_in(table_id=table_id))


@shared_task(name=RATE)
def rate_waiting(pool: str) -> None:
    """A pool that is worked out again holds up nobody: the tick brings its tables back."""
    try:
        services.rate_waiting(pool=pool)
    except Busy:
        _log.info("not_rated_yet", pool=pool)


@shared_task(name="settlement.archive")
def archive() -> None:
    """Bring what is long over to the archive, for a while; the rest of it follows another day."""
    if not settings.ARCHIVE:
        return
    try:
        done = aging.bring(seconds=ARCHIVING)
    except Away as error:  # the condition of the service tells of it
        _log.warning("not_archived", error=str(error))
    else:
        _log.info("archived", tables=done.tables, bytes=done.size, kept=done.kept.total(), broken=len(done.broken))
