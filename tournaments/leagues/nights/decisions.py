"""What follows from a request about a club's nights, or the refusal. Pure."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from accounts import naming
from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.leagues.errors import Refused, UnknownNight, UnknownPreset, UnknownSchedule, WrongStatus
from tournaments.leagues.nights.calendar import Calendar, Night
from tournaments.leagues.nights.events import (
    Answer,
    Attending,
    Cause,
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
from tournaments.leagues.rules.occurrences import Due
from tournaments.leagues.rules.recurrence import Rule, Weekly
from tournaments.platform.units import HOUR

MOST_SCHEDULES: Final = 20
MOST_PRESETS: Final = 30
MOST_AHEAD: Final = 60
MOST_OPEN: Final = 60
"""Nights set by hand that are still to come."""
TITLE: Final = 40
MINUTES: Final = range(15, 24 * 60 + 1)
LONGEST: Final = timedelta(days=3_660)
MOVED_MINUTES: Final = 60_000
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d")
EARLY: Final = HOUR
"""So long before a night one of its tournaments may begin, in ms."""


class Draft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A schedule as somebody asks for it."""

    title: str
    rule: Rule
    at: str
    minutes: int = 180
    since: date = msgspec.field(name="from")
    until: date | None = None
    skip: tuple[date, ...] = ()
    ahead_days: int = 7
    presets: tuple[Use, ...] = ()
    host: int | None = None
    """``None``: who sets it."""


def set_schedule(calendar: Calendar, schedule: str, draft: Draft, *, host: int, today: date) -> Sequence[Event]:
    """*schedule* is as in *draft* from now on, with *host* as organiser of its tournaments."""
    check_title(draft.title)
    _check_times(draft, today)
    _check_uses(calendar, draft.presets)
    known = calendar.schedules.get(schedule)
    running = sum(not each.ended for each in calendar.schedules.values())
    if (known is None or known.ended) and running >= MOST_SCHEDULES:
        raise Refused(
            "too_many_schedules", Text(_("A club can have at most {most} schedules."), {"most": MOST_SCHEDULES})
        )
    event = ScheduleSet(
        schedule=schedule,
        title=draft.title,
        rule=_tidied(draft.rule),
        at=draft.at,
        minutes=draft.minutes,
        since=draft.since,
        until=draft.until,
        skip=tuple(sorted(set(draft.skip))),
        ahead_days=draft.ahead_days,
        presets=draft.presets,
        host=host,
    )
    return () if _says_nothing_new(calendar, event) else (event,)


def _tidied(rule: Rule) -> Rule:
    return replace(rule, weekdays=tuple(dict.fromkeys(rule.weekdays))) if isinstance(rule, Weekly) else rule


def _says_nothing_new(calendar: Calendar, event: ScheduleSet) -> bool:
    known = calendar.schedules.get(event.schedule)
    if known is None or known.ended:
        return False
    plan = (event.rule, event.at, event.since, event.until, event.skip, event.ahead_days)
    same = plan == msgspec.structs.astuple(known.plan)
    return same and (event.title, event.minutes, event.presets, event.host) == (
        known.title,
        known.minutes,
        known.presets,
        known.host,
    )


def check_title(title: str, *, field: str = "title") -> None:
    if not 1 <= len(title) <= TITLE or title != title.strip() or not naming.is_shown(title):
        reason = Text(_("A title must have 1 to {most} visible characters."), {"most": TITLE})
        raise Refused("bad_title", reason, field=field)


def check_time(at: str) -> None:
    if not _TIME.fullmatch(at):
        raise Refused("bad_time", _("Write a time of day like 19:30."), field="at")


def _check_times(draft: Draft, today: date) -> None:
    check_time(draft.at)
    if draft.minutes not in MINUTES:
        raise Refused("bad_minutes", _("A night must last between fifteen minutes and a day."), field="minutes")
    if not 1 <= draft.ahead_days <= MOST_AHEAD:
        raise Refused("bad_ahead", _("Nights must be announced 1 to 60 days ahead."), field="ahead_days")
    if abs(draft.since - today) > LONGEST:
        raise Refused("bad_date", _("That is too far away."), field="from")
    if draft.until is not None and not max(draft.since, today) <= draft.until <= draft.since + LONGEST:
        raise Refused(
            "bad_date", _("The last day is before the first, has already passed, or is too far away."), field="until"
        )
    if len(draft.skip) > 100:
        raise Refused("too_many_dates", _("At most 100 days can be left out."), field="skip")


def _check_uses(calendar: Calendar, uses: Sequence[Use]) -> None:
    if len(uses) > 5:
        raise Refused("too_many_presets", _("A night can have at most five tournaments."), field="presets")
    for use in uses:
        if use.preset not in calendar.presets:
            raise UnknownPreset()
        if not 0 <= use.after_minutes <= 24 * 60:
            raise Refused("bad_minutes", _("A tournament must begin on the day of its night."), field="presets")


def end_schedule(calendar: Calendar, schedule: str) -> Sequence[Event]:
    known = calendar.schedules.get(schedule)
    if known is None:
        raise UnknownSchedule()
    return () if known.ended else (ScheduleEnded(schedule),)


def set_preset(calendar: Calendar, preset: str, name: str, settings: dict[str, Any]) -> Sequence[Event]:
    """*settings* have been checked."""
    check_title(name, field="name")
    if preset not in calendar.presets and len(calendar.presets) >= MOST_PRESETS:
        raise Refused("too_many_presets", Text(_("A club can have at most {most} presets."), {"most": MOST_PRESETS}))
    known = calendar.presets.get(preset)
    return () if known and (known.name, known.settings) == (name, settings) else (PresetSet(preset, name, settings),)


