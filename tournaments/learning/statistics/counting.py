"""The worker's part: public tables that are over, one after the other, each counted once."""

from collections import Counter
from time import thread_time
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, Q

from accounts.bots import owners_of
from engine import bids
from engine.registry import GAMES
from tournaments.learning.statistics.models import BidCount, BidsCounted
from tournaments.log import sources
from tournaments.log.errors import AWAY, RoomError
from tournaments.platform.units import MINUTE
from tournaments.tables import clubs, frames
from tournaments.tables.lines import log_of
from tournaments.tables.models import Table

VERSION: Final = 1
"""Goes up with any change of what is counted: then all is counted again."""
BUDGET: Final = 20.0
"""Seconds of the processor for one run."""
AT_ONCE: Final = 100
"""Tables that are read together."""
QUIET: Final = MINUTE
"""What ended a moment ago is left for later: others that ended before it may still be written."""


class Group(NamedTuple):
    """What is counted together: the fields of ``BidCount``."""

    people: bool
    asked: str
    known: str
    choice: str
    strength: int | None


def count() -> int:
    """Count what has ended since the last time; how many tables there were."""
    end, done = thread_time() + BUDGET, 0
    while thread_time() < end and (row := _reading()).version == VERSION and (tables := _next(row)):
        for table in tables:
            done += _counted(table)
            if thread_time() > end:
                break
    return done


def _reading() -> BidsCounted:
    """Where the reading stands; at the beginning if something else was counted before."""
    with transaction.atomic():
        row, _new = BidsCounted.objects.select_for_update().get_or_create(pk=1, defaults={"version": VERSION})
        if row.version < VERSION:  # an older process, while a new one is started, counts nothing
            BidCount.objects.all().delete()
            row.version, row.finished_at, row.table = VERSION, 0, ""
            row.save()
    return row


def _next(row: BidsCounted) -> list[Table]:
    """Without those that go on from another table: their beginning was counted there."""
    later = Q(finished_at=row.finished_at, id__gt=row.table) | Q(finished_at__gt=row.finished_at)
    over = clubs.known_to(None).filter(later, status="finished", in_room=False, came_from__isnull=True)
    bidding = [key for key, game in GAMES.items() if game.bids]
    over = over.filter(game__in=bidding, finished_at__lt=sources.now_ms() - QUIET)
    return list(over.order_by("finished_at", "id")[:AT_ONCE])


def _counted(table: Table) -> bool:
    """Whether it was counted now; not if somebody else was quicker, or counts something else since. What cannot be read
    is passed over; what is only away for a while ends the run (``AWAY``)."""
    try:
        cases, made, points = _bids(table)
    except AWAY:
        raise
    except RoomError:
        cases, made, points = Counter(), Counter(), Counter()
    with transaction.atomic():
        row = BidsCounted.objects.select_for_update().get(pk=1)
        if row.version != VERSION or (row.finished_at, row.table) >= (table.finished_at, table.id):
            return False
        for group, n in cases.items():
            _add(table, group, n, made[group], points[group])
        row.finished_at, row.table = table.finished_at or 0, table.id
        row.save()
    return True


def _bids(table: Table) -> tuple[Counter[Group], Counter[Group], Counter[Group]]:
    """By group: how many bids there were, after how many the player did well, and the points."""
    moments = frames.commits(table.id)
    last = moments[-1][1]
    events = log_of(moments)
    cases, made, points = Counter[Group](), Counter[Group](), Counter[Group]()
    programs = owners_of([chair.user for chair in last.chairs if chair.user is not None])
    for asked, bid, result in bids.settled(last.game, events):
        if bid.seat in last.gone:  # a bot may have made it for them
            continue
        chair = last.chairs[bid.seat]
        by_person = not (chair.bot or chair.user in programs or bid.seat in last.programs)
        group = Group(by_person, asked, bid.known, bid.choice, bid.strength)
        cases[group] += 1
        made[group] += result.made
        points[group] += result.points
    return cases, made, points


def _add(table: Table, group: Group, cases: int, made: int, points: int) -> None:
    of = {"game": table.game, "seats": len(table.chairs), **group._asdict()}
    row, _new = BidCount.objects.get_or_create(**of)
    more = {"cases": F("cases") + cases, "made": F("made") + made, "points": F("points") + points}
    BidCount.objects.filter(pk=row.pk).update(**more)
