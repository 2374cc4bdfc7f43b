"""Where people write: at tables, and in clubs once there are rooms for them."""

from __future__ import annotations

from accounts.models import User
from tournaments.director import holdings
from tournaments.log import sources
from tournaments.people.errors import UnknownLine
from tournaments.people.models import Measure
from tournaments.people.policy import Standing
from tournaments.tables import selectors as tables

TABLE = "table:"


def at_table(table_id: str) -> str:
    return f"{TABLE}{table_id}"


def standing(place: str, user: User | None) -> Standing:
    """How *user* stands at *place*; raises the error of a room below if there is no such place for them.

    A club's place asks the gate of clubs here: whether they are members, and whether texts are their duty.
    """
    if not place.startswith(TABLE):
        raise UnknownLine
    table = tables.summary(place.removeprefix(TABLE))
    if user is None:
        return Standing(ended_at=table.finished_at)
    return Standing(
        belongs=user.pk in table.seats,
        moderates=user.is_staff or (table.match is not None and holdings.directs_match(table.match, user.pk)),
        muted_until=muted_until(place, user.pk),
        ended_at=table.finished_at,
    )


def muted_until(place: str, user_id: int) -> int | None:
    """Until when *user_id* may not write at *place*."""
    last = Measure.objects.filter(place=place, user=user_id, kind__in=("muted", "unmuted")).order_by("-id").first()
    if last is None or last.kind == "unmuted" or last.until is None or last.until <= sources.now_ms():
        return None
    return last.until
