"""When something repeats: rules on plain dates, and local times as instants (RFC 5545)."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime
from datetime import time as clock_time
from typing import Annotated, Any, Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from dateutil import rrule
from msgspec import Meta, Struct

Weekday: TypeAlias = Literal["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
WEEKDAYS: Final[tuple[Weekday, ...]] = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
Nth: TypeAlias = Literal[1, 2, 3, 4, "last"]


class Weekly(Struct, frozen=True, tag_field="repeats", tag="weekly", forbid_unknown_fields=True):
    """On these days of every nth week. Weeks begin on Monday, and are counted from the one of the first date."""

    weekdays: Annotated[tuple[Weekday, ...], Meta(min_length=1, max_length=7)]
    every: Annotated[int, Meta(ge=1, le=8)] = 1


class Monthly(Struct, frozen=True, tag_field="repeats", tag="monthly", forbid_unknown_fields=True):
    """On one day of every month: its second Tuesday, its last Friday."""

    nth: Nth
    weekday: Weekday


Rule: TypeAlias = Weekly | Monthly


def dates(
    rule: Rule, since: date, until: date | None = None, *, first: date, last: date, skip: Collection[date] = ()
) -> Iterator[date]:
    """The dates of *rule* from *since* to *until* that lie between *first* and *last*, all of them included."""
    end = last if until is None else min(last, until)
    for each in _repeated(rule, since, end):
        if first <= (day := each.date()) and day not in skip:
            yield day


def _repeated(rule: Rule, since: date, end: date) -> Sequence[datetime] | rrule.rrule:
    if end < since:
        return ()
    span: dict[str, Any] = {"dtstart": _midnight(since), "until": _midnight(end), "wkst": rrule.MO}
    if isinstance(rule, Weekly):
        days = [rrule.weekday(WEEKDAYS.index(day)) for day in rule.weekdays]
        return rrule.rrule(rrule.WEEKLY, interval=rule.every, byweekday=days, **span)
    nth = -1 if rule.nth == "last" else rule.nth
    return rrule.rrule(rrule.MONTHLY, byweekday=rrule.weekday(WEEKDAYS.index(rule.weekday), nth), **span)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, clock_time())


def instant(day: date, at: str, zone: str) -> int:
    """The epoch ms of *at* (``19:30``) on *day* in *zone*.

    A time that does not exist is read with the offset before the gap; of one that occurs twice it is the first.
    """
    local = datetime.combine(day, clock_time.fromisoformat(at), ZoneInfo(zone))
    return int(local.timestamp()) * 1000


def local_date(at: int, zone: str) -> date:
    """The date in *zone* at *at* (epoch ms)."""
    return datetime.fromtimestamp(at / 1000, ZoneInfo(zone)).date()
