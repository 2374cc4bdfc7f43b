"""Where a pool stands before a table, from the rows: everybody's form, and the earlier tables that matter."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, LiteralString

import msgspec
from msgspec.structs import replace
from psycopg.types.numeric import Int8

from tournaments.platform.database import execute
from tournaments.ratings.duels import Player
from tournaments.ratings.events import RatingExcluded, TableRated
from tournaments.ratings.facts import Counted, Rulings
from tournaments.ratings.models import Rating
from tournaments.ratings.names import parameters_of
from tournaments.ratings.parameters import PEAK_FROM, SUMMIT, WINDOW
from tournaments.ratings.pools import Pool
from tournaments.ratings.recent import AGAIN, EARLY, Recent
from tournaments.ratings.settling import Missing, missing

_NOW: Final[LiteralString] = """
SELECT "user", rating, tables, summited, peak, rated_at, met, steady, known, introduced, settled FROM ratings_rating
WHERE pool = %(pool)s AND ("user" = ANY(%(users)s::bigint[]) OR (%(young)s::bool AND bot = ''))"""
_THEN: Final[LiteralString] = """
SELECT asked, last.after, last.tables, coalesce(best.high >= %(summit)s, false), coalesce(best.peak, 0), best.ended,
       met.people, met.steady, known.people, CASE WHEN own.introduced < behind THEN own.introduced ELSE 0 END,
       CASE WHEN own.settled < behind THEN own.settled ELSE 0 END
FROM unnest(%(users)s::bigint[], %(seqs)s::bigint[]) AS one (asked, behind)
JOIN ratings_rating AS own ON own.pool = %(pool)s AND own.user = asked,
LATERAL (SELECT after, tables FROM ratings_ratingchange
         WHERE "user" = asked AND pool = %(pool)s AND seq < behind ORDER BY seq DESC LIMIT 1) AS last,
LATERAL (SELECT max(after) FILTER (WHERE counts) AS high,
                max(after) FILTER (WHERE counts AND tables >= %(peak_from)s) AS peak, max(at) AS ended
         FROM (SELECT after, tables, at, tables > coalesce(lag(tables) OVER (ORDER BY seq), 0) AS counts
               FROM ratings_ratingchange WHERE "user" = asked AND pool = %(pool)s AND seq < behind) AS each) AS best,
LATERAL (SELECT coalesce(array_agg(one ORDER BY seq, at), '{}') AS people,
                coalesce(array_agg(steady ORDER BY seq, at), '{}') AS steady
         FROM (SELECT change.seq, part.at, part.one,
                      coalesce(other.settled, 0) BETWEEN 1 AND change.seq - 1
                      OR coalesce(other.introduced, 0) BETWEEN 1 AND change.seq - 1 AS steady
               FROM ratings_ratingchange AS change CROSS JOIN unnest(change.met) WITH ORDINALITY AS part (one, at)
               LEFT JOIN ratings_rating AS other ON other.pool = %(pool)s AND other.user = part.one
               WHERE change.user = asked AND change.pool = %(pool)s AND change.seq < behind
               ORDER BY change.seq DESC, part.at DESC LIMIT %(window)s) AS latest) AS met,
