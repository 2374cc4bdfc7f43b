"""Who has sat with whom."""

from __future__ import annotations

from tournaments.tables.models import Seat


def have_met(one: int, two: int) -> bool:
    """Whether both had seats at a table that was begun."""
    begun = Seat.objects.filter(user=one, table__started_at__isnull=False)
    return Seat.objects.filter(user=two, table__in=begun.values("table")).exists()
