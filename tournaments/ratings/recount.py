"""A pool worked out again from a table on, after a ruling: what depends on that table moves, and nothing else.

What a ruling can reach is rated again, stretch by stretch; what comes out the same is not written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import structlog

from tournaments.log.database import execute
from tournaments.ratings import ground, rows
from tournaments.ratings.cone import Cone, Reached, of_table
from tournaments.ratings.duels import NEW, Player
from tournaments.ratings.facts import Counted, Places
from tournaments.ratings.ground import array
from tournaments.ratings.pools import Pool, differences
from tournaments.ratings.rows import Made

CHUNK = 10_000
"""Tables looked through before their rows are written: so many a process holds at a time."""

_log = structlog.get_logger(__name__)

Moved = dict[int, tuple[float, float]]
"""By user: the rating before, and after."""


class Recounted(NamedTuple):
    moved: Moved
    users: Collection[int]
    """Everybody who was reached."""
    counted: Collection[int]
    """Those of whom another number of tables counts."""


def recount(reach: Cone) -> Recounted:
    """Rate everything in *reach* again and write what changed."""
    after: dict[int, Player] = {}
    for running, made in _again(reach, {}):
        rows.update_changes(reach.pool, made)
        after = running.players
    after = {user: after[user] for user in reach.users if user in after}
    before = _players(reach.pool, after)
    rows.keep_players(reach.pool, after, {})
    moved = differences(_ratings(before), _ratings(after))
    counted = {user for user, player in after.items() if player.tables != before[user].tables}
    return Recounted(moved, after.keys(), counted)


def foresee(pool: str, seq: int, table: Counted, places: Places) -> Moved:
    """What :func:`recount` would find if *table*, which stands at *seq*, counted with *places*. Nothing is written."""
    reach, after = of_table(pool, seq, table), {}
    for running, _made in _again(reach, {seq: places}):
        after = running.players
    after = {user: after[user] for user in reach.users}
    return differences(_ratings(_players(pool, after)), _ratings(after))


def _again(reach: Cone, otherwise: Mapping[int, Places]) -> Iterator[tuple[Pool, list[Made]]]:
    """The tables in *reach*, rated again stretch by stretch; of *otherwise* some have other places."""
    running, last = Pool(), ground.last(reach.pool)
    for first in range(reach.seq, last + 1, CHUNK):
        until = min(first + CHUNK - 1, last)
        reached = reach.reach(first, until)
        if reached.tables:
            yield running, list(_rated(running, reach.pool, reached, otherwise))
        if last - reach.seq > CHUNK:
            _log.info("recounting", pool=reach.pool, seq=until, last=last, users=len(reach.users))


def _rated(running: Pool, pool: str, reached: Reached, otherwise: Mapping[int, Places]) -> Iterator[Made]:
    """*running* goes through the tables; who comes in, and whom a table does not move, stands as the rows have it."""
    entering, beside = ground.players_before(pool, reached.joined), ground.standing(pool, reached.beside)
    running.recent, earlier = ground.recent_before(pool, reached.tables), deque(reached.earlier)
    for seq, table in reached.tables:
        while earlier and earlier[0][0] < seq:
            running.recent.add(earlier.popleft()[1])
        for user in table.event.users:
            if reached.joined.get(user) == seq:
                running.players[user] = entering.get(user, NEW)
            elif (seq, user) in beside:
                running.players[user] = beside[seq, user]
        counted = Counted(table.event, otherwise[seq], table.excluded) if seq in otherwise else table
        yield seq, counted, running.rate(counted)


def _players(pool: str, users: Collection[int]) -> dict[int, Player]:
    """Where *users* stand now."""
    found = execute(
        'SELECT "user", rating, tables FROM ratings_rating WHERE pool = %(pool)s AND "user" = ANY(%(users)s::bigint[])',
        {"pool": pool, "users": array(users)},
    )
    return {user: Player(rating, tables) for user, rating, tables in found}


def _ratings(players: Mapping[int, Player]) -> dict[int, float]:
    return {user: player.rating for user, player in players.items()}
