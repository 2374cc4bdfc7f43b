"""Requests about a club's nights: each is one transaction, asks the gate, and may be repeated without harm.

``by`` is the user who asks; times are epoch ms; ``command`` is the name of the request.
"""

from collections.abc import Sequence
from datetime import date

from django.db import transaction

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.clubs import gate
from tournaments.director import selectors as director
from tournaments.director.state.events import Settings
from tournaments.leagues import requests
from tournaments.leagues.errors import Refused, UnknownSchedule
from tournaments.leagues.nights import announcing, decisions, moving, presets
from tournaments.leagues.nights.announcing import announce_due
from tournaments.leagues.nights.calendar import Calendar
from tournaments.leagues.nights.decisions import Draft
from tournaments.leagues.nights.events import Answer, NightAnnounced, Use
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.rules.recurrence import instant, local_date
from tournaments.log import sources
from tournaments.log.commands import Command, command_for

__all__ = [
    "announce_by_hand",
    "announce_due",
    "attend",
    "cancel",
    "drop_preset",
    "end_schedule",
    "mark",
    "move",
    "set_preset",
    "set_schedule",
]


@requests.counted
def set_schedule(
    *, club_id: str, by: int, draft: Draft, schedule: str | None = None, command: str | None = None
) -> str:
    """Have nights announced as *draft* says, or *schedule* be so from now on; returns the schedule's id."""
    club = requests.allowed(club_id, by, "schedules")
    new = schedule is None
    schedule = schedule or _id(club_id, by, command)
    host = by if draft.host is None else draft.host
    if not club.has_duty(host, "events"):
        raise Refused("unknown_host", _("The host organises events of the club."), field="host")
    today = local_date(sources.now_ms(), club.founded.zone)

    def decide(calendar: Calendar) -> Sequence[Event]:
        if not new and schedule not in calendar.schedules:
            raise UnknownSchedule()
        return decisions.set_schedule(calendar, schedule, draft, host=host, today=today)

    _ask(club_id, decide, by, "schedules", command_for(command, "set schedule", schedule, draft))
    return schedule


@requests.counted
def end_schedule(*, club_id: str, by: int, schedule: str, command: str | None = None) -> None:
    """Announce no more nights of *schedule*; those that have been stay."""
    asked = command_for(command, "end schedule", schedule)
    _ask(club_id, lambda calendar: decisions.end_schedule(calendar, schedule), by, "schedules", asked)


@requests.counted
def set_preset(
    *, club_id: str, by: int, name: str, settings: Settings, preset: str | None = None, command: str | None = None
) -> str:
    """Keep *settings* under a *name*, for the club's nights; returns the preset's id."""
    preset = preset or _id(club_id, by, command)
    requests.allowed(club_id, by, "presets")
    kept = presets.checked(settings)
    asked = command_for(command, "set preset", preset, name, kept)
    _ask(club_id, lambda calendar: decisions.set_preset(calendar, preset, name, kept), by, "presets", asked)
    return preset


@requests.counted
def drop_preset(*, club_id: str, by: int, preset: str, command: str | None = None) -> None:
    asked = command_for(command, "drop preset", preset)
    _ask(club_id, lambda calendar: decisions.drop_preset(calendar, preset), by, "presets", asked)


@requests.counted
def announce_by_hand(
    *,
    club_id: str,
    by: int,
    title: str,
    day: date,
    at: str,
    minutes: int = 180,
    uses: Sequence[Use] = (),
    command: str | None = None,
) -> str:
    """A night that no schedule has, with its tournaments; returns its id."""
    club = requests.allowed(club_id, by, "nights")
    decisions.check_title(title)
    decisions.check_time(at)
    night, zone = _id(club_id, by, command), club.founded.zone
    starts_at = _start(day, at, zone)
    asked = command_for(command, "announce", title, day, at, minutes, uses)

    def attempt() -> None:
        with transaction.atomic():
            calendar = CALENDARS.current(club_id).state
            decisions.check_by_hand(calendar, night, starts_at, minutes, uses, now=sources.now_ms())
            names = [announcing.name_of(club_id, night, day, number) for number in range(1, len(uses) + 1)]
            opened, faults = announcing.tournaments(club, calendar, title, starts_at, uses, names, host=by)
            ends_at = starts_at + minutes * 60_000
            made = NightAnnounced(night, None, day, at, zone, title, starts_at, ends_at, tuple(opened), tuple(faults))
            _ask(club_id, lambda state: decisions.announce(state, made), by, "nights", asked)

    CALENDARS.repeat(attempt)
    return night


