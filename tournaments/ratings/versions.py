"""What each version of a bot made of its ratings."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, LiteralString

import msgspec
from psycopg.types.numeric import Int8

from accounts import bots
from accounts.models import User
from tournaments.platform.database import execute
from tournaments.ratings.elo import as_shown
from tournaments.ratings.names import game_of, is_site

SHOWN: Final = 10
"""Versions, the last ones."""
_FOREVER: Final = 2**62
_MADE: Final[LiteralString] = """
SELECT change.pool, count(*), sum(change.after - change.before) FROM ratings_ratingchange AS change
JOIN ratings_ratedtable AS rated ON rated.pool = change.pool AND rated.seq = change.seq
WHERE change."user" = %(user)s AND rated.ended >= %(since)s AND rated.ended < %(until)s
GROUP BY change.pool ORDER BY change.pool"""


class Change(msgspec.Struct, frozen=True):
    """By how much a rating moved, at how many tables."""

    game: str
    by: int
    tables: int


class Played(msgspec.Struct, frozen=True):
    """A version, since when it plays (epoch ms), and what it made of the site's ratings."""

    name: str
    since: int
    changes: tuple[Change, ...]


def of(bot: User) -> tuple[Played, ...]:
    """The last versions of *bot*, the latest first."""
    if not bot.is_program:
        return ()
    rows = bots.versions(bot)[:SHOWN]
    ends = [_FOREVER, *(row.since for row in rows)]
    spans = zip(rows, pairwise(ends), strict=True) if rows else ()
    return tuple(Played(row.name, row.since, tuple(_changes(bot.pk, row.since, until))) for row, (until, _own) in spans)


def _changes(user: int, since: int, until: int) -> Iterator[Change]:
    rows = execute(_MADE, {"user": Int8(user), "since": Int8(since), "until": Int8(until)})
    for pool, tables, by in rows:
        if is_site(pool) and (game := game_of(pool)) is not None:
            yield Change(game, as_shown(by), tables)
