"""What should have been done at the tables by now, for those who run the service. Each is one small question, about
tables that are found by their status or that are not settled."""

from typing import NamedTuple

from django.db.models import Count, Min, QuerySet

from tournaments.log import sources
from tournaments.tables import selectors
from tournaments.tables.models import Table


class Arrears(NamedTuple):
    """How many there are, and for how many seconds the first of them has waited."""

    number: int
    seconds: float


def bots() -> Arrears:
    """Tables where a bot is to act. A pause before its move, for people to follow, is part of the time."""
    now = sources.now_ms()
    return _arrears(selectors.waiting_for_bots(now), "bot_since", now)


def clocks() -> Arrears:
    """Tables where somebody has run out of time, and nobody was flagged."""
    now = sources.now_ms()
    return _arrears(selectors.overdue(now), "due", now)


def results() -> Arrears:
    """Finished tables whose result tournament and ratings have not taken in."""
    now = sources.now_ms()
    return _arrears(selectors.unsettled(now), "finished_at", now)


def _arrears(tables: QuerySet[Table], since: str, now: int) -> Arrears:
    row = tables.order_by().aggregate(number=Count("pk"), since=Min(since))
    return Arrears(row["number"], 0.0 if row["since"] is None else max(0, now - row["since"]) / 1000)
