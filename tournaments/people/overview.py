"""What there is to do for those who look after the whole service, and whom it keeps from what: numbers and names, and
nothing of what anybody wrote."""

from __future__ import annotations

from django.db.models import Count, Min
from msgspec import Struct

from tournaments.log import sources
from tournaments.people.models import Measure, Report


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


def muted(limit: int) -> list[Muted]:
    """Who may not write somewhere now, those first for whom it ends first."""
    rows = list(Measure.objects.filter(until__gt=sources.now_ms()).order_by("until")[:limit])
    same = Measure.objects.filter(
        place__in={row.place for row in rows}, user__in={row.user for row in rows}, kind__in=("muted", "unmuted")
    )
    last = {(row.place, row.user): row.pk for row in same.order_by("id")}
    return [Muted(row.user, row.place, row.until or 0) for row in rows if last[row.place, row.user] == row.pk]