LATERAL (SELECT coalesce(array_agg(one ORDER BY seq, at), '{}') AS people
         FROM (SELECT min(change.seq) AS seq, min(part.at) AS at, part.one
               FROM ratings_ratingchange AS change CROSS JOIN unnest(change.met) WITH ORDINALITY AS part (one, at)
               JOIN ratings_rating AS other ON other.pool = %(pool)s AND other.user = part.one
               WHERE change.user = asked AND change.pool = %(pool)s AND change.seq < behind
                 AND other.settled BETWEEN 1 AND change.seq - 1 AND NOT own.settled BETWEEN 1 AND behind - 1
               GROUP BY part.one ORDER BY 1, 2 LIMIT %(people)s) AS first) AS known"""
_SETTLED: Final[LiteralString] = """
SELECT count(*) FROM (
    SELECT FROM ratings_rating WHERE pool = %(pool)s AND settled BETWEEN 1 AND %(seq)s - 1 LIMIT %(young)s) AS first"""
_MILESTONES: Final[LiteralString] = """
SELECT "user", introduced, settled FROM ratings_rating WHERE pool = %(pool)s AND (introduced > 0 OR settled > 0)"""
_EVERYBODY: Final[LiteralString] = """
SELECT "user" FROM ratings_rating WHERE pool = %(pool)s AND bot = ''"""
_EXPERIENCED: Final[LiteralString] = """
SELECT count(DISTINCT part.one) FROM ratings_ratingchange AS change, unnest(change.met) AS part (one)
JOIN ratings_rating AS other ON other.pool = %(pool)s AND other.user = part.one AND other.tables >= %(tables)s
WHERE change.pool = %(pool)s AND change.user = %(user)s"""
_MET: Final[LiteralString] = """
SELECT change.user, array_agg(DISTINCT part.one)
FROM ratings_rating AS own JOIN ratings_ratingchange AS change ON change.user = own.user AND change.pool = own.pool,
unnest(change.met) AS part (one)
WHERE own.pool = %(pool)s AND own.bot = '' AND NOT own.settled BETWEEN 1 AND %(seq)s - 1 AND change.seq < %(seq)s
GROUP BY 1"""
_RECENT: Final[LiteralString] = """
SELECT seq, facts, places FROM ratings_ratedtable
WHERE pool = %(pool)s AND ended > %(day)s AND seq < %(seq)s
  AND (%(all)s::bool OR keys && %(keys)s::text[])
UNION
SELECT seq, facts, places FROM ratings_ratedtable
WHERE pool = %(pool)s AND early AND ended > %(week)s AND seq < %(seq)s
  AND (%(all)s::bool OR keys && %(keys)s::text[])
ORDER BY seq"""
_LAST: Final[LiteralString] = "SELECT max(seq) FROM ratings_ratedtable WHERE pool = %(pool)s"
_OF_USERS: Final[LiteralString] = """
SELECT one.seq, facts, places FROM (
    SELECT DISTINCT seq FROM unnest(%(users)s::bigint[]) AS asked
    JOIN ratings_ratingchange AS change ON change.user = asked
    WHERE pool = %(pool)s AND seq BETWEEN %(first)s AND %(last)s) AS sat
