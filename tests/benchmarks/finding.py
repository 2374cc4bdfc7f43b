"""Finding games again among finished tables of two, made in SQL: each filter at its slowest, for a stranger, beside a
look-up by the primary key. ``FINDING_TABLES`` says how many (200,000): a million is a filter's promise.

Half of the tables are one bot's, so the longest list of a player is as long as it gets. What is rare is one in 5,000:
where everything is rare, or nothing suits, a search has to look through all that are left.
"""

from __future__ import annotations

import json
import os
import time
from typing import Any

from tests.benchmarks import durability
from tests.benchmarks.measure import ROUNDS, Claim, Table, Work, alternated

TABLES = int(os.environ.get("FINDING_TABLES", "200000"))
BOT, OTHER = 1_000_000, 1_000_001
FIRST = 1_700_000_000_000
LOOK_UP = "a table by its primary key"
TIMES = 400
"""A search may take what this number of look-ups by the primary key take."""
LOOK_UPS = 50
FILTERS: dict[str, dict[str, Any]] = {
    "the newest": {},
    "a game, the newest": {"game": "gasp"},
    "a rare margin": {"margin_from": 90},
    "a rare length": {"moves_from": 900},
    "a game, a rare margin and a comeback": {"game": "hasp", "margin_from": 90, "comeback": True},
    "a comeback that its game does not know": {"game": "gasp", "comeback": True},
    "an option that nobody chose": {"game": "gasp", "options": {"ace_raid": True}},
    "a club without a game": {"club": "nosuchclub"},
    "a day long ago": {"since": FIRST, "until": FIRST + 5_000},
    "a bot, the newest": {"player": BOT},
    "a bot in the third place": {"player": BOT, "place": 3},
    "a bot and a rare margin": {"player": BOT, "margin_from": 90},
    "a bot against a player": {"player": BOT, "opponents": (OTHER,)},
    "a bot and an option that nobody chose": {"player": BOT, "game": "gasp", "options": {"ace_raid": True}},
}
_MADE = """
INSERT INTO tables_table (
    id, game, rules, options, chairs, clock, rated, match, opener, club, status, seq, to_act, due, bot_since,
    places, points, stake, reason, moves, margin, comeback, settled, opened_at, started_at, finished_at)
SELECT 's' || lpad(n::text, 9, '0'), (ARRAY['duck-soup', 'gasp', 'hasp'])[1 + n %% 3], 1, '{"length": "deal"}',
       jsonb_build_array(jsonb_build_object('user', %(bot)s + n %% 2 * (1 + n %% 5000), 'bot', ''),
                         jsonb_build_object('user', %(bot)s + 1 + (n + 7) %% 5000, 'bot', '')),
       NULL, true, NULL, 1, NULL, 'finished', 80, '{}', NULL, NULL,
       '{1,2}', '{12,3}', 1, 'played', CASE n %% 5000 WHEN 7 THEN 950 ELSE 20 + n %% 60 END,
       CASE n %% 5000 WHEN 9 THEN 95 ELSE n %% 30 END, n %% 3 <> 1 AND n %% 11 = 0, true,
       %(first)s + n * 1000, %(first)s + n * 1000, %(first)s + n * 1000
FROM generate_series(1, %(count)s) AS n"""
_SEATED = """
INSERT INTO tables_seat (
    table_id, seat, "user", ended_at, game, seats, place, points, result, moves, margin, comeback)
SELECT id, seat, (chairs -> seat ->> 'user')::bigint, finished_at, game, 2, 1 + seat, 12 - 9 * seat,
       (ARRAY['won', 'lost'])[1 + seat], moves, margin, comeback
FROM tables_table, generate_series(0, 1) AS seat"""


def measured(tables: int = TABLES, rounds: int = ROUNDS) -> Table:
    with durability._database():
        _fill(tables)
        sides: dict[str, Work] = {name: _searching(filters) for name, filters in FILTERS.items()}
        rates = alternated({LOOK_UP: _looking_up} | sides, rounds=rounds, clock=time.perf_counter)
        notes = [_explained(name, filters) for name, filters in FILTERS.items()]
    claims = [Claim(name, LOOK_UP, must=1 / TIMES) for name in FILTERS]
    return Table(f"Searches among {tables:,} finished tables", "1 / s", rates, claims, notes)


def _fill(tables: int) -> None:
    """With what PostgreSQL does by itself in quiet minutes."""
    from django.db import connection

    with connection.cursor() as cursor:
        for statement in (_MADE, _SEATED):
            cursor.execute(statement, {"bot": BOT, "count": tables, "first": FIRST})
        cursor.execute("VACUUM ANALYZE tables_table, tables_seat")


def _looking_up() -> int:
    from tournaments.tables.models import Table as Row

    for _time in range(LOOK_UPS):
        Row.objects.get(pk="s000000077")
    return LOOK_UPS


def _searching(filters: dict[str, Any]) -> Work:
    return lambda: len([_found(filters)])


def _found(filters: dict[str, Any]) -> Any:
    from tournaments.tables.search import Wanted, search

    return search(Wanted(**filters), viewer=None, limit=26)


def _explained(name: str, filters: dict[str, Any]) -> str:
    """What the statement that finds the ids takes by itself, and the pages that it touches."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as asked:
        found = _found(filters)
    statement = next(each["sql"] for each in asked if "LIMIT 26" in each["sql"])
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement}".replace("%", "%%"), [])
        (plan,) = json.loads(text) if isinstance(text := cursor.fetchone()[0], str) else text
    top = plan["Plan"]
    return (
        f"{name}: {len(found)} found, {plan['Execution Time']:.2f} ms, "
        f"{top['Shared Hit Blocks'] + top['Shared Read Blocks']:,} pages ({', '.join(_scans(top))})"
    )


def _scans(plan: dict[str, Any]) -> list[str]:
    """How each relation is read."""
    name = f"{plan['Node Type']} {plan.get('Index Name', plan.get('Relation Name'))}"
    return [name] * ("Scan" in plan["Node Type"]) + [scan for part in plan.get("Plans", ()) for scan in _scans(part)]
