"""The task that tables send once they are finished; the tables' tick sends it again until they are settled."""

from __future__ import annotations

from celery import shared_task

from tournaments.settlement import services
from tournaments.tables.push import SETTLE


@shared_task(name=SETTLE)
def settle_table(table_id: str) -> None:
    services.settle_table(table_id=table_id)
