"""A pool worked out again from a table on, after a ruling: what depends on that table moves, and nothing else.

Everything from there on is rated again; what comes out the same is not written.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from tournaments.log.database import execute
from tournaments.ratings import ground, rows
from tournaments.ratings.duels import Player
from tournaments.ratings.events import TableRated
from tournaments.ratings.facts import Counted, Places
from tournaments.ratings.ground import Rated, array
from tournaments.ratings.models import RatedTable
from tournaments.ratings.pools import Pool, differences
from tournaments.ratings.rows import Made

CHUNK = 20_000
"""Tables worked out before their rows are written."""

Moved = dict[int, tuple[float, float]]
"""By user: the rating before, and after."""


class Recounted(NamedTuple):
    moved: Moved
    users: Collection[int]
    """Everybody who sat there."""
    counted: Collection[int]
    """Those of whom another number of tables counts."""


def recount(pool: str, seq: int) -> Recounted:
    """Rate everything from *seq* on again and write what changed."""
    before = _players(pool, seq)
    after: dict[int, Player] = {}
    for ground_, made in _again(pool, seq, {}):
        rows.update_changes(pool, made)
        after = ground_.players
    rows.keep_players(pool, after, {})
    moved = differences(_ratings(before), _ratings(after))
    counted = {user for user, player in after.items() if player.tables != before[user].tables}
    return Recounted(moved, after.keys(), counted)


def foresee(pool: str, seq: int, table: str, places: Places) -> Moved:
    """What :func:`recount` would find if *table*, which stands at *seq*, counted with *places*. Nothing is written."""
    before = _players(pool, seq)
    after: Mapping[int, Player] = {}
    for ground_, _made in _again(pool, seq, {table: places}):
        after = ground_.players
    return differences(_ratings(before), _ratings(after))


def facts(row: RatedTable) -> TableRated:
    """The event behind a row."""
    return ground.decoded(row.facts)


def _again(pool: str, seq: int, otherwise: Mapping[str, Places]) -> Iterator[tuple[Pool, list[Made]]]:
    """The tables from *seq* on, rated again chunk by chunk; of *otherwise* some have other places."""
    running: Pool | None = None
    while tables := [_as(otherwise, each) for each in ground.tables_from(pool, seq, limit=CHUNK)]:
        if running is None:
            running = ground.pool_before(pool, tables, users=_users(pool, seq), now=False)
        yield running, [(at, table, running.rate(table)) for at, table in tables]
        seq = tables[-1][0] + 1


def _as(otherwise: Mapping[str, Places], rated: Rated) -> Rated:
    seq, table = rated
    if table.event.table not in otherwise:
        return rated
    return seq, Counted(table.event, otherwise[table.event.table], table.excluded)


def _users(pool: str, seq: int) -> list[int]:
    """Who sat at a table from *seq* on."""
    found = execute(
        'SELECT DISTINCT "user" FROM ratings_ratingchange WHERE pool = %(pool)s AND seq >= %(seq)s',
        {"pool": pool, "seq": seq},
    )
    return [user for (user,) in found]


def _players(pool: str, seq: int) -> dict[int, Player]:
    """Where those stand now who sat at a table from *seq* on."""
    found = execute(
        'SELECT "user", rating, tables FROM ratings_rating WHERE pool = %(pool)s AND "user" = ANY(%(users)s::bigint[])',
        {"pool": pool, "users": array(_users(pool, seq))},
    )
    return {user: Player(rating, tables) for user, rating, tables in found}


def _ratings(players: Mapping[int, Player]) -> dict[int, float]:
    return {user: player.rating for user, player in players.items()}
