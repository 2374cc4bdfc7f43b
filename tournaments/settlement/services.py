"""A finished table's outcome, handed to its ladder or tournament, then to ratings: each in a transaction of its own.

Each step can be repeated, and the table is marked when all are done: what a killed process left is done by the next.
Ratings come many tables at a time: a table waits for its pools, and each pool rates all that wait for it.
"""

from collections.abc import Collection, Sequence

from tournaments.director import services as director
from tournaments.director.selectors import ended_before, is_large, is_unrated
from tournaments.leagues.ladders import appointments
from tournaments.ratings import batches
from tournaments.ratings import services as ratings
from tournaments.ratings.events import Origin
from tournaments.ratings.names import is_site
from tournaments.settlement.pools import pools_of
from tournaments.tables import selectors as tables
from tournaments.tables.conduct import taken_out_by
from tournaments.tables.selectors import Summary
from tournaments.tables.services import mark_settled


def settle_table(*, table_id: str) -> None:
    """Take the outcome of a finished table in; any further time changes nothing."""
    pools = take_in(table_id=table_id)
    for pool in pools:
        rate_waiting(pool=pool)
    if pools:  # another process may have rated it, and not have marked it yet
        mark_rated([table_id])


def take_in(*, table_id: str) -> Sequence[str]:
    """Hand the outcome of a finished table to its ladder or tournament, and have it wait for its pools: those that are
    still to rate it. With none it is settled."""
    table = tables.summary(table_id)
    if table.settled or table.status != "finished":
        return ()
    challenge = table.match is not None and appointments.settle(table=table)
    if table.match is not None and not challenge:
        director.record_result(table=table)
    called_off = table.match is not None and ended_before(table.match, table.finished_at or 0)
    if table.rated and not called_off:  # it was played to its end before it could be aborted
        origin = "challenge" if challenge else origin_of(table)
        out = table.match is not None and is_unrated(table.match, taken_out_by(table))
        pools = [pool for pool in pools_of(table) if not (out and is_site(pool))]
        batches.ask(table=table, origin=origin, pools=pools)
    waiting = batches.waiting([table_id]).get(table_id, ())
    if not waiting:
        mark_rated([table_id])
    return waiting


def rate_waiting(*, pool: str) -> None:
    """Have *pool* rate all tables that wait for it, and mark those that wait for no other; raises ``Busy``."""
    for rated in batches.rate_waiting(pool):
        mark_rated(rated)


def mark_rated(table_ids: Collection[str]) -> None:
    """Mark those of *table_ids* as settled that wait for no pool."""
    waiting = batches.waiting(table_ids)
    for table_id in table_ids:
        if table_id not in waiting:
            mark_settled(table_id=table_id)
    ratings.tell_due()


def origin_of(table: Summary) -> Origin:
    """Of what *table* was part, if it is of no ladder."""
    if table.match is None:
        return "casual"
    return "large" if is_large(table.match) else "event"
