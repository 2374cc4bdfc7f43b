"""What somebody has made of their rated tables in a pool: against whom, best wins, runs. Void tables are left out."""

from collections.abc import Sequence
from typing import Final, LiteralString

import msgspec

from accounts.selectors import Called, called
from tournaments.platform import replica
from tournaments.platform.database import execute
from tournaments.ratings.elo import as_shown

BEST: Final = 5
MOST: Final = 5_000
"""The most tables that are looked through, the latest ones; bots above all have more."""
NOBODY: Final = Called("", "")

# One look at the tables: the rows of one's own lie far apart, those of a table beside them.
_RECORD: Final[LiteralString] = """
WITH own AS MATERIALIZED (
    SELECT seq, place, side, seats, "table", at, met FROM ratings_ratingchange
    WHERE "user" = %(user)s AND pool = %(pool)s AND seq >= %(since)s AND place > 0),
met AS MATERIALIZED (
    SELECT own.*, other.user AS who, other.place AS theirs, other.before AS rating
    FROM own JOIN ratings_ratingchange AS other
    ON other.pool = %(pool)s AND other.seq = own.seq AND other.side <> own.side),
versus AS (
    SELECT who, count(*) AS tables, count(*) FILTER (WHERE place < theirs) AS before,
           count(*) FILTER (WHERE place > theirs) AS behind
    FROM met WHERE %(seats)s::int IS NULL OR seats = %(seats)s::int
    GROUP BY who ORDER BY 2 DESC, 1 LIMIT %(limit)s),
beaten AS (
    SELECT DISTINCT ON (who) who, met.rating, "table", at
    FROM met JOIN ratings_rating AS now ON now.pool = %(pool)s AND now.user = who
    WHERE place < theirs AND who = ANY(met.met) AND NOT now.provisional AND now.bot = ''
    ORDER BY who, met.rating DESC, seq),
wins AS (SELECT * FROM beaten ORDER BY rating DESC, at LIMIT %(best)s),
firsts AS (
    SELECT own.seq, own.place = 1 AND bool_and(theirs IS DISTINCT FROM 1) AS first
    FROM own LEFT JOIN met USING (seq) GROUP BY own.seq, own.place)
SELECT ARRAY(SELECT row_to_json(versus) FROM versus ORDER BY tables DESC, who),
       ARRAY(SELECT row_to_json(wins) FROM wins ORDER BY rating DESC, at),
       ARRAY(SELECT first FROM firsts ORDER BY seq),
       ARRAY(SELECT DISTINCT seats FROM own ORDER BY 1)"""
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


class Record(msgspec.Struct, frozen=True):
    versus: list[Versus]
    """Whom they have met most, first."""
    wins: list[Win]
    """The highest settled people whom they have finished before, each once."""
    runs: Runs
    sizes: list[int]
    """Of how many seats their tables were."""


def since(pool: str, user: int) -> int:
    """The seq from which *user*'s tables are looked through; 0: all of them are."""
    asked = {"pool": pool, "user": user, "most": MOST - 1}
    row = execute(_SINCE, asked, using=replica.alias()).fetchone()
    return row[0] if row else 0


def record(pool: str, user: int, *, since: int = 0, seats: int | None = None, limit: int = 10) -> Record:
    """What *user* has made of their tables; whom they met, only at tables with *seats*."""
    asked = {"pool": pool, "user": user, "since": since, "seats": seats, "limit": limit, "best": BEST}
    found = execute(_RECORD, asked, using=replica.alias()).fetchone()
    versus, wins, firsts, sizes = found or ([], [], [], [])
    names = called(row["who"] for row in (*versus, *wins))
    return Record(
        [
            Versus(row["who"], other.name, other.level, row["tables"], row["before"], row["behind"])
            for row in versus
            for other in [names.get(row["who"], NOBODY)]
        ],
        [
            Win(row["who"], names.get(row["who"], NOBODY).name, as_shown(row["rating"]), row["table"], row["at"])
            for row in wins
        ],
        _runs(firsts),
        sizes,
    )


def _runs(firsts: Sequence[bool]) -> Runs:
    """What follows from whether each table, in order, was won alone."""
    now = longest = 0
    for first in firsts:
        now = now + 1 if first else 0
        longest = max(longest, now)
    return Runs(sum(firsts), now, longest)
