"""Many rows at once, as after years of play: for asking whether a query still finds its few among them.

Every number stands for one row, so that a crowd can be made larger: ``crowd_tables(finished=50, first=11)`` adds 40 to
the first ten. Only the projections are filled, and the log with events that nobody reads.
"""

from django.db import connection

GAMES = ["duck-soup", "gasp", "hasp"]
USERS = 1_000_000
"""The ids of a crowd's users begin behind this."""

_TABLES = """
INSERT INTO tables_table (
    id, game, rules, options, chairs, clock, rated, match, opener, status, seq, to_act, due, bot_since,
    places, points, stake, reason, settled, opened_at, started_at, finished_at)
SELECT %(status)s || lpad(n::text, 9, '0'), (%(games)s::text[])[1 + n %% 3], 1, '{}',
       jsonb_build_array(jsonb_build_object('user', %(users)s + n %% 500, 'bot', ''),
                         jsonb_build_object('user', %(users)s + (n + 7) %% 500, 'bot', '')),
       NULL, true, NULL, 1,
       CASE %(status)s WHEN 'f' THEN 'finished' ELSE 'playing' END, 80, '{0}', n, n,
       '{1,2}', '{12,3}', 1, 'played', true, n, n, CASE %(status)s WHEN 'f' THEN n END
FROM generate_series(%(first)s, %(count)s) AS n"""
_SEATS = """
INSERT INTO tables_seat (table_id, seat, "user", ended_at, game, seats, place, points, result)
SELECT %(status)s || lpad(n::text, 9, '0'), seat, %(users)s + (n + 7 * seat) %% 500,
       CASE %(status)s WHEN 'f' THEN n END, (%(games)s::text[])[1 + n %% 3], 2, 1 + seat, 12 - 9 * seat,
       (ARRAY['won', 'lost'])[1 + seat]
FROM generate_series(%(first)s, %(count)s) AS n, generate_series(0, 1) AS seat"""
_EVENTS = """
INSERT INTO log_event (stream, seq, kind, version, payload, actor, command, recorded_at, salt, digest)
SELECT 'table:' || %(status)s || lpad(n::text, 9, '0'), seq, 'crowd', 1, '{}', NULL, 'crowd-' || seq, now(), '', ''
FROM generate_series(%(first)s, %(count)s) AS n, generate_series(1, 2) AS seq"""
_STREAMS = """
INSERT INTO log_stream (name, seq, digest, recorded_at)
SELECT 'table:' || %(status)s || lpad(n::text, 9, '0'), 2, '', now()
FROM generate_series(%(first)s, %(count)s) AS n"""
_TOURNAMENTS = """
INSERT INTO director_tournament (
    id, organiser, game, format, status, starts_at, entries, round, rounds, announced_at, started_at, ended_at,
    seq, private, organisers)
SELECT 't' || lpad(n::text, 9, '0'), %(users)s + n %% 500, (%(games)s::text[])[1 + n %% 3], 'swiss',
       CASE WHEN n %% 50 = 0 THEN 'running' WHEN n %% 25 = 0 THEN 'announced' ELSE 'finished' END, n, 8, 3, 3,
       n, n, n, 40, false, '{}'
FROM generate_series(%(first)s, %(count)s) AS n"""
_ENTRIES = """
INSERT INTO director_entry (tournament_id, number, users, withdrawn)
SELECT 't' || lpad(n::text, 9, '0'), number, ARRAY[%(users)s + (n * 8 + number) %% 500], false
FROM generate_series(%(first)s, %(count)s) AS n, generate_series(1, 8) AS number"""
_PLAYERS = """
INSERT INTO accounts_user (
    id, password, is_superuser, username, first_name, last_name, email, is_staff, is_active, date_joined, is_guest,
    bot_level, timezone, origin, skeleton)
SELECT %(users)s + n - 1, '', false, 'crowd' || n, '', '', '', false, true, now(), false, '', '', '', 'crowd' || n
FROM generate_series(%(first)s, %(count)s) AS n"""
_RATINGS = """
INSERT INTO ratings_rating (
    pool, "user", bot, rating, tables, summited, peak, met, acquainted, provisional, rated_at)
SELECT game, %(users)s + n - 1, '', 1000 + n, 40, false, 0, '{}', true, false,
       (extract(epoch FROM now()) * 1000)::bigint - n
FROM generate_series(%(first)s, %(count)s) AS n, unnest(%(games)s::text[]) AS game"""
_CLUBS = """
INSERT INTO ratings_rating (
    pool, "user", bot, rating, tables, summited, peak, met, acquainted, provisional, rated_at)
SELECT 'club:' || lpad((n %% 200)::text, 10, '0') || ':' || (%(games)s::text[])[1 + n %% 3],
       2 * %(users)s + n, '', 1000 + n %% 900, 40, false, 0, '{}', true, false,
       (extract(epoch FROM now()) * 1000)::bigint - n
FROM generate_series(%(first)s, %(count)s) AS n"""
_CHANGES = """
INSERT INTO ratings_ratingchange (
    pool, seq, "user", "table", place, side, seats, before, after, tables, met, first, at, ruling)
SELECT game, n * 4 + step, %(users)s + n - 1, 'f' || lpad(n::text, 9, '0'), 1, 0, 2, 1000 + step, 1001 + step, 40, '{}',
       1001 + step, n, ''
FROM generate_series(%(first)s, %(count)s) AS n, unnest(%(games)s::text[]) AS game, generate_series(0, 3) AS step"""

_RATED = """
INSERT INTO ratings_ratedtable (pool, seq, "table", ended, early, keys, facts, places, ruling)
SELECT game, 1000 + n, 'r' || lpad(n::text, 9, '0'), n, false, ARRAY[(%(users)s + n)::text], '', '{1,2}', ''
FROM generate_series(%(first)s, %(count)s) AS n, unnest(%(games)s::text[]) AS game"""


def crowd_tables(*, finished: int, playing: int = 0, first: int = 1) -> None:
    """Tables of two, with their seats and two events each; as many are rated. The planner is told of them."""
    for status, count in (("f", finished), ("p", playing)):
        _fill((_TABLES, _SEATS, _EVENTS, _STREAMS), status=status, count=count, first=first)
    _fill((_RATED,), count=finished, first=first)
    _count("tables_table, tables_seat, log_event, log_stream, ratings_ratedtable")


def crowd_tournaments(count: int, *, first: int = 1) -> None:
    """Tournaments with eight entries each."""
    _fill((_TOURNAMENTS, _ENTRIES), count=count, first=first)
    _count("director_tournament, director_entry")


def crowd_players(count: int, *, first: int = 1) -> None:
    """People who are rated at every game, with a short history each."""
    _fill((_PLAYERS, _RATINGS, _CHANGES), count=count, first=first)
    _count("accounts_user, ratings_rating, ratings_ratingchange", searched="accounts_by_part")


def crowd_clubs(ratings: int, *, first: int = 1) -> None:
    """Ratings in the pools of two hundred clubs, of members whom no page shows: a pool is a small part of all."""
    _fill((_CLUBS,), count=ratings, first=first)
    _count("ratings_rating")


def _fill(statements: tuple[str, ...], **given: str | int) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement, {"games": GAMES, "users": USERS, **given})


def _count(tables: str, searched: str = "") -> None:
    """What PostgreSQL does by itself in a quiet minute: it counts, and puts what is new where a search finds it."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL default_statistics_target = 1000")  # all rows, so that the same plan comes each time
        cursor.execute(f"ANALYZE {tables}")
        if searched:
            cursor.execute("SELECT gin_clean_pending_list(%s)", [searched])
