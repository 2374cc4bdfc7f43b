"""A pool worked out again from a table on, after a ruling: what depends on that table moves, and nothing else.

What a ruling can reach is rated again, stretch by stretch; what comes out the same is not written.
"""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

import structlog

from tournaments.platform.database import execute
from tournaments.ratings import positions, rows
from tournaments.ratings.affected import AffectedTables, Reached, of_table
from tournaments.ratings.duels import NEW, Player
from tournaments.ratings.facts import Counted, Places
from tournaments.ratings.pools import Pool, differences
from tournaments.ratings.positions import array
from tournaments.ratings.rows import Made
from tournaments.ratings.young import Young

CHUNK = 10_000
"""Tables looked through before their rows are written: how many a process holds at a time."""

_log = structlog.get_logger(__name__)

Moved = dict[int, tuple[float, float]]
"""By user: the rating before, and after."""


class Recounted(NamedTuple):
    moved: Moved
    users: Collection[int]
    """Everybody who was reached."""


class Stretch(NamedTuple):
    """Tables rated again, where everybody reached stands behind them, and who was."""

    made: list[Made]
    players: Mapping[int, Player]
    users: Collection[int]


def recount(reach: AffectedTables) -> Recounted:
    """Rate everything in *reach* again and write what changed."""
    after: dict[int, Player] = {}
    for stretch in _again(reach, {}):
        rows.update_changes(reach.pool, stretch.made)
        after = {user: stretch.players[user] for user in stretch.users if user in stretch.players}
    before = _players(reach.pool, after)
    rows.keep_players(reach.pool, after, {})
    return Recounted(differences(_ratings(before), _ratings(after)), after.keys())


def foresee(pool: str, seq: int, table: Counted, places: Places) -> Moved:
    """What :func:`recount` would find if *table*, which stands at *seq*, counted with *places*. Nothing is written."""
    after: dict[int, Player] = {}
    for stretch in _again(of_table(pool, seq, table), {seq: places}):
        after = {user: stretch.players[user] for user in stretch.users}
    return differences(_ratings(_players(pool, after)), _ratings(after))


def _again(reach: AffectedTables, otherwise: Mapping[int, Places]) -> Iterator[Stretch]:
    """The tables in *reach*, rated again stretch by stretch; of *otherwise* some have other places."""
    last, running = positions.last(reach.pool), positions.young_pool(reach.pool, reach.seq)
    if running is None:
        running = positions.empty_pool(reach.pool, reach.seq)
    else:
        young = Young(reach.pool, reach.seq, running)
        for first, until in _chunks(reach.seq, last):
            made = young.rate(first, until, otherwise)
            yield Stretch(made, running.players, reach.users | young.otherwise)
            reach = reach.from_on(until + 1, young.otherwise)
            if young.is_over:
                break
        running = young.grown(reach.users)
    for first, until in _chunks(reach.seq, last):
        reached = reach.reach(first, until)
        made = list(_rated(running, reach.pool, reached, otherwise)) if reached.tables else []
        yield Stretch(made, running.players, reach.users)


def _chunks(seq: int, last: int) -> Iterator[tuple[int, int]]:
    for first in range(seq, last + 1, CHUNK):
        until = min(first + CHUNK - 1, last)
        yield first, until
        if last - seq > CHUNK:
            _log.info("recounting", seq=until, last=last)


def _rated(running: Pool, pool: str, reached: Reached, otherwise: Mapping[int, Places]) -> Iterator[Made]:
    """*running* goes through the tables; who comes in, and whom a table does not move, stands as the rows have it."""
    entering, beside = positions.players_before(pool, reached.joined), positions.standing(pool, reached.beside)
    running.recent, earlier = positions.recent_before(pool, reached.tables), deque(reached.earlier)
    for seq, table in reached.tables:
        while earlier and earlier[0][0] < seq:
            running.recent.add(earlier.popleft()[1])
        for user in table.event.users:
            if reached.joined.get(user) == seq:
                running.players[user] = entering.get(user, NEW)
            elif (seq, user) in beside:
                running.players[user] = beside[seq, user]
        counted = Counted(table.event, otherwise[seq], table.excluded) if seq in otherwise else table
        yield seq, counted, running.rate(counted, seq)


def _players(pool: str, users: Collection[int]) -> dict[int, Player]:
    """Where *users* stand now."""
    found = execute(
        'SELECT "user", rating, tables FROM ratings_rating WHERE pool = %(pool)s AND "user" = ANY(%(users)s::bigint[])',
        {"pool": pool, "users": array(users)},
    )
    return {user: Player(rating, tables) for user, rating, tables in found}


def _ratings(players: Mapping[int, Player]) -> dict[int, float]:
    return {user: player.rating for user, player in players.items()}
