"""What somebody has made of their rated tables in a pool: against whom, best wins, runs. Void tables are left out."""

from __future__ import annotations

from typing import Final, LiteralString

import msgspec

from accounts.selectors import Called, called
from tournaments.log.database import execute
from tournaments.ratings.elo import shown

BEST: Final = 5
MOST: Final = 5_000
"""Of whoever has played more, bots above all, the last so many tables are looked through."""
NOBODY: Final = Called("", "")

_VERSUS: Final[LiteralString] = """
SELECT other.user, count(*), count(*) FILTER (WHERE own.place < other.place),
       count(*) FILTER (WHERE own.place > other.place)
FROM ratings_ratingchange AS own
JOIN ratings_ratingchange AS other ON other.pool = own.pool AND other.seq = own.seq AND other.side <> own.side
WHERE own.user = %(user)s AND own.pool = %(pool)s AND own.seq >= %(since)s AND own.place > 0
  AND (%(seats)s::int IS NULL OR own.seats = %(seats)s::int)
GROUP BY other.user ORDER BY 2 DESC, 1 LIMIT %(limit)s OFFSET %(offset)s"""
_BEST: Final[LiteralString] = """
SELECT beaten, rating, "table", at FROM (
    SELECT DISTINCT ON (other.user) other.user AS beaten, other.before AS rating, own.table, own.at
    FROM ratings_ratingchange AS own
    JOIN ratings_ratingchange AS other ON other.pool = own.pool AND other.seq = own.seq AND other.side <> own.side
    JOIN ratings_rating AS now ON now.pool = own.pool AND now.user = other.user
    WHERE own.user = %(user)s AND own.pool = %(pool)s AND own.seq >= %(since)s
      AND own.place > 0 AND own.place < other.place
      AND other.user = ANY(own.met) AND NOT now.provisional AND now.bot = ''
    ORDER BY other.user, other.before DESC, own.seq) AS won
ORDER BY rating DESC, at LIMIT %(limit)s"""
_FIRSTS: Final[LiteralString] = """
SELECT own.place = 1 AND NOT EXISTS (
    SELECT FROM ratings_ratingchange AS other
    WHERE other.pool = own.pool AND other.seq = own.seq AND other.side <> own.side AND other.place = 1)
FROM ratings_ratingchange AS own
WHERE own.user = %(user)s AND own.pool = %(pool)s AND own.seq >= %(since)s AND own.place > 0 ORDER BY own.seq"""
_SIZES: Final[LiteralString] = """
SELECT DISTINCT seats FROM ratings_ratingchange
WHERE "user" = %(user)s AND pool = %(pool)s AND seq >= %(since)s AND place > 0 ORDER BY 1"""
_SINCE: Final[LiteralString] = """
SELECT seq FROM ratings_ratingchange WHERE "user" = %(user)s AND pool = %(pool)s
ORDER BY seq DESC OFFSET %(most)s LIMIT 1"""


class Versus(msgspec.Struct, frozen=True):
    """Against somebody: at how many tables, placed before them, and behind them; the rest are equal places."""

    user: int
    name: str
    level: str
    """The bot's, empty for a person."""
    tables: int
    before: int
    behind: int

    @property
    def equal(self) -> int:
        return self.tables - self.before - self.behind


class Win(msgspec.Struct, frozen=True):
    """Somebody strong who was beaten: their rating then, at which table, and when that ended (epoch ms)."""

    user: int
    name: str
    rating: int
    table: str
    at: int


class Runs(msgspec.Struct, frozen=True):
    """Tables won alone: all of them, in a row now, and the longest row."""

    won: int
    now: int
    longest: int


def since(pool: str, user: int) -> int:
    """The seq from which *user*'s tables are looked through; 0: all of them are."""
    row = execute(_SINCE, {"pool": pool, "user": user, "most": MOST - 1}).fetchone()
    return row[0] if row else 0


def versus(
    pool: str, user: int, *, since: int = 0, seats: int | None = None, limit: int = 10, offset: int = 0
) -> list[Versus]:
    """Whom *user* has met most, at tables of so many *seats*."""
    asked = {"pool": pool, "user": user, "since": since, "seats": seats, "limit": limit, "offset": offset}
    rows = execute(_VERSUS, asked).fetchall()
    names = called(row[0] for row in rows)
    return [
        Versus(
            other, names[other].name if other in names else "", names[other].level if other in names else "", *counts
        )
        for other, *counts in rows
    ]


def best_wins(pool: str, user: int, *, since: int = 0) -> list[Win]:
    """The highest settled people whom *user* has finished before, each once."""
    rows = execute(_BEST, {"pool": pool, "user": user, "since": since, "limit": BEST}).fetchall()
    names = called(row[0] for row in rows)
    return [Win(other, names.get(other, NOBODY).name, shown(rating), table, at) for other, rating, table, at in rows]


def runs(pool: str, user: int, *, since: int = 0) -> Runs:
    firsts = [first for (first,) in execute(_FIRSTS, {"pool": pool, "user": user, "since": since})]
    now = longest = 0
    for first in firsts:
        now = now + 1 if first else 0
        longest = max(longest, now)
    return Runs(sum(firsts), now, longest)


def sizes(pool: str, user: int, *, since: int = 0) -> list[int]:
    """Of how many seats *user*'s tables were."""
    return [seats for (seats,) in execute(_SIZES, {"pool": pool, "user": user, "since": since})]