def drop_preset(calendar: Calendar, preset: str) -> Sequence[Event]:
    """A preset that a schedule uses stays until that is changed: its nights would lose it silently."""
    if preset not in calendar.presets:
        raise UnknownPreset()
    running = (each for each in calendar.schedules.values() if not each.ended)
    if any(use.preset == preset for schedule in running for use in schedule.presets):
        raise WrongStatus("in_use", _("A schedule uses this preset."))
    return (PresetDropped(preset),)


def miss(calendar: Calendar, schedule: str, night: str, due: Due) -> Sequence[Event]:
    known = calendar.schedules.get(schedule)
    if known is None or known.ended or due.date in known.settled:
        return ()
    return (NightMissed(night, schedule, due.date, due.starts_at),)


def announce(calendar: Calendar, night: NightAnnounced) -> Sequence[Event]:
    """A night, once."""
    if night.night in calendar.nights:
        return ()
    schedule = calendar.schedules.get(night.schedule) if night.schedule else None
    return () if schedule is not None and night.date in schedule.settled else (night,)


def announced(
    calendar: Calendar,
    schedule: str,
    due: Due,
    *,
    night: str,
    zone: str,
    tournaments: Sequence[str],
    faults: Sequence[Fault],
) -> NightAnnounced:
    """The night of *schedule* that is due, as it is announced."""
    known = calendar.schedules[schedule]
    ends = due.starts_at + known.minutes * MOVED_MINUTES
    return NightAnnounced(
        night,
        schedule,
        due.date,
        known.plan.at,
        zone,
        known.title,
        due.starts_at,
        ends,
        tuple(tournaments),
        tuple(faults),
    )


def move(calendar: Calendar, night: str, starts_at: int, ends_at: int, *, now: int, cause: Cause) -> Sequence[Event]:
    known = open_night(calendar, night, now)
    if (known.starts_at, known.ends_at) == (starts_at, ends_at):
        return ()
    if starts_at <= now:
        raise Refused("past_time", _("That time is over."), field="starts_at")
    if (ends_at - starts_at) // MOVED_MINUTES not in MINUTES or starts_at - now > LONGEST.total_seconds() * 1000:
        raise Refused(
            "bad_time", _("A night must last between fifteen minutes and a day, within ten years."), field="ends_at"
        )
    return (NightMoved(night, starts_at, ends_at, cause),)


def cancel(calendar: Calendar, night: str, *, now: int) -> Sequence[Event]:
    if known(calendar, night).cancelled:
        return ()
    open_night(calendar, night, now)
    return (NightCancelled(night),)


def add(calendar: Calendar, night: str, tournament: str, *, starts_at: int, now: int) -> Sequence[Event]:
    """A tournament that begins at *starts_at* (epoch ms) is one of the night's: of one night alone, and within it."""
    asked = known(calendar, night)
    if tournament in asked.tournaments:
        return ()
    if asked.cancelled or asked.ends_at <= now:
        raise _over(asked)
    if any(tournament in each.tournaments for each in calendar.nights.values()):
        raise Refused("in_another_night", _("This tournament belongs to another night."), field="tournament")
    if not asked.starts_at - EARLY <= starts_at < asked.ends_at:
        raise Refused("not_that_night", _("This tournament does not begin during the night."), field="tournament")
    return (TournamentAdded(night, tournament),)


def attend(calendar: Calendar, night: str, user: int, answer: Answer, *, now: int) -> Sequence[Event]:
    asked = known(calendar, night)
    if asked.answers.get(user) == answer:
        return ()
    if asked.cancelled or asked.ends_at <= now:
        raise _over(asked)
    return (Attending(night, user, answer),)


def mark(calendar: Calendar, night: str, user: int, *, present: bool, now: int) -> Sequence[Event]:
    """Marks are made from half an hour before a night, and as long afterwards as anybody likes."""
    asked = known(calendar, night)
    if asked.marks.get(user) == present:
        return ()
    if asked.cancelled:
        raise _over(asked)
    if now < asked.starts_at - 30 * 60_000:
        raise WrongStatus("too_early", _("Attendance can be marked from half an hour before the night."))
    return (Marked(night, user, present),)


def known(calendar: Calendar, night: str) -> Night:
    found = calendar.nights.get(night)
    if found is None:
        raise UnknownNight()
    return found


def open_night(calendar: Calendar, night: str, now: int) -> Night:
    """One that has not begun."""
    found = known(calendar, night)
    if found.cancelled:
        raise _over(found)
    if found.starts_at <= now:
        raise WrongStatus("started", _("The night has begun."))
    return found


def _over(night: Night) -> WrongStatus:
    if night.cancelled:
        return WrongStatus("cancelled", _("This night has been called off."))
    return WrongStatus("over", _("This night is over."))


def check_by_hand(
    calendar: Calendar, night: str, starts_at: int, minutes: int, uses: Sequence[Use], *, now: int
) -> None:
    """Raise what refuses a night that an organiser sets; one that is there already is a repetition."""
    if night in calendar.nights:
        return
    _check_uses(calendar, uses)
    if minutes not in MINUTES:
        raise Refused("bad_minutes", _("A night must last between fifteen minutes and a day."), field="minutes")
    if starts_at <= now:
        raise Refused("past_time", _("That time is over."), field="at")
    if starts_at - now > LONGEST.total_seconds() * 1000:
        raise Refused("bad_date", _("That is too far away."), field="date")
    if sum(each.schedule is None and each.starts_at > now for each in calendar.nights.values()) >= MOST_OPEN:
        raise Refused(
            "too_many_nights", Text(_("A club can have at most {most} such nights to come."), {"most": MOST_OPEN})
        )
