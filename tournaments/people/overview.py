"""What there is to do for those who look after the whole service, and whom it keeps from what: numbers and names, and
nothing of what anybody wrote."""

from itertools import islice
from typing import Final

from django.db.models import Count, Min
from msgspec import Struct

from accounts.models import User
from tournaments.log import sources
from tournaments.people.models import Measure, Report
from tournaments.people.places import knows_of

MOST: Final = 100
"""Measures that are looked through."""


class Open(Struct, frozen=True):
    """Lines that somebody reported and nobody has decided on."""

    lines: int
    since: int | None
    """Epoch ms."""


class Muted(Struct, frozen=True):
    user: int
    place: str
    until: int
    """Epoch ms."""


def open_reports() -> Open:
    found = Report.objects.filter(closed=False).aggregate(lines=Count("line", distinct=True), since=Min("at"))
    return Open(found["lines"], found["since"])


def muted(limit: int, *, viewer: User) -> list[Muted]:
    """Who may not write somewhere now that *viewer* may know of, those first for whom it ends first: who is in a
    private club is not shown to staff who have not said why they look."""
    rows = list(Measure.objects.filter(until__gt=sources.now_ms()).order_by("until")[:MOST])
    same = Measure.objects.filter(
        place__in={row.place for row in rows}, user__in={row.user for row in rows}, kind__in=("muted", "unmuted")
    )
    last = {(row.place, row.user): row.pk for row in same.order_by("id")}
    valid = (row for row in rows if last[row.place, row.user] == row.pk and knows_of(row.place, viewer))
    return [Muted(row.user, row.place, row.until or 0) for row in islice(valid, limit)]
