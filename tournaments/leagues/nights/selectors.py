"""Reads about a club's nights; callers ask the gate before they show them."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Q
from msgspec import Struct

from tournaments.clubs import selectors as clubs
from tournaments.clubs.streams import CLUBS
from tournaments.leagues.models import Night as NightRow
from tournaments.leagues.models import Schedule as ScheduleRow
from tournaments.leagues.nights.calendar import Calendar, Night
from tournaments.leagues.nights.decisions import known
from tournaments.leagues.nights.streams import CALENDARS
from tournaments.leagues.rules.occurrences import APART, due_in, night_id, occurrences
from tournaments.log import sources
from tournaments.platform.units import DAY, HOUR

PLANNED = 56 * DAY
"""How far ahead (ms) nights are shown that have not been announced."""
BEFORE, AFTER = 30 * 60_000, 2 * 3_600_000


class Planned(Struct, frozen=True):
    """A night that a schedule will announce."""

    id: str
    schedule: str
    title: str
    date: date
    starts_at: int
    ends_at: int
    announce_at: int
    told_at: int
    """When its schedule was last changed."""
    revision: int
    """How often that was."""


def now() -> int:
    """The epoch ms."""
    return sources.now_ms()


def calendar(club_id: str, *, as_of: int | None = None) -> Calendar:
    """The calendar now, or after event *as_of*."""
    return CALENDARS.current(club_id).state if as_of is None else CALENDARS.as_of(club_id, as_of)


def night(club_id: str, night_id: str) -> Night:
    """Raises ``UnknownNight``."""
    return known(calendar(club_id), night_id)


def planned(club_id: str, found: Calendar | None = None, *, now: int | None = None) -> list[Planned]:
    """The nights of the eight weeks from *now* on that have not been announced, the next one first."""
    found = found or calendar(club_id)
    zone, now = CLUBS.current(club_id).state.founded.zone, sources.now_ms() if now is None else now
    nights = [
        Planned(
            night_id(club_id, schedule.id, each.date),
            schedule.id,
            schedule.title,
            each.date,
            each.starts_at,
            each.starts_at + schedule.minutes * 60_000,
            each.announce_at,
            schedule.changed_at,
            schedule.revision,
        )
        for schedule in found.schedules.values()
        if not schedule.ended
        for each in occurrences(schedule.plan, zone, max(now, schedule.changed_at), now + PLANNED)
        if each.date not in schedule.settled
    ]
    return sorted(nights, key=lambda each: (each.starts_at, each.id))


def next_night(club_id: str) -> Night | None:
    """The one that runs or comes next."""
    ahead = [each for each in calendar(club_id).ahead(sources.now_ms()) if not each.cancelled]
    return ahead[0] if ahead else None


def coming(club_ids: Iterable[str], *, limit: int = 20) -> list[tuple[str, Night]]:
    """The nights of several clubs that are not over, each with its club's id, the next one first."""
    rows = NightRow.objects.filter(club__in=list(club_ids), cancelled=False, ends_at__gt=sources.now_ms())
    names = rows.order_by("starts_at", "id").values_list("club", "id")[:limit]
    return [(club, calendar(club).nights[name]) for club, name in names]


def clubs_due(now: int, *, after: str = "") -> list[str]:
    """The clubs behind *after* that have something to say of their schedules, or have just set one. No stream is read
    for it."""
    rows = ScheduleRow.objects.filter(Q(due__lte=now) | Q(changed_at__gt=now - APART - HOUR), club__gt=after)
    found = list(rows.order_by("club").values_list("club", "due", "ahead_days", "changed_at"))
    zones = clubs.zones(row[0] for row in found)
    ripe = (
        club
        for club, due, ahead, changed_at in found
        if club in zones and (changed_at > now - APART - HOUR or due_in(zones[club], due, ahead) <= now)
    )
    return list(dict.fromkeys(ripe))


def clubs_with_nights_ahead(now: int) -> list[str]:
    rows = NightRow.objects.filter(Q(cancelled=False), starts_at__gt=now)
    return list(rows.order_by("club").values_list("club", flat=True).distinct())