def _start(day: date, at: str, zone: str) -> int:
    try:
        return instant(day, at, zone)
    except (ValueError, OverflowError) as error:
        raise Refused("bad_date", _("That is too far away."), field="date") from error


@requests.counted
def move(
    *, club_id: str, by: int, night: str, starts_at: int, minutes: int | None = None, command: str | None = None
) -> None:
    """Give a night that has not begun another time, and its tournaments with it."""
    requests.allowed(club_id, by, "nights")

    def attempt() -> None:
        with transaction.atomic():
            known = decisions.known(CALENDARS.current(club_id).state, night)
            length = known.ends_at - known.starts_at if minutes is None else minutes * 60_000

            def decide(calendar: Calendar) -> Sequence[Event]:
                now = sources.now_ms()
                return decisions.move(calendar, night, starts_at, starts_at + length, now=now, cause="organiser")

            _ask(club_id, decide, by, "nights", command_for(command, "move", night, starts_at, minutes))
            moving.move_tournaments(known, starts_at - known.starts_at)

    CALENDARS.repeat(attempt)


@requests.counted
def add_tournament(*, club_id: str, by: int, night: str, tournament: str, command: str | None = None) -> None:
    """Have a tournament of the club that has not begun be one of the night's."""
    detail = director.summary(tournament)
    if detail is None or detail.club != club_id or detail.status != "announced":
        raise Refused("unknown_tournament", _("The club has no such tournament to come."), field="tournament")
    starts_at = detail.starts_at

    def decide(calendar: Calendar) -> Sequence[Event]:
        return decisions.add(calendar, night, tournament, starts_at=starts_at, now=sources.now_ms())

    _ask(club_id, decide, by, "nights", command_for(command, "add tournament", night, tournament))


@requests.counted
def cancel(*, club_id: str, by: int, night: str, command: str | None = None) -> None:
    """Call off a night that has not begun, and those of its tournaments that have not."""

    def attempt() -> None:
        with transaction.atomic():

            def decide(calendar: Calendar) -> Sequence[Event]:
                return decisions.cancel(calendar, night, now=sources.now_ms())

            calendar = _ask(club_id, decide, by, "nights", command_for(command, "cancel", night))
            moving.cancel_tournaments(calendar.nights[night])

    CALENDARS.repeat(attempt)


@requests.counted
def attend(*, club_id: str, by: int, night: str, answer: Answer, command: str | None = None) -> None:
    """Whether *by* will come."""

    def decide(calendar: Calendar) -> Sequence[Event]:
        return decisions.attend(calendar, night, by, answer, now=sources.now_ms())

    _ask(club_id, decide, by, "attend", command_for(command, "attend", night, answer))


@requests.counted
def mark(*, club_id: str, by: int, night: str, user: int, present: bool = True, command: str | None = None) -> None:
    """Whether *user* was there, as an organiser says."""

    def decide(calendar: Calendar) -> Sequence[Event]:
        club = requests.allowed(club_id, by, "marks")
        night_of = decisions.known(calendar, night)
        if user not in club.members and user not in night_of.answers and user not in night_of.marks:
            raise Refused("not_member", _("Only members of the club can do that."), field="user")
        return decisions.mark(calendar, night, user, present=present, now=sources.now_ms())

    _ask(club_id, decide, by, "marks", command_for(command, "mark", night, user, present))


def _ask(club_id: str, decide: requests.Decision[Calendar], by: int, action: gate.Action, command: Command) -> Calendar:
    return requests.ask(
        CALENDARS, club_id, decide, club=lambda _calendar: club_id, by=by, action=action, command=command
    )


def _id(club_id: str, by: int, command: str | None) -> str:
    return sources.id_for(by, f"{club_id}/{command}") if command else sources.new_id()
