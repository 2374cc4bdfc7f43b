"""Where a pool stands before a table, from the rows: everybody's form, and the earlier tables that matter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, LiteralString

import msgspec
from psycopg.types.numeric import Int8

from tournaments.log.database import execute
from tournaments.ratings.duels import WINDOW, Player
from tournaments.ratings.events import RatingExcluded, TableRated
from tournaments.ratings.facts import Counted, Rulings
from tournaments.ratings.parameters import PEAK_FROM, SUMMIT
from tournaments.ratings.pools import Pool
from tournaments.ratings.recent import AGAIN, EARLY

_NOW: Final[LiteralString] = """
SELECT "user", rating, tables, summited, peak, rated_at, met FROM ratings_rating
WHERE pool = %(pool)s AND "user" = ANY(%(users)s::bigint[])"""
_THEN: Final[LiteralString] = """
SELECT asked, last.after, last.tables, coalesce(best.high >= %(summit)s, false), coalesce(best.peak, 0), best.ended,
       met.people
FROM unnest(%(users)s::bigint[]) AS asked,
LATERAL (SELECT after, tables FROM ratings_ratingchange
         WHERE "user" = asked AND pool = %(pool)s AND seq < %(seq)s ORDER BY seq DESC LIMIT 1) AS last,
LATERAL (SELECT max(after) FILTER (WHERE counts) AS high,
                max(after) FILTER (WHERE counts AND tables >= %(peak_from)s) AS peak, max(at) AS ended
         FROM (SELECT after, tables, at, tables > coalesce(lag(tables) OVER (ORDER BY seq), 0) AS counts
               FROM ratings_ratingchange WHERE "user" = asked AND pool = %(pool)s AND seq < %(seq)s) AS each) AS best,
LATERAL (SELECT coalesce(array_agg(one ORDER BY seq, at), '{}') AS people
         FROM (SELECT change.seq, part.at, part.one
               FROM ratings_ratingchange AS change, unnest(change.met) WITH ORDINALITY AS part (one, at)
               WHERE change.user = asked AND change.pool = %(pool)s AND change.seq < %(seq)s
               ORDER BY change.seq DESC, part.at DESC LIMIT %(window)s) AS latest) AS met"""
_RECENT: Final[LiteralString] = """
SELECT seq, facts, places FROM ratings_ratedtable
WHERE pool = %(pool)s AND ended > %(day)s AND seq < %(seq)s AND keys && %(keys)s::text[]
UNION
SELECT seq, facts, places FROM ratings_ratedtable
WHERE pool = %(pool)s AND early AND ended > %(week)s AND seq < %(seq)s AND keys && %(keys)s::text[]
ORDER BY seq"""
_FROM: Final[LiteralString] = """
SELECT seq, facts, places FROM ratings_ratedtable WHERE pool = %(pool)s AND seq >= %(seq)s
ORDER BY seq LIMIT %(limit)s"""
_EXCLUSIONS: Final[LiteralString] = """
SELECT "user", since, until FROM ratings_exclusion WHERE pool = %(pool)s ORDER BY seq"""
_FACTS: Final[LiteralString] = """
SELECT facts FROM ratings_ratedtable WHERE pool = %(pool)s AND "table" = %(table)s"""

Rated = tuple[int, Counted]
"""A table with its seq in the pool."""
_BOUNDS: Final = {"summit": SUMMIT, "peak_from": PEAK_FROM, "window": WINDOW}
_DECODER = msgspec.json.Decoder(TableRated)


def array(values: Iterable[object]) -> str:
    """*values* as PostgreSQL reads an array; ids and keys hold neither commas nor quotes."""
    return "{" + ",".join(map(str, values)) + "}"


def keys_of(table: Counted) -> set[str]:
    return {str(table.key(seat)) for seat in range(len(table.event.users))}


def pool_before(pool: str, tables: Sequence[Rated], *, users: Collection[int], now: bool) -> Pool:
    """The pool as it stands before the first of *tables*; *now*: that is where it ends."""
    seq = tables[0][0]
    asked = {"pool": pool, "users": array(users), "seq": seq}
    rows = execute(_NOW, asked) if now else execute(_THEN, asked | _BOUNDS)
    ground = Pool({user: _player(*form) for user, *form in rows})
    for _seq, table in _recent(pool, tables, seq):
        ground.recent.add(table)
    return ground


def _player(rating: float, tables: int, summited: bool, peak: float, ended: int, met: Sequence[int]) -> Player:
    return Player(rating, tables, summited, peak, ended, tuple(met))


def _recent(pool: str, tables: Sequence[Rated], seq: int) -> Iterator[Rated]:
    """The earlier tables within whose reach one of *tables* is."""
    first = min(table.event.ended for _seq, table in tables)
    asked = {
        "pool": pool,
        "seq": seq,
        "day": Int8(first - AGAIN),
        "week": Int8(first - EARLY),
        "keys": array({key for _seq, table in tables for key in keys_of(table)}),
    }
    return _read(execute(_RECENT, asked), Rulings())


def tables_from(pool: str, seq: int, *, limit: int) -> list[Rated]:
    """At most *limit* tables of a pool from *seq* on, as they count now."""
    rows = execute(_FROM, {"pool": pool, "seq": seq, "limit": limit})
    return list(_read(rows, ruled(pool)))


def _read(rows: Iterable[tuple[int, str, list[int] | None]], ruled_: Rulings) -> Iterator[Rated]:
    for seq, facts, places in rows:
        event = _DECODER.decode(facts)
        table = ruled_.counted(event)
        yield seq, Counted(event, None if places is None else tuple(places), table.excluded)


def facts_of(pool: str, table: str) -> TableRated | None:
    """A rated table's facts; ``None`` if *pool* has not rated it."""
    row = execute(_FACTS, {"pool": pool, "table": table}).fetchone()
    return None if row is None else _DECODER.decode(row[0])


def decoded(facts: str) -> TableRated:
    return _DECODER.decode(facts)


def ruled(pool: str) -> Rulings:
    """Who is excluded from *pool* now."""
    rows = execute(_EXCLUSIONS, {"pool": pool})
    return Rulings(exclusions=tuple(RatingExcluded(user, since, until, "") for user, since, until in rows))
