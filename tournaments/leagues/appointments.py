"""Appointments as a calendar that calendars subscribe to (RFC 5545). Pure: the same ones give the same bytes."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from tournaments.kit import calendars

if TYPE_CHECKING:
    import icalendar

Status: TypeAlias = Literal["TENTATIVE", "CONFIRMED", "CANCELLED"]


class Appointment(Struct, frozen=True, kw_only=True):
    """Something at a time (epoch ms): a night, a match, a challenge, by its id. ``changes`` never falls."""

    id: str
    title: str
    starts_at: int
    ends_at: int
    status: Status
    changes: int
    told_at: int
    url: str


def calendar(appointments: Iterable[Appointment], *, title: str, host: str) -> bytes:
    """One event each, the earliest first, in UTC and without rules of repetition."""
    made = calendars.begun(title, host)
    for each in sorted(appointments, key=lambda each: (each.starts_at, each.id)):
        made.add_component(_event(each, host))
    written: bytes = made.to_ical()
    return written


def _event(each: Appointment, host: str) -> "icalendar.Event":
    import icalendar

    event = icalendar.Event()
    event.add("uid", f"{each.id}@{host}")
    event.add("sequence", each.changes)
    event.add("dtstamp", _time(each.told_at))
    event.add("dtstart", _time(each.starts_at))
    event.add("dtend", _time(each.ends_at))
    event.add("summary", each.title)
    event.add("url", each.url)
    event.add("status", each.status)
    return event


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
