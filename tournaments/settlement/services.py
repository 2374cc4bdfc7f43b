"""A finished table's outcome, handed to the tournament and to the ratings: once, all together or not at all."""

from __future__ import annotations

from django.db import transaction

from tournaments.director import services as director
from tournaments.director.commands import desk
from tournaments.director.selectors import ended_before
from tournaments.leagues.ladders import appointments
from tournaments.ratings import services as ratings
from tournaments.tables import selectors as tables
from tournaments.tables.services import mark_settled


def settle_table(*, table_id: str) -> None:
    """Take the outcome of a finished table in; any further time changes nothing.

    Everyone who writes here does it in one order (ladder or tournament, pool, table), so that two of them never wait
    for each other in a circle.
    """
    with transaction.atomic():
        table = tables.summary(table_id)
        if table.settled or table.status != "finished":
            return
        if table.match is not None and not appointments.settle(table=table):
            director.record_result(table=table)
        called_off = table.match is not None and ended_before(table.match, table.finished_at or 0)
        if table.rated and not called_off:  # it was played to its end before it could be aborted
            ratings.rate_table(table=table)
            desk.correct_ratings(table=table)
        mark_settled(table_id=table_id)
