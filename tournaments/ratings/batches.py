"""Tables on their way into pools: each waits in a row until its pool has rated it, many of them in one append.

The pool comes out as if each had been rated by itself, in the order in which they ended.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial

import msgspec
import structlog
from django.db import transaction

from accounts import bots
from engine.game import Teams, parse_options
from engine.registry import rules_for
from tournaments.log import selectors as log
from tournaments.log.errors import RoomError
from tournaments.log.services import Plain
from tournaments.platform.outages import is_outage
from tournaments.ratings import locks
from tournaments.ratings.events import Origin, TableRated
from tournaments.ratings.facts import equal_left, owned_by
from tournaments.ratings.models import RatedTable, Waiting
from tournaments.ratings.names import parameters_of
from tournaments.ratings.positions import decoded
from tournaments.ratings.streams import POOLS
from tournaments.tables.conduct import conduct, guests_at
from tournaments.tables.selectors import Summary

_log = structlog.get_logger(__name__)

MOST = 64
"""Tables rated in one append: with more of them all tables of the day are read to see who met whom (``MOST_KEYS``)."""


def ask(*, table: Summary, origin: Origin, pools: Sequence[str]) -> None:
    """Have *table* rated in each of *pools* if it counts and has not been rated there; any further time changes
    nothing."""
    if not _counts(table):
        return
    rated = set(RatedTable.objects.filter(pool__in=pools, table=table.id).values_list("pool", flat=True))
    events = {pool: _rating_of(table, origin, pool) for pool in pools if pool not in rated}
    Waiting.objects.bulk_create((waiting_row(pool, event) for pool, event in events.items()), ignore_conflicts=True)


def rate_waiting(pool: str) -> Iterator[Collection[str]]:
    """Rate what waits in *pool*, and say after each transaction which tables it was about.

    Raises ``Busy`` at once while the pool is worked out again after a ruling: the tables go on waiting. So does one
    that cannot be rated, which must not hold up the others.
    """
    broken: set[str] = set()
    while tables := _next(pool, broken):
        try:
            yield POOLS.repeat(partial(_rate, pool, tables))
        except Exception as error:
            if _is_for_all(error):
                raise
            _log.exception("not_rated", pool=pool, tables=tables)
            yield from _rate_apart(pool, tables, broken)


def waiting(tables: Collection[str]) -> dict[str, list[str]]:
    """Which of *tables* still wait, each with the pools."""
    found: dict[str, list[str]] = {}
    for table, pool in Waiting.objects.filter(table__in=tables).order_by("pool").values_list("table", "pool"):
        found.setdefault(table, []).append(pool)
    return found


def _next(pool: str, broken: Collection[str]) -> list[str]:
    """The tables that wait for *pool* and ended first."""
    rows = Waiting.objects.filter(pool=pool).exclude(table__in=broken).order_by("ended", "table")
    return list(rows.values_list("table", flat=True)[:MOST])


def _rate_apart(pool: str, tables: Sequence[str], broken: set[str]) -> Iterator[Collection[str]]:
    """Rate each of *tables* by itself; those that cannot be are added to *broken*."""
    for table in tables:
        try:
            yield POOLS.repeat(partial(_rate, pool, [table]))
        except Exception as error:
            if _is_for_all(error):
                raise
            _log.exception("not_rated", pool=pool, table=table)
            broken.add(table)


def _is_for_all(error: Exception) -> bool:
    """Whether the tables are not the cause: the next ones would meet it as well."""
    return isinstance(error, RoomError) or is_outage(error)


@transaction.atomic
def _rate(pool: str, tables: Collection[str]) -> Collection[str]:
    """Rate those of *tables* that still wait: a caller that comes meanwhile waits, and finds it done."""
    locks.rate(pool)
    rows = Waiting.objects.filter(pool=pool, table__in=tables).order_by("ended", "table")
    events = {row.table: decoded(row.facts) for row in rows}
    before = log.carried_out(POOLS.name(pool), list(events))
    commits = [(Plain(table), [event]) for table, event in events.items() if table not in before]
    if commits:
        POOLS.append_commits(pool, POOLS.current(pool), commits)
    Waiting.objects.filter(pool=pool, table__in=events).delete()
    return events.keys()


def waiting_row(pool: str, event: TableRated) -> Waiting:
    """The row in which *event* waits for *pool*."""
    facts = msgspec.json.encode(event).decode()
    return Waiting(pool=pool, table=event.table, ended=event.ended, facts=facts)


def _counts(table: Summary) -> bool:
    """Only tables opened as rated count, never one where an account holds two seats."""
    users = {user for user in table.seats if user is not None}
    return table.rated and table.outcome is not None and len(users) == len(table.seats)


def _rating_of(table: Summary, origin: Origin, pool: str) -> TableRated:
    """The table as *pool* should know it."""
    assert table.outcome is not None  # noqa: S101  it counts
    made, teams = conduct(table.id, len(table.seats)), _teams_of(table)
    return TableRated(
        table=table.id,
        users=tuple(user for user in table.seats if user is not None),
        places=equal_left(table.outcome.places, made.ends, teams),
        teams=teams,
        guests=guests_at(table),
        params=parameters_of(pool).key,
        ended=table.finished_at or 0,
        ends=made.ends,
        decisions=made.decisions,
        bots=_bots_of(table),
        origin=origin,
    )


def _bots_of(table: Summary) -> tuple[str, ...]:
    """By seat the level of a bot of the house, or whose program it is."""
    owners = bots.owners_of([user for user in table.seats if user is not None])
    seats = zip(table.seats, table.bots, strict=True)
    return tuple(owned_by(owners[user]) if user in owners else level for user, level in seats)


def _teams_of(table: Summary) -> Teams:
    """The seats that played together, if any did."""
    game = rules_for(table.game, table.version)
    teams = game.teams(len(table.seats), parse_options(game, table.options))
    return teams if any(len(team) > 1 for team in teams) else ()