JOIN ratings_ratedtable AS one ON one.pool = %(pool)s AND one.seq = sat.seq"""
_ALL: Final[LiteralString] = """
SELECT seq, facts, places FROM ratings_ratedtable WHERE pool = %(pool)s AND seq BETWEEN %(first)s AND %(last)s"""
_WITH_KEYS: Final[LiteralString] = """
SELECT seq, facts, places FROM ratings_ratedtable
WHERE pool = %(pool)s AND seq BETWEEN %(first)s AND %(last)s AND ended < %(until)s AND keys && %(keys)s::text[]"""
_STANDING: Final[LiteralString] = """
SELECT seq, "user", before, tables FROM ratings_ratingchange
WHERE pool = %(pool)s AND seq = ANY(%(seqs)s::int[]) AND "user" = ANY(%(users)s::bigint[])"""
_EXCLUSIONS: Final[LiteralString] = """
SELECT "user", since, until FROM ratings_exclusion WHERE pool = %(pool)s ORDER BY seq"""
_NAMED: Final[LiteralString] = """
SELECT seq, facts, places FROM ratings_ratedtable WHERE pool = %(pool)s AND "table" = %(table)s"""

Rated = tuple[int, Counted]
"""A table with its seq in the pool."""
_BOUNDS: Final = {"summit": SUMMIT, "peak_from": PEAK_FROM, "window": WINDOW}
_DECODER = msgspec.json.Decoder(TableRated)
MOST_KEYS: Final = 300
"""To compare each table with more of them takes longer than to read it."""
FOREVER: Final = 2**62


def array(values: Iterable[object]) -> str:
    """*values* as PostgreSQL reads an array; ids and keys hold neither commas nor quotes."""
    return "{" + ",".join(map(str, values)) + "}"


def keys_of(table: Counted) -> set[str]:
    return {str(table.key(seat)) for seat in range(len(table.event.users))}


def pool_now(pool: str, tables: Sequence[Rated], users: Collection[int]) -> Pool:
    """The pool as it stands before *tables*, the next ones; with everybody in it while it is young."""
    seq = tables[0][0]
    settled = settled_before(pool, seq)
    young = is_young(pool, settled)
    rows = execute(_NOW, {"pool": pool, "users": array(users), "young": young})
    pool_then = Pool(
        {user: _player(*form) for user, *form in rows}, settled=settled, met=_met_before(pool, seq) if young else {}
    )
    pool_then.recent = recent_before(pool, tables)
    return pool_then


def young_pool(pool: str, seq: int) -> Pool | None:
    """The pool with everybody in it, as it stood before event *seq*; ``None`` if it was young no more."""
    settled = settled_before(pool, seq)
    if not is_young(pool, settled):
        return None
    users = [user for (user,) in execute(_EVERYBODY, {"pool": pool})]
    return Pool(players_before(pool, dict.fromkeys(users, seq)), settled=settled, met=_met_before(pool, seq))


def empty_pool(pool: str, seq: int) -> Pool:
    """The pool as it stood before event *seq*, with nobody in it; young no more."""
    return Pool(settled=settled_before(pool, seq))


def settled_before(pool: str, seq: int) -> int:
    """How many had been settled before event *seq*; no more than make a pool young no longer."""
    settling = parameters_of(pool).settling
    asked = {"pool": pool, "seq": seq, "young": settling.young if settling else 0}
    (settled,) = execute(_SETTLED, asked).fetchone() or (0,)
    return int(settled)


def milestones(pool: str) -> dict[int, tuple[int, int]]:
    """By user, the seqs of the tables that introduced and settled them, 0 for none."""
    return {user: (introduced, settled) for user, introduced, settled in execute(_MILESTONES, {"pool": pool})}


def lacking(pool: str, user: int) -> Missing | None:
    """What a person lacks to be settled now; ``None`` for settled people, in clubs and seasons, and for bots."""
    settling, row = parameters_of(pool).settling, Rating.objects.filter(pool=pool, user=user, bot="", settled=0).first()
    if row is None or settling is None:
        return None
    experienced = None
    if is_young(pool, settled_before(pool, FOREVER)):
        asked = {"pool": pool, "user": user, "tables": settling.tables}
        (experienced,) = execute(_EXPERIENCED, asked).fetchone() or (0,)
    player = Player(tables=row.tables, met=tuple(row.met), steady=tuple(row.steady), known=tuple(row.known))
    return missing(settling, player, experienced)


def is_young(pool: str, settled: int) -> bool:
    """Whether a pool with this number of people *settled* is young; one where nobody is asked is not."""
    settling = parameters_of(pool).settling
    return settling is not None and settled < settling.young


def _met_before(pool: str, seq: int) -> dict[int, list[int]]:
    """Whom those who were not settled before event *seq* had met."""
    return dict(execute(_MET, {"pool": pool, "seq": seq}))


def players_before(pool: str, seqs: Mapping[int, int]) -> dict[int, Player]:
    """Where users stood before a table, each before the one of their own; who had none is left out."""
    settling = parameters_of(pool).settling
    people = settling.people if settling else 0
    asked = {"pool": pool, "users": array(seqs.keys()), "seqs": array(seqs.values()), "people": people}
    found = {user: _player(*form) for user, *form in execute(_THEN, asked | _BOUNDS)} if seqs else {}
    return {user: one if settling and not one.settled else replace(one, steady=()) for user, one in found.items()}


def standing(pool: str, seats: Collection[tuple[int, int]]) -> dict[tuple[int, int], Player]:
    """With what rating users sat down at tables that did not move them; *seats* are seqs and users."""
    wanted = set(seats)
    asked = {"pool": pool, "seqs": array({seq for seq, _user in wanted}), "users": array({user for _, user in wanted})}
    rows = execute(_STANDING, asked) if wanted else ()
    return {(seq, user): Player(rating, tables) for seq, user, rating, tables in rows if (seq, user) in wanted}


def _player(
    rating: float,
    tables: int,
    summited: bool,
    peak: float,
    ended: int,
    met: Sequence[int],
    steady: Sequence[bool],
    known: Sequence[int],
    introduced: int,
    settled: int,
) -> Player:
    return Player(rating, tables, summited, peak, ended, tuple(met), tuple(steady), tuple(known), introduced, settled)


def recent_before(pool: str, tables: Sequence[Rated]) -> Recent:
    """What tables before all of *tables* say, as far as one of these is within their reach."""
    first = min(table.event.ended for _seq, table in tables)
    keys = {key for _seq, table in tables for key in keys_of(table)}
    asked = {
        "pool": pool,
        "seq": tables[0][0],
        "day": Int8(first - AGAIN),
        "week": Int8(first - EARLY),
        "all": len(keys) > MOST_KEYS,
        "keys": array(keys if len(keys) <= MOST_KEYS else ()),
    }
    recent = Recent()
    for _seq, table in _read(execute(_RECENT, asked), Rulings()):
        recent.add(table)
    return recent


def last(pool: str) -> int:
    """The seq of the pool's last table."""
    (seq,) = execute(_LAST, {"pool": pool}).fetchone() or (None,)
    return seq or 0


