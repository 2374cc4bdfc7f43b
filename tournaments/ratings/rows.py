"""Writing the rows of a pool, thousands in one statement."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, LiteralString

import msgspec

from tournaments.platform.database import execute
from tournaments.ratings.duels import Change, Player
from tournaments.ratings.facts import Counted
from tournaments.ratings.names import parameters_of
from tournaments.ratings.parameters import CLUB_PEOPLE, CLUB_TABLES
from tournaments.ratings.positions import Rated, array, keys_of

_TABLES: Final[LiteralString] = """
INSERT INTO ratings_ratedtable (pool, seq, "table", ended, early, keys, facts, places, ruling)
SELECT %(pool)s, seq, "table", ended, early, keys, facts, places, ''
FROM json_to_recordset(%(rows)s::json) AS one
    (seq int, "table" text, ended bigint, early bool, keys text[], facts text, places smallint[])"""
_CHANGES: Final[LiteralString] = """
INSERT INTO ratings_ratingchange
    (pool, seq, "user", "table", place, side, seats, before, after, tables, met, first, at, ruling)
SELECT %(pool)s, seq, "user", "table", place, side, seats, before, after, tables, met, after, at, ''
FROM json_to_recordset(%(rows)s::json) AS one
    (seq int, "user" bigint, "table" text, place smallint, side smallint, seats smallint, before float8, after float8,
     tables int, met bigint[], at bigint)"""
_OTHERWISE: Final[LiteralString] = """
FROM json_to_recordset(%(rows)s::json) AS one
    (seq int, "user" bigint, "table" text, place smallint, before float8, after float8, tables int, met bigint[],
     at bigint){}
WHERE known.pool = %(pool)s AND known.seq = one.seq AND known.user = one.user
  AND (known.place, known.before, known.after, known.tables, known.met)
      IS DISTINCT FROM (one.place, one.before, one.after, one.tables, one.met)"""
_SET: Final[LiteralString] = """
UPDATE ratings_ratingchange AS known
SET place = one.place, before = one.before, after = one.after, tables = one.tables, met = one.met"""
_CHANGED: Final = _SET + _OTHERWISE.replace("{}", "")
_DIFFERING: Final = "SELECT DISTINCT known.user" + _OTHERWISE.replace("{}", ", ratings_ratingchange AS known")
_PLAYERS: Final[LiteralString] = """
INSERT INTO ratings_rating AS known
    (pool, "user", bot, rating, tables, summited, peak, met, steady, known, introduced, settled, acquainted,
     provisional, rated_at)
SELECT %(pool)s, "user", bot, rating, tables, summited, peak, met, steady, known, introduced, settled, false,
       true, ended
FROM json_to_recordset(%(rows)s::json) AS one
    ("user" bigint, bot text, rating float8, tables int, summited bool, peak float8, met bigint[], steady bool[],
     known bigint[], introduced int, settled int, ended bigint)
ON CONFLICT (pool, "user") DO UPDATE
SET bot = CASE excluded.bot WHEN '' THEN known.bot ELSE excluded.bot END, rating = excluded.rating,
    tables = excluded.tables, summited = excluded.summited, peak = excluded.peak,
    met = excluded.met, steady = excluded.steady, known = excluded.known, introduced = excluded.introduced,
    settled = excluded.settled, rated_at = excluded.rated_at,
    acquainted = known.acquainted AND known.bot = '' AND excluded.bot = ''"""
_ACQUAINTED: Final[LiteralString] = """
UPDATE ratings_rating AS own SET acquainted = known.people >= %(people)s
FROM (SELECT asked, (SELECT count(DISTINCT one) FROM ratings_ratingchange AS change, unnest(change.met) AS one
                     WHERE change.pool = %(pool)s AND change.user = asked) AS people
      FROM unnest(%(users)s::bigint[]) AS asked) AS known
