"""A tournament's start and rounds, and a player's matches, as a calendar that calendars subscribe to (RFC 5545)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import TypeAlias

import icalendar
from msgspec import Struct
from msgspec.structs import replace

from engine.events import Event
from tournaments.director.events import Announced, Cancelled, Edited, Finished, RoundPaired, Started

HOUR = 3_600_000


class Moment(Struct, frozen=True, kw_only=True):
    """Something at a time of its own, in epoch ms. ``moved`` counts the events that gave it another."""

    key: str
    """Within its tournament: ``start``, a round's number, a match."""
    title: str
    begins: int
    ends: int
    told_at: int
    """When it was last said."""
    off: bool = False
    moved: int = 0


History: TypeAlias = Sequence[tuple[Event, int]]
"""The events of a tournament, and the epoch ms at which each was recorded."""


def moments(history: History, matches: Callable[[RoundPaired], Iterable[str]] | None = None) -> tuple[Moment, ...]:
    """The start and the rounds; or the start and the *matches* of each round instead."""
    found: dict[str, Moment] = {}
    name = ""
    for event, at in history:
        match event:
            case Announced(settings=settings) | Edited(settings=settings):
                name = settings.name
                _place(found, _moment("start", name, settings.starts_at, None, at))
            case Started():
                _place(found, _moment("start", name, at, None, at))
            case RoundPaired():
                keys = (str(event.round),) if matches is None else matches(event)
                for key in keys:
                    _place(found, _moment(key, f"{name} ({event.round})", at, event.deadline, at))
            case Cancelled():
                for key, moment in found.items():
                    if moment.begins >= at or moment.ends > at:
                        found[key] = replace(moment, off=True, told_at=at, moved=moment.moved + 1)
            case Finished():
                pass
    return tuple(found.values())


def _moment(key: str, title: str, begins: int, ends: int | None, told_at: int) -> Moment:
    return Moment(key=key, title=title, begins=begins, ends=ends or begins + HOUR, told_at=told_at)


def _place(found: dict[str, Moment], moment: Moment) -> None:
    """Take *moment* in: a change of its time or name is a new version of it."""
    before = found.get(moment.key)
    if before is None:
        found[moment.key] = moment
    elif (before.title, before.begins, before.ends) != (moment.title, moment.begins, moment.ends):
        found[moment.key] = replace(moment, moved=before.moved + 1)


class Agenda(Struct, frozen=True):
    """A tournament's moments, and the address of its page."""

    tournament: str
    url: str
    moments: tuple[Moment, ...]


def calendar(agendas: Iterable[Agenda], *, title: str, host: str) -> bytes:
    """The file. The same moments give the same bytes."""
    made = icalendar.Calendar()
    made.add("prodid", f"-//Cardroom//{host}//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", title)
    for agenda in agendas:
        for component in _components(agenda, host):
            made.add_component(component)
    written: bytes = made.to_ical()
    return written


def _components(agenda: Agenda, host: str) -> Iterator[icalendar.Event]:
    for moment in agenda.moments:
        event = icalendar.Event()
        event.add("uid", f"{agenda.tournament}/{moment.key}@{host}")
        event.add("sequence", moment.moved)
        event.add("dtstamp", _time(moment.told_at))
        event.add("dtstart", _time(moment.begins))
        event.add("dtend", _time(moment.ends))
        event.add("summary", moment.title)
        event.add("url", agenda.url)
        event.add("status", "CANCELLED" if moment.off else "CONFIRMED")
        yield event


def _time(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)
