"""A club's calendar: what its events come to. Pure."""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import reduce
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.events import Event
from tournaments.leagues.nights.events import (
    Answer,
    Attending,
    Fault,
    Marked,
    NightAnnounced,
    NightCancelled,
    NightMissed,
    NightMoved,
    PresetDropped,
    PresetSet,
    ScheduleEnded,
    ScheduleSet,
    TournamentAdded,
    Use,
)
from tournaments.leagues.rules.occurrences import Plan


class Schedule(Struct, frozen=True):
    """What repeats. ``settled`` are the dates whose nights have been announced or missed."""

    id: str
    title: str
    plan: Plan
    minutes: int
    presets: tuple[Use, ...]
    host: int
    changed_at: int
    revision: int = 0
    """How often it has been changed."""
    ended: bool = False
    settled: frozenset[date] = frozenset()


class Preset(Struct, frozen=True):
    id: str
    name: str
    settings: dict[str, Any]


class Night(Struct, frozen=True):
    """A night as it stands. ``changes`` counts what changed its time or status since it was first planned, the last
    at ``told_at``."""

    id: str
    schedule: str | None
    date: date
    at: str
    zone: str
    title: str
    starts_at: int
    ends_at: int
    tournaments: tuple[str, ...]
    faults: tuple[Fault, ...]
    told_at: int
    changes: int = 0
    by_hand: bool = False
    """Whether an organiser has given it another time."""
    cancelled: bool = False
    answers: Mapping[int, Answer] = {}
    marks: Mapping[int, bool] = {}


class Calendar(Struct, frozen=True):
    club: str
    seq: int = 0
    schedules: Mapping[str, Schedule] = {}
    presets: Mapping[str, Preset] = {}
    nights: Mapping[str, Night] = {}

    def ahead(self, now: int) -> list[Night]:
        """The nights that are not over at *now*, the next one first."""
        return sorted((night for night in self.nights.values() if night.ends_at > now), key=_begins)

    def before(self, now: int) -> list[Night]:
        """The nights that are over at *now*, the last one first."""
        return sorted((night for night in self.nights.values() if night.ends_at <= now), key=_begins, reverse=True)


def _begins(night: Night) -> tuple[int, str]:
    return night.starts_at, night.id


def fold(events: Iterable[tuple[Event, int]], start: Calendar) -> Calendar:
    """*start* after *events*, each with the epoch ms at which it was recorded."""
    return reduce(lambda calendar, told: _after(calendar, *told), events, start)


def _after(calendar: Calendar, event: Event, at: int) -> Calendar:
    match event:
        case ScheduleSet() | ScheduleEnded() | NightMissed():
            return _scheduled(calendar, event, at)
        case PresetSet(preset=preset, name=name, settings=settings):
            return replace(calendar, presets={**calendar.presets, preset: Preset(preset, name, settings)})
        case PresetDropped(preset=preset):
            kept = {key: value for key, value in calendar.presets.items() if key != preset}
            return replace(calendar, presets=kept)
        case NightAnnounced():
            return _announced(calendar, event, at)
        case NightMoved() | NightCancelled() | TournamentAdded() | Attending() | Marked():
            night = _changed(calendar.nights[event.night], event, at)
            return replace(calendar, nights={**calendar.nights, night.id: night})
    raise TypeError(f"no event of a calendar: {event!r}")


def _scheduled(calendar: Calendar, event: ScheduleSet | ScheduleEnded | NightMissed, at: int) -> Calendar:
    known = calendar.schedules.get(event.schedule)
    match event:
        case ScheduleSet():
            schedule = _set(event, at, known)
        case ScheduleEnded():
            schedule = replace(calendar.schedules[event.schedule], ended=True)
        case NightMissed():
            schedule = _settled(calendar.schedules[event.schedule], event.date)
    return replace(calendar, schedules={**calendar.schedules, schedule.id: schedule})


def _set(event: ScheduleSet, at: int, known: Schedule | None) -> Schedule:
    return Schedule(
        id=event.schedule,
        title=event.title,
        plan=Plan(event.rule, event.at, event.since, event.until, event.skip, event.ahead_days),
        minutes=event.minutes,
        presets=event.presets,
        host=event.host,
        changed_at=at,
        revision=known.revision + 1 if known else 0,
        settled=known.settled if known else frozenset(),
    )


def _settled(schedule: Schedule, day: date) -> Schedule:
    return replace(schedule, settled=schedule.settled | {day})


def _announced(calendar: Calendar, event: NightAnnounced, at: int) -> Calendar:
    night = Night(
        id=event.night,
        schedule=event.schedule,
        date=event.date,
        at=event.at,
        zone=event.zone,
        title=event.title,
        starts_at=event.starts_at,
        ends_at=event.ends_at,
        tournaments=event.tournaments,
        faults=event.faults,
        told_at=at,
        changes=calendar.schedules[event.schedule].revision + 1 if event.schedule is not None else 0,
    )
    schedules = dict(calendar.schedules)
    if event.schedule is not None:
        schedules[event.schedule] = _settled(schedules[event.schedule], event.date)
    return replace(calendar, schedules=schedules, nights={**calendar.nights, night.id: night})


def _changed(night: Night, event: NightMoved | NightCancelled | TournamentAdded | Attending | Marked, at: int) -> Night:
    match event:
        case NightMoved(starts_at=starts_at, ends_at=ends_at, cause=cause):
            by_hand = night.by_hand or cause == "organiser"
            moved = replace(night, starts_at=starts_at, ends_at=ends_at, by_hand=by_hand)
            return replace(moved, changes=night.changes + 1, told_at=at)
        case NightCancelled():
            return replace(night, cancelled=True, changes=night.changes + 1, told_at=at)
        case TournamentAdded(tournament=tournament):
            return replace(night, tournaments=(*night.tournaments, tournament))
        case Attending(user=user, answer=answer):
            return replace(night, answers={**night.answers, user: answer})
        case Marked(user=user, present=present):
            return replace(night, marks={**night.marks, user: present})
