"""The workers' part. Each may be delivered any number of times: the database says what to do."""

import time
from typing import Final

from celery import shared_task
from django.core.cache import cache

from tournaments.notices import inserting, timed
from tournaments.notices.following import catch_up
from tournaments.notices.hooks import deliveries
from tournaments.notices.sending import delivery, outbox

SLICE: Final = 1.9
"""Seconds that a worker reads on before the next message: they come every two."""
SENDING: Final = 60


@shared_task(name="notices.follow")
def follow() -> None:
    """Read what is new, within a moment of its commit."""
    until = time.monotonic() + SLICE
    while (left := until - time.monotonic()) > 0:
        catch_up(patience=left)


@shared_task(name="notices.look_at_tables")
def look_at_tables() -> None:
    timed.look_at_tables()


@shared_task(name="notices.look_at_leagues")
def look_at_leagues() -> None:
    timed.look_at_leagues()


@shared_task(name="notices.deliver")
def deliver() -> None:
    """What is due, until nothing is. One worker at a time, as a courtesy: rows are leased, so two do no harm."""
    if not cache.add("notices/sending", True, SENDING):
        return
    try:
        delivery.deliver()
    finally:
        cache.delete("notices/sending")


@shared_task(name="notices.forget")
def forget() -> None:
    """Once an hour: what was long ago; and tokens that end."""
    timed.look_at_tokens()
    outbox.forget_old()
    deliveries.forget_old()
    inserting.forget_old()
