"""The nights of a schedule: which are due to be announced, which were missed, which are to come."""

from base64 import b32encode
from collections.abc import Collection, Iterator
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Annotated, Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct

from tournaments.leagues.rules.recurrence import Rule, dates, instant, local_date
from tournaments.platform.units import DAY, HOUR

NOTICE: Final = HOUR
"""The least time (ms) from an announcement to the start."""
FARTHEST: Final = 4_000 * DAY
"""How far ahead (ms) the next night of a schedule is looked for."""
_ROOM = timedelta(days=2)
"""A local date and the instant it stands for are never farther apart."""

EARLIEST: Final = "Etc/GMT-14"
"""The zone in which every local time comes first."""
APART: Final = 26 * HOUR
"""By so much (ms) it comes later in the last one."""

Verdict: TypeAlias = Literal["announce", "miss"]


class Plan(Struct, frozen=True):
    """When a schedule has its nights, and how many days before each is announced."""

    rule: Rule
    at: str
    since: date
    until: date | None = None
    skip: tuple[date, ...] = ()
    ahead_days: Annotated[int, Meta(ge=1, le=60)] = 7


class Occurrence(Struct, frozen=True):
    """A night by its local date; times are epoch ms."""

    date: date
    starts_at: int
    announce_at: int


class Due(Struct, frozen=True):
    date: date
    starts_at: int
    verdict: Verdict


def occurrences(plan: Plan, zone: str, first: int, last: int) -> Iterator[Occurrence]:
    """The nights that start from *first* to *last* (epoch ms)."""
    near, far = local_date(first, zone) - _ROOM, local_date(last, zone) + _ROOM
    for day in dates(plan.rule, plan.since, plan.until, first=near, last=far, skip=plan.skip):
        starts = instant(day, plan.at, zone)
        if first <= starts <= last:
            yield Occurrence(day, starts, starts - plan.ahead_days * DAY)


def due(plan: Plan, zone: str, *, changed_at: int, now: int, settled: Collection[date] = ()) -> tuple[Due, ...]:
    """What to announce at *now* about nights that start after *changed_at*, when *plan* was set (epoch ms): all whose
    time has come, but for those *settled*, which have been announced or missed."""
    last = now + plan.ahead_days * DAY
    return tuple(
        Due(each.date, each.starts_at, "announce" if each.starts_at >= now + NOTICE else "miss")
        for each in occurrences(plan, zone, changed_at, last)
        if each.date not in settled
    )


def next_due(plan: Plan, zone: str, *, changed_at: int, settled: Collection[date] = ()) -> int | None:
    """The epoch ms from which something is due; ``None`` if nothing ever is."""
    begins = max(changed_at, instant(plan.since, plan.at, zone))
    found = (each for each in occurrences(plan, zone, changed_at, begins + FARTHEST) if each.date not in settled)
    first = next(found, None)
    return first.announce_at if first else None


def due_in(zone: str, due: int, ahead_days: int) -> int:
    """The epoch ms from which something is due in *zone*, if in the earliest zone it is from *due* on."""
    there = datetime.fromtimestamp((due + ahead_days * DAY) / 1000, ZoneInfo(EARLIEST))
    return instant(there.date(), f"{there:%H:%M}", zone) - ahead_days * DAY


def night_id(club: str, schedule: str, day: date) -> str:
    """The name of a night, the same for every process that announces it."""
    return _named(f"night/{club}/{schedule}/{day.isoformat()}")


def tournament_id(club: str, schedule: str, day: date, number: int) -> str:
    """The name of the *number*-th tournament of a night, counted from 1."""
    return _named(f"night/{club}/{schedule}/{day.isoformat()}/{number}")


def _named(text: str) -> str:
    return b32encode(sha256(text.encode()).digest()).decode().lower()[:10]
