"""Nights that come at another time, or not at all, and their tournaments with them."""

from collections.abc import Iterator, Sequence
from functools import partial

from django.db import transaction
from msgspec.structs import replace

from engine.events import Event
from tournaments.director import selectors, services
from tournaments.director.selectors import Detail
from tournaments.leagues.errors import RoomError
from tournaments.leagues.nights import decisions
from tournaments.leagues.nights.calendar import Calendar, Night
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.rules.recurrence import instant
from tournaments.log import sources


def _unstarted(night: Night) -> Iterator[Detail]:
    for name in night.tournaments:
        detail = selectors.detail(name)
        if detail.status == "announced":
            yield detail


def cancel_tournaments(night: Night) -> None:
    for detail in _unstarted(night):
        services.cancel(tournament_id=detail.id, by=None)


def move_tournaments(night: Night, by_ms: int) -> None:
    """Have the tournaments of *night*, as it was before, begin this many ms later."""
    for detail in _unstarted(night):
        settings = replace(detail.settings, starts_at=detail.settings.starts_at + by_ms)
        services.edit(tournament_id=detail.id, by=detail.organiser, settings=settings)


def follow_zone_data(*, club_id: str) -> int:
    """Move the announced nights that new rules of their zone have given another time; returns how many."""
    calendar, now = CALENDARS.current(club_id).state, sources.now_ms()
    moved = [night for night in calendar.ahead(now) if _starts(night) != night.starts_at]
    for night in moved:
        try:
            CALENDARS.repeat(partial(_follow, club_id, night.id))
        except RoomError:  # it is too late for another time
            continue
    return len(moved)


def _starts(night: Night) -> int:
    """When it starts by the rules of its zone as they are known now; where an organiser said when, then."""
    return night.starts_at if night.by_hand or night.cancelled else instant(night.date, night.at, night.zone)


def _follow(club_id: str, night_id: str) -> None:
    with transaction.atomic():
        night = decisions.known(CALENDARS.current(club_id).state, night_id)
        shift = _starts(night) - night.starts_at

        def decide(calendar: Calendar) -> Sequence[Event]:
            return decisions.move(
                calendar,
                night_id,
                night.starts_at + shift,
                night.ends_at + shift,
                now=sources.now_ms(),
                cause="zone_data",
            )

        CALENDARS.carry_out(club_id, decide, actor=None, command=None)
        move_tournaments(night, shift)
