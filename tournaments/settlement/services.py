"""A finished table's outcome, handed to its ladder or tournament, then to ratings: each in a transaction of its own.

Each step can be repeated, and the table is marked when all are done: what a killed process left is done by the next.
"""

from __future__ import annotations

from tournaments.director import services as director
from tournaments.director.selectors import ended_before, is_large
from tournaments.leagues.ladders import appointments
from tournaments.ratings import services as ratings
from tournaments.ratings.events import Origin
from tournaments.settlement.pools import pools_of
from tournaments.tables import selectors as tables
from tournaments.tables.selectors import Summary
from tournaments.tables.services import mark_settled


def settle_table(*, table_id: str) -> None:
    """Take the outcome of a finished table in; any further time changes nothing."""
    table = tables.summary(table_id)
    if table.settled or table.status != "finished":
        return
    challenge = table.match is not None and appointments.settle(table=table)
    if table.match is not None and not challenge:
        director.record_result(table=table)
    called_off = table.match is not None and ended_before(table.match, table.finished_at or 0)
    if table.rated and not called_off:  # it was played to its end before it could be aborted
        origin = "challenge" if challenge else origin_of(table)
        ratings.rate_table(table=table, origin=origin, pools=pools_of(table))
    mark_settled(table_id=table_id)
    ratings.tell_due()


def origin_of(table: Summary) -> Origin:
    """Of what *table* was part, if it is of no ladder."""
    if table.match is None:
        return "casual"
    return "large" if is_large(table.match) else "event"
