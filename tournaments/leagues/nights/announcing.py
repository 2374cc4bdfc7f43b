"""Nights as the time comes for them: announced exactly once, with their tournaments, or missed."""

from collections.abc import Sequence
from datetime import date
from functools import partial

from django.db import transaction

from tournaments.clubs.state import Club
from tournaments.clubs.streams import CLUBS
from tournaments.director import services as director
from tournaments.leagues.errors import RoomError, UnknownPreset
from tournaments.leagues.nights import decisions, presets
from tournaments.leagues.nights.calendar import Calendar, Schedule
from tournaments.leagues.nights.events import Fault, Use
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.rules import occurrences
from tournaments.leagues.rules.occurrences import Due, due
from tournaments.log import sources
from tournaments.platform.units import MINUTE


def announce_due(*, club_id: str) -> int:
    """Say what is due of the club's schedules now: each night in a transaction of its own; returns how many."""
    club = CLUBS.current(club_id).state
    if club.closed is not None or club.owner is None:
        return 0
    calendar, now = CALENDARS.current(club_id).state, sources.now_ms()
    said = 0
    for schedule in calendar.schedules.values():
        for each in _due(schedule, club, now):
            CALENDARS.repeat(partial(_say, club, schedule.id, each))
            said += 1
    return said


def _due(schedule: Schedule, club: Club, now: int) -> Sequence[Due]:
    if schedule.ended:
        return ()
    zone = club.founded.zone
    return due(schedule.plan, zone, changed_at=schedule.changed_at, now=now, settled=schedule.settled)


def _say(club: Club, schedule_id: str, said: Due) -> None:
    """The night and its tournaments, or that it was missed; nothing if somebody else was first."""
    night = occurrences.night_id(club.id, schedule_id, said.date)
    with transaction.atomic():
        calendar = CALENDARS.current(club.id).state
        schedule = calendar.schedules[schedule_id]
        if schedule.ended or said.date in schedule.settled:
            return
        if said.verdict == "miss":
            CALENDARS.carry_out(
                club.id, lambda state: decisions.miss(state, schedule_id, night, said), actor=None, command=None
            )
            return
        names = [name_of(club.id, schedule_id, said.date, number) for number in range(1, len(schedule.presets) + 1)]
        host = schedule.host if club.has_duty(schedule.host, "events") else club.owner or schedule.host
        opened, faults = tournaments(club, calendar, schedule.title, said.starts_at, schedule.presets, names, host=host)
        made = decisions.announced(
            calendar,
            schedule_id,
            said,
            night=night,
            zone=club.founded.zone,
            tournaments=opened,
            faults=faults,
        )
        CALENDARS.carry_out(club.id, lambda state: decisions.announce(state, made), actor=None, command=None)


def name_of(club_id: str, schedule: str, day: date, number: int) -> str:
    return occurrences.tournament_id(club_id, schedule, day, number)


def tournaments(
    club: Club,
    calendar: Calendar,
    title: str,
    starts_at: int,
    uses: Sequence[Use],
    names: Sequence[str],
    *,
    host: int,
) -> tuple[list[str], list[Fault]]:
    """Announce a night's tournaments under their *names*; those that cannot be are its faults."""
    opened, faults = [], []
    for use, name in zip(uses, names, strict=True):
        begins = starts_at + use.after_minutes * MINUTE
        try:
            with transaction.atomic():
                opened.append(_announce(club, calendar, title, begins, use.preset, name, host))
        except RoomError as refused:
            faults.append(Fault(use.preset, refused.code))
    return opened, faults


def _announce(club: Club, calendar: Calendar, title: str, begins: int, preset_id: str, name: str, host: int) -> str:
    preset = calendar.presets.get(preset_id)
    if preset is None:
        raise UnknownPreset()
    settings = presets.settings(preset.settings, name=f"{title}: {preset.name}", starts_at=begins, club=club.id)
    return director.announce(by=host, settings=settings, tournament_id=name)
