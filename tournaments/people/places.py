"""Where people write: at tables, and in clubs."""

from __future__ import annotations

from accounts.models import User
from tournaments.clubs import access
from tournaments.director import holdings
from tournaments.log import sources
from tournaments.people.errors import NotMember, UnknownLine
from tournaments.people.models import Measure
from tournaments.people.policy import Standing
from tournaments.tables import clubs as table_clubs
from tournaments.tables import selectors as tables

TABLE, CLUB = "table:", "club:"


def at_table(table_id: str) -> str:
    return f"{TABLE}{table_id}"


def in_club(club_id: str) -> str:
    return f"{CLUB}{club_id}"


def standing(place: str, user: User | None) -> Standing:
    """How *user* stands at *place*; raises the error of a room below if there is no such place for them."""
    kind, _colon, name = place.partition(":")
    if kind == "table":
        return _at_table(place, name, user)
    if kind == "club":
        return _in_club(place, name, user)
    raise UnknownLine


def _at_table(place: str, table_id: str, user: User | None) -> Standing:
    table = tables.summary(table_id)
    table_clubs.check_seen(table_id, user)
    if user is None:
        return Standing(ended_at=table.finished_at)
    directs = table.match is not None and holdings.directs_match(table.match, user.pk)
    return Standing(
        belongs=user.pk in table.seats,
        moderates=user.is_staff or directs,
        muted_until=muted_until(place, user.pk),
        ended_at=table.finished_at,
    )


def _in_club(place: str, club_id: str, user: User | None) -> Standing:
    """Members read and write; texts are the duty of some organisers. A closed club is read."""
    club = access.seen(user, club_id)
    if user is None or not (user.pk in club.members or user.is_staff):
        raise NotMember
    return Standing(
        belongs=user.pk in club.members,
        moderates=user.is_staff or access.can(user, "news", club),
        muted_until=muted_until(place, user.pk),
        closed=club.closed is not None,
    )


def muted_until(place: str, user_id: int) -> int | None:
    """Until when *user_id* may not write at *place*."""
    last = Measure.objects.filter(place=place, user=user_id, kind__in=("muted", "unmuted")).order_by("-id").first()
    if last is None or last.kind == "unmuted" or last.until is None or last.until <= sources.now_ms():
        return None
    return last.until