WHERE own.pool = %(pool)s AND own.user = known.asked AND own.acquainted <> (known.people >= %(people)s)"""
_UNSURE: Final[LiteralString] = """
SELECT "user" FROM ratings_rating
WHERE pool = %(pool)s AND "user" = ANY(%(users)s::bigint[]) AND bot = '' AND NOT (acquainted AND %(grown)s::bool)"""
_PROVISIONAL: Final[LiteralString] = """
UPDATE ratings_rating SET provisional = tables < %(tables)s OR (bot = '' AND NOT acquainted)
WHERE pool = %(pool)s AND "user" = ANY(%(users)s::bigint[])"""
_NOT_SETTLED: Final[LiteralString] = """
UPDATE ratings_rating SET provisional = CASE bot WHEN '' THEN settled = 0 ELSE tables < %(tables)s END
WHERE pool = %(pool)s AND "user" = ANY(%(users)s::bigint[])"""

Made = tuple[int, Counted, Sequence[Change]]
"""A table with its seq, and what it did."""


def insert_tables(pool: str, tables: Sequence[Rated]) -> None:
    _write(_TABLES, pool, [_table(seq, table) for seq, table in tables])


def insert_changes(pool: str, made: Sequence[Made]) -> None:
    _write(_CHANGES, pool, [row for each in made for row in _changes(*each)])


def differing(pool: str, made: Sequence[Made]) -> set[int]:
    """Whose rows in *made* are other ones than the known."""
    asked = {"pool": pool, "rows": _encoded([row for each in made for row in _changes(*each)])}
    return {user for (user,) in execute(_DIFFERING, asked)}


def update_changes(pool: str, made: Sequence[Made]) -> None:
    """Only rows that differ are written."""
    _write(_CHANGED, pool, [row for each in made for row in _changes(*each)])


def keep_players(pool: str, players: Mapping[int, Player], bots: Mapping[int, str]) -> None:
    """*bots*: those users who are some, each with the level."""
    found = (
        {"user": user, "bot": bots.get(user, "")} | msgspec.structs.asdict(player) for user, player in players.items()
    )
    _write(_PLAYERS, pool, list(found))


def settle(pool: str, users: Collection[int], *, grown: bool) -> None:
    """Say again whose rating of *users* is provisional. *grown*: tables have only been added, so that nobody loses an
    acquaintance."""
    asked = {"pool": pool, "users": array(users)}
    if settling := parameters_of(pool).settling:
        execute(_NOT_SETTLED, asked | {"tables": settling.tables})
        return
    unsure = {user for (user,) in execute(_UNSURE, asked | {"grown": grown})}
    if unsure:
        execute(_ACQUAINTED, {"pool": pool, "users": array(unsure), "people": CLUB_PEOPLE})
    execute(_PROVISIONAL, asked | {"tables": CLUB_TABLES})


def _write(statement: LiteralString, pool: str, rows: Sequence[Mapping[str, Any]]) -> None:
    execute(statement, {"pool": pool, "rows": _encoded(rows)})


def _encoded(rows: Sequence[Mapping[str, Any]]) -> str:
    return msgspec.json.encode(rows).decode()


def _table(seq: int, table: Counted) -> dict[str, Any]:
    return {
        "seq": seq,
        "table": table.event.table,
        "ended": table.event.ended,
        "early": bool(table.early),
        "keys": sorted(keys_of(table)),
        "facts": msgspec.json.encode(table.event).decode(),
        "places": table.places,
    }


def _changes(seq: int, table: Counted, changes: Sequence[Change]) -> list[dict[str, Any]]:
    event = table.event
    places = dict(zip(event.users, table.places or (0,) * len(event.users), strict=True))
    sides = {event.users[seat]: number for number, side in enumerate(table.sides) for seat in side}
    return [
        {
            "seq": seq,
            "user": change.user,
            "table": event.table,
            "place": places[change.user],
            "side": sides[change.user],
            "seats": len(event.users),
            "before": change.before,
            "after": change.after,
            "tables": change.tables,
            "met": change.met,
            "at": event.ended,
        }
        for change in changes
    ]
