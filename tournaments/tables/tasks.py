"""The workers' part: bots' turns, and the tick that finds what was lost on the way.

Both may be delivered any number of times. A message only says where to look; the database says what to do.
"""

from contextvars import copy_context
from functools import partial
from typing import Final

import structlog
from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError
from django.db.models import QuerySet

from tournaments.clubs import services as club_services
from tournaments.log import sources
from tournaments.log.attempts import attempt
from tournaments.log.services import Plain
from tournaments.platform import valkey
from tournaments.platform.database import Row, asked_often, execute
from tournaments.tables import bots, clubs, films, push, selectors, services, turns, vacations
from tournaments.tables.errors import RoomError
from tournaments.tables.models import Table
from tournaments.tables.open_data import files
from tournaments.tables.streams import TABLES

_log = structlog.get_logger(__name__)

SWEEP_AFTER = 5_000
"""A bot that has been to act for this many ms is queued again: the retry delay when a worker dies."""
SWEPT_FOR = 10
"""Seconds after which nobody need take a message of the tick any more: the next ones have come."""
SLICE = 2_000
"""After this many ms a worker takes the next message: it must be able to stop."""
STOOD_STILL = 30_000
"""A tick that comes this many ms late means that the service was down, and the time is given back."""
FORGOTTEN = 3_600_000
"""For this many ms it is remembered whose bots have been served."""
BATCH = 200
UNFILLED = Plain("unfilled")

_LAST_TICK: Final = "SELECT at FROM tables_tick WHERE id = 1"
_TICKED: Final = """
INSERT INTO tables_tick (id, at) VALUES (1, %(now)s::bigint)
ON CONFLICT (id) DO UPDATE SET at = excluded.at WHERE tables_tick.at < excluded.at"""


@shared_task(name="tables.publish_month")
def publish_month() -> None:
    """Make last month's file of open data, where there is a folder for it, unless it is there and was made after the
    month. Every morning."""
    month = files.last_month(sources.now_ms())
    _begins, ends = files.bounds(month)
    if settings.OPEN_DATA and not any(each.month == month and each.made_at >= ends for each in files.published()):
        files.publish(month)


@shared_task(name=push.PLAY)
def play_bot_turn(table_id: str, seq: int) -> None:
    """Play bots that are to act, the fairest first (:mod:`tournaments.tables.turns`), until none is left or a while is
    over. What they chose is kept back until its moment (:func:`bots.moment`).
    """
    stuck: set[str] = set()
    until = sources.now_ms() + SLICE
    while sources.now_ms() <= until:
        with turns.claimed(passing_over=stuck) as claim:
            if claim is None:
                return
            if not copy_context().run(_play, claim):
                stuck.add(claim.table)
    push.queue_bots(table_id, seq)


@shared_task(name=push.MOVE)
def make_bot_move(table_id: str, seq: int, seat: int, move: str, command: str) -> None:
    """Make a move that was kept back, unless the table has moved on."""
    try:
        services.play_bot(table_id=table_id, seq=seq, seat=seat, move=move, command=Plain(command))
    except RoomError as moved_on:
        _log.info("bot_turn_dropped", table=table_id, seq=seq, code=moved_on.code)


def _play(claim: turns.Claim) -> bool:
    """One turn of one bot; whether it was played. One table's trouble must not hold up the others."""
    try:
        table = TABLES.current(claim.table).state
        if table.seq != claim.seq or not table.bots_to_act:
            return False
        seat = table.bots_to_act[0]
        due = bots.moment(table, seat, begun=sources.now_ms())
        turn = bots.choose(table, seat, until=due if settings.BOT_PACE else None)
        if (wait := due - sources.now_ms()) > 0:
            turns.keep_back(claim, due)
            push.queue_move(table.id, table.seq, seat, turn.move, turn.command, wait=wait)
            return False
        services.play_bot(table_id=table.id, seq=table.seq, seat=seat, move=turn.move, command=turn.command)
    except RoomError as moved_on:
        _log.info("bot_turn_dropped", table=claim.table, seq=claim.seq, code=moved_on.code)
        return False
    except DatabaseError:
        raise
    except Exception:
        _log.exception("bot_turn_failed", table=claim.table, seq=claim.seq)
        return False
    return True


@shared_task(name="tables.tick")
def tick() -> None:
    """Once a second: clocks, bots that were forgotten, tables nobody joined, results not taken in."""
    now = sources.now_ms()
    _give_back_lost_time(now)
    for (table_id,) in _overdue(now):
        attempt(table_id, partial(_flag, table_id))
    for table_id, seq in _left_to_bots(now):
        if _first_to("sweep", f"{table_id}:{seq}"):
            push.queue_bots(table_id, seq, expires=SWEPT_FOR)
    for (table_id,) in _unfilled(now, settings.OPEN_TABLE_SECONDS * 1000):
        attempt(table_id, partial(services.abort, table_id=table_id, user_id=None, reason="unfilled", command=UNFILLED))
    if _unsettled(now):  # one message, however many there are
        valkey.send_task(push.SETTLE_WAITING, [], expires=SWEPT_FOR)


@shared_task(name="clubs.tick")
def lapse_in_clubs() -> None:
    """Once a minute: what time brings to clubs. Here, since who sat at their tables counts for it."""
    for club_id in club_services.due(sources.now_ms()):
        attempt(club_id, partial(clubs.lapse, club_id))


@shared_task(name="tables.upkeep")
def upkeep() -> None:
    """Once a minute: forget who was served long ago, delete old films, and send lost orders again."""
    turns.forget_served(sources.now_ms() - FORGOTTEN)
    films.upkeep()


def _flag(table_id: str) -> None:
    """Players who are overdue. Those on vacation get their time first; if that is refused, nobody is flagged."""
    vacations.stand_still(table_id=table_id)
    services.flag_overdue(table_id=table_id)


def _give_back_lost_time(now: int) -> None:
    """Credit the gap since the last tick to the players who were to act, if the service stood still meanwhile."""
    (last,) = execute(_LAST_TICK, {}).fetchone() or (now,)  # what has never ticked has lost nothing
    gap = now - last
    if gap > STOOD_STILL:
        for table_id in selectors.timed().values_list("id", flat=True):
            attempt(table_id, partial(services.credit, table_id=table_id, ms=gap, since=last))
    execute(_TICKED, {"now": now})


@asked_often
def _overdue(now: int) -> QuerySet[Table, Row]:
    return selectors.overdue(now).values_list("id")[:BATCH]


@asked_often
def _left_to_bots(now: int) -> QuerySet[Table, Row]:
    return selectors.waiting_for_bots(now - SWEEP_AFTER).values_list("id", "seq")[:BATCH]


@asked_often
def _unfilled(now: int, after: int) -> QuerySet[Table, Row]:
    return selectors.unfilled(now, after=after).values_list("id")[:BATCH]


@asked_often
def _unsettled(now: int) -> QuerySet[Table, Row]:
    return selectors.unsettled(now - SWEEP_AFTER).values_list("id")[:1]


def _first_to(what: str, key: str) -> bool:
    """Whether nobody has done this in the last few seconds: a courtesy to the queue, not a lock."""
    return bool(cache.add(f"{what}:{key}", 1, timeout=SWEEP_AFTER // 1000))
