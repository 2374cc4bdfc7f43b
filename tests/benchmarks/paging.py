"""Pages among 1,000 tournaments and 50,000 tables: what making one takes in this process, and how many queries.

A stranger reads them, without the proxy and the server in between. What readers share in the cache is there already, as
it is while anybody reads, except for pages marked as drawn again. Times are for scale: they are a machine's own.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median, quantiles
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import psycopg

from tests.benchmarks import durability
from tests.benchmarks.measure import Claim, Table

if TYPE_CHECKING:
    from django.test import Client

TOURNAMENTS, TABLES, PLAYERS, ENTRIES = 1_000, 50_000, 5_000, 64
VISITS = 100
FRESH = " drawn again"
AGAIN = " asked again"
MOST = {
    "/": 2,
    "/" + FRESH: 13,
    "/now": 0,
    "/tables": 2,
    "/tables" + FRESH: 3,
    "/tables?page=1000": 2,
    "/tournaments/{tournament}": 8,
    "/tournaments/{tournament}" + AGAIN: 5,
    "/tournaments/{tournament}/standings": 6,
    "/tables/{live}": 2,
    "/tables/{over}": 2,
    "/tables/{over}/replay": 16,
    "/tables/{over}/replay?move=21&seat=0": 8,
}
"""How many queries each may take: as many as it does, so that one more is seen. One of the front page finds the clubs
that there are to join, one of a tournament its texts, which can be erased and so stand in no event."""


def measured(visits: int = VISITS) -> Table:
    from tournaments.config.garbage import spare_the_start

    rates: dict[str, list[float]] = {}
    notes, within = [], 0
    with durability._database(), _client() as client:
        known = _crowded()
        spare_the_start()  # as a web process does
        for page, most in MOST.items():
            path = page.removesuffix(FRESH).removesuffix(AGAIN).format(**known)
            headers = _asking(client, path) if page.endswith(AGAIN) else {}
            times, spent, queries = _visited(client, path, visits, headers, fresh=page.endswith(FRESH))
            rates[page] = [1 / seconds for seconds in times]
            within += queries <= most
            p99 = quantiles(times, n=100)[98]
            wall = f"{1000 * median(times):.1f} ms of the wall, p99 {1000 * p99:.1f} ms"
            notes.append(f"{page}: {1000 * median(spent):.1f} ms of CPU, {wall}, {queries} of {most} queries")
    claim = Claim("pages within their queries", "pages", must=1)
    rates |= {claim.side: [within], claim.beside: [len(MOST)]}
    return Table(f"Pages among {TOURNAMENTS:,} tournaments and {TABLES:,} tables", "1 / s", rates, [claim], notes)


def _asking(client: Client, path: str) -> dict[str, str]:
    """What the script of a page says that wants to know whether it has changed."""
    asks = {"HX-Request": "true"}
    return asks | {"If-None-Match": client.get(path, headers=asks)["ETag"]}


def _visited(
    client: Client, path: str, visits: int, headers: dict[str, str], *, fresh: bool
) -> tuple[list[float], list[float], int]:
    """How long each visit took by the wall and of this process' CPU, and how many queries the last asked. The first
    only warms up."""
    from tournaments.tables.web import now

    times, spent = [], []
    for _ in range(visits + 1):
        if fresh:
            now.forget()
        with _listening() as asked:
            start, before = time.perf_counter(), time.process_time()
            answer = client.get(path, headers=headers)
            times.append(time.perf_counter() - start)
            spent.append(time.process_time() - before)
        if answer.status_code != (304 if "If-None-Match" in headers else 200):
            raise RuntimeError(f"{path}: {answer.status_code}")
    return times[1:], spent[1:], len(asked)


@contextmanager
def _listening() -> Iterator[list[object]]:
    """Every statement that goes to PostgreSQL, by the ORM or past it."""
    heard: list[object] = []
    execute = psycopg.Cursor.execute

    def listen(cursor: Any, statement: Any, params: Any = None, **options: Any) -> Any:
        heard.append(statement)
        return execute(cursor, statement, params, **options)

    with patch.object(psycopg.Cursor, "execute", listen):
        yield heard


# -- what is set up


@contextmanager
def _client() -> Iterator[Client]:
    """A stranger without limits. No static files are collected: neither their names nor their folder are looked up."""
    from django.test import Client, override_settings

    from tournaments.tables.web import now

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    storages = {"default": {"BACKEND": "django.core.files.storage.FileSystemStorage"}, "staticfiles": plain}
    with (
        override_settings(RATES={}, STORAGES=storages, STATIC_ROOT=None),
        patch.object(now, "FRESH", 3600),
        patch.object(now, "KEPT", 3600),
    ):
        yield Client(SERVER_NAME="localhost")
    now.forget()


def _crowded() -> dict[str, str]:
    """The ids of a tournament, a table that is played and one that is over, among all the others."""
    from accounts.models import User
    from tests.crowds import USERS, crowd_players, crowd_tables, crowd_tournaments
    from tests.factories import started

    crowd_players(PLAYERS)
    crowd_tables(finished=TABLES)
    crowd_tournaments(TOURNAMENTS)
    people = [User.objects.create(username=f"reader-{number}").pk for number in range(2)]
    live, *_others = [_played(people, moves=6) for _ in range(14)]  # more than any page shows
    return {"live": live, "over": _played(people), "tournament": started(USERS, range(USERS, USERS + ENTRIES))}


def _played(people: list[int], moves: int = 1_000) -> str:
    from tournaments.log import sources
    from tournaments.tables import services
    from tournaments.tables.streams import TABLES

    now = sources.now_ms()
    with sources.told_by(lambda: now, lambda: bytes(sources.SEED)):  # the same cards, so the same steps to look at
        table_id = services.open_table(
            game="duck-soup", options={"length": "deal"}, seats=people, clock=None, rated=False, opener=people[0]
        )
    for _ in range(moves):
        table = TABLES.current(table_id).state
        if table.status != "playing":
            break
        seat = table.to_act[0]
        user = table.chairs[seat].user
        assert user is not None
        move = table.game.move_text(table.game.legal(table.state, seat)[0])
        services.make_move(table_id=table_id, user_id=user, move=move)
    return table_id
