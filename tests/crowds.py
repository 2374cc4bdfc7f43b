"""Many rows at once, as after years of play: for asking whether a query still finds its few among them."""

from __future__ import annotations

from django.db import connection

_TABLES = """
INSERT INTO tables_table (
    id, game, rules, options, chairs, clock, rated, match, opener, status, seq, to_act, due, bot_since,
    places, points, stake, reason, settled, opened_at, started_at, finished_at)
SELECT %(status)s || lpad(n::text, 9, '0'), (%(games)s::text[])[1 + n %% 3], 1, '{}',
       '[{"user": 1, "bot": ""}, {"user": 2, "bot": ""}]', NULL, true, NULL, 1,
       CASE %(status)s WHEN 'f' THEN 'finished' ELSE 'playing' END, 80, '{0}', n, n,
       '{1,2}', '{12,3}', 1, 'played', true, n, n, CASE %(status)s WHEN 'f' THEN n END
FROM generate_series(1, %(count)s) AS n"""


def crowd_tables(*, finished: int, playing: int = 0) -> None:
    """Rows of tables alone, nothing in the log; the planner is told of them."""
    with connection.cursor() as cursor:
        for status, count in (("f", finished), ("p", playing)):
            games = ["duck-soup", "gasp", "hasp"]
            cursor.execute(_TABLES, {"status": status, "count": count, "games": games})
        cursor.execute("ANALYZE tables_table")