def all_tables(pool: str, *, first: int, last: int) -> list[Rated]:
    """The tables from *first* to *last*, as they count now."""
    return sorted(_read(execute(_ALL, {"pool": pool, "first": first, "last": last}), ruled(pool)))


def tables_of(pool: str, users: Collection[int], *, first: int, last: int) -> Iterator[Rated]:
    """The tables from *first* to *last* at which one of *users* sat, as they count now, in no order."""
    asked = {"pool": pool, "users": array(users), "first": first, "last": last}
    return _read(execute(_OF_USERS, asked), ruled(pool))


def tables_with(pool: str, keys: Collection[str], *, first: int, last: int, until: int = FOREVER) -> Iterator[Rated]:
    """The tables from *first* to *last* that ended before *until* and one of *keys* was at."""
    asked = {"pool": pool, "keys": array(keys), "first": first, "last": last, "until": Int8(until)}
    return _read(execute(_WITH_KEYS, asked), ruled(pool))


def _read(rows: Iterable[tuple[int, str, list[int] | None]], ruled_: Rulings) -> Iterator[Rated]:
    for seq, facts, places in rows:
        event = decoded(facts)
        table = ruled_.counted(event)
        yield seq, Counted(event, None if places is None else tuple(places), table.excluded)


def table_named(pool: str, table: str) -> Rated | None:
    """A rated table as it counts now; ``None`` if *pool* has not rated it."""
    return next(_read(execute(_NAMED, {"pool": pool, "table": table}), ruled(pool)), None)


def facts_of(pool: str, table: str) -> TableRated | None:
    """A rated table's facts; ``None`` if *pool* has not rated it."""
    found = table_named(pool, table)
    return None if found is None else found[1].event


def decoded(facts: str) -> TableRated:
    """The event behind a row."""
    return _DECODER.decode(facts)


def ruled(pool: str) -> Rulings:
    """Who is excluded from *pool* now."""
    rows = execute(_EXCLUSIONS, {"pool": pool})
    return Rulings(exclusions=tuple(RatingExcluded(user, since, until, "") for user, since, until in rows))
