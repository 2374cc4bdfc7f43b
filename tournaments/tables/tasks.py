"""The workers' part: bots' turns, and the tick that finds whatever was lost on the way.

Both may be delivered any number of times. A message only says where to look; the database says what is to be done.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import structlog
from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db.models import QuerySet

from accounts import valkey
from tournaments.log.services import Plain
from tournaments.tables import bots, folds, push, selectors, services, sources
from tournaments.tables.errors import TableError
from tournaments.tables.models import Table, Tick

_log = structlog.get_logger(__name__)

SWEEP_AFTER = 5_000
"""A bot that has been to act for so many ms is queued again: the retry delay when a worker dies."""
STOOD_STILL = 30_000
"""A tick that comes so many ms late means that the service was down, and the time is given back."""
BATCH = 200
UNFILLED = Plain("unfilled")


@shared_task(name=push.PLAY)
def play_bot_turn(table_id: str, seq: int) -> None:
    """Play every bot that is to act at the table as of *seq*; does nothing if the table has moved on."""
    table = folds.current(table_id).table
    if table.seq != seq:
        return
    while table.bots_to_act:
        seat = table.bots_to_act[0]
        try:
            turn = bots.choose(table, seat)
            services.play_bot(table_id=table_id, seq=table.seq, seat=seat, move=turn.move, command=turn.command)
        except TableError as moved_on:
            _log.info("bot_turn_dropped", table=table_id, seq=table.seq, code=moved_on.code)
            return
        if settings.BOT_PACE:
            return
        table = folds.current(table_id).table


@shared_task(name="tables.tick")
def tick() -> None:
    """Once a second: clocks, bots that were forgotten, tables nobody joined, results not taken in."""
    now = sources.now_ms()
    _give_back_lost_time(now)
    for table_id in _ids(selectors.overdue(now)):
        _try(table_id, partial(services.flag_overdue, table_id=table_id))
    for table_id, seq in selectors.waiting_for_bots(now - SWEEP_AFTER).values_list("id", "seq")[:BATCH]:
        if _first_to("sweep", f"{table_id}:{seq}"):
            push.queue_bots(table_id, seq, pace=0)
    stale = now - settings.OPEN_TABLE_SECONDS * 1000
    for table_id in _ids(selectors.unfilled(stale)):
        _try(table_id, partial(services.abort, table_id=table_id, user_id=None, reason="unfilled", command=UNFILLED))
    for table_id in _ids(selectors.unsettled(now - SWEEP_AFTER)):
        if _first_to("settle", table_id):
            valkey.send_task(push.SETTLE, [table_id])


def _give_back_lost_time(now: int) -> None:
    """Credit the gap since the last tick to whoever was to act, if the service stood still meanwhile."""
    last, created = Tick.objects.get_or_create(pk=1, defaults={"at": now})
    if created:
        return
    gap = now - last.at
    if gap > STOOD_STILL:
        for table_id in selectors.timed().values_list("id", flat=True):
            _try(table_id, partial(services.credit, table_id=table_id, ms=gap, since=last.at))
    Tick.objects.filter(pk=1, at__lt=now).update(at=now)


def _try(table_id: str, step: Callable[[], object]) -> None:
    """One table's trouble must not hold up the others; what was done before is refused, and that is well."""
    try:
        step()
    except TableError as refused:
        _log.info("tick_refused", table=table_id, code=refused.code)


def _ids(tables: QuerySet[Table]) -> list[str]:
    return list(tables.values_list("id", flat=True)[:BATCH])


def _first_to(what: str, key: str) -> bool:
    """Whether nobody has done this in the last few seconds: a courtesy to the queue, not a lock."""
    return bool(cache.add(f"{what}:{key}", 1, timeout=SWEEP_AFTER // 1000))
