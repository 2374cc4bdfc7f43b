"""The task that tables send once they are finished; the tables' tick sends it again until they are settled."""

from __future__ import annotations

import structlog
from celery import shared_task

from tournaments.ratings.errors import Busy
from tournaments.settlement import services
from tournaments.tables.push import SETTLE

_log = structlog.get_logger(__name__)


@shared_task(name=SETTLE)
def settle_table(table_id: str) -> None:
    """A pool that is worked out again holds up nobody: the tick brings the table back."""
    try:
        services.settle_table(table_id=table_id)
    except Busy:
        _log.info("not_settled_yet", table=table_id)
