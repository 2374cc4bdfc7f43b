"""Ladder and profiles among 10,000 players and a million rated tables, and what a correction of the oldest costs.

The pages are made in this process for a stranger. The tables are rated by the projection itself, as a rebuild does.
``RATINGS_TABLES`` makes it smaller for a trial.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterator, Mapping
from statistics import median, quantiles
from typing import TYPE_CHECKING

import msgspec

from tests.benchmarks import durability, paging
from tests.benchmarks.measure import Claim, Table

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.log.events import Stored

TABLES = int(os.environ.get("RATINGS_TABLES", "1_000_000"))
PLAYERS, VISITS, PORTION = 10_000, 50, 20_000
MOST_MS = 50
MINUTE = 60_000
PAGES = (
    "/ladders/gasp",
    "/ladders/gasp?page=100",
    "/ladders/gasp?part=provisional",
    "/api/ladders/gasp?offset=5000",
    "/players/crowd1",
    "/players/crowd1?span=year&seats=3",
    "/players/crowd9999",
)
STREAM = "pool:gasp"


def measured() -> Table:
    rates: dict[str, list[float]] = {}
    notes, within = [], 0
    with durability._database(), paging._client() as client:
        notes.append(f"{TABLES:,} tables rated all at once: {_filled():.0f} s")
        for page in PAGES:
            times = _visited(client, page)
            rates[page] = [1 / seconds for seconds in times]
            within += 1000 * median(times) < MOST_MS
            notes.append(f"{page}: {1000 * median(times):.1f} ms, p99 {1000 * quantiles(times, n=100)[98]:.1f} ms")
        for name, table in (("oldest", 0), ("one of the last thousand", TABLES - 1_000)):
            notes.append(f"a correction of the {name}: {_corrected(table):.1f} s")
    claim = Claim(f"pages within {MOST_MS} ms", "pages ", must=1)
    rates |= {claim.side: [within], claim.beside: [len(PAGES)]}
    return Table(f"Ratings of {PLAYERS:,} players at {TABLES:,} tables", "1 / s", rates, [claim], notes)


def _visited(client: Client, path: str) -> list[float]:
    times = []
    for _visit in range(VISITS + 1):
        start = time.perf_counter()
        answer = client.get(path)
        times.append(time.perf_counter() - start)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code}")
    return times[1:]


def _filled() -> float:
    """Rate all tables; how long that took, in seconds of the wall."""
    from django.db import connection, transaction

    from tests.crowds import crowd_players
    from tournaments.ratings.models import Rating, RatingChange
    from tournaments.ratings.projection import RATINGS

    crowd_players(PLAYERS)
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    start = time.perf_counter()
    for portion in _portions():
        with transaction.atomic():
            RATINGS.apply(STREAM, portion)
    took = time.perf_counter() - start
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE ratings_rating, ratings_ratingchange, ratings_ratedtable")
    return took


def _corrected(table: int) -> float:
    """How long it takes until *table* counts no more, and everything behind it has been worked out again."""
    from django.db import transaction

    from tournaments.ratings.projection import RATINGS

    event = {"table": _name(table), "places": None, "ruling": "0123456789/1"}
    stored = _stored(TABLES + 1 + (table > 0), "rating.corrected", event, 0)
    start = time.perf_counter()
    with transaction.atomic():
        RATINGS.apply(STREAM, [stored])
    return time.perf_counter() - start


def _portions() -> Iterator[list[Stored]]:
    """Tables of two to four, each among people who play in the same circle mostly; the last ended now."""
    chance, now = random.Random(11), time.time_ns() // 1_000_000
    found: list[Stored] = []
    for number in range(TABLES):
        found.append(_rated(chance, number, now - (TABLES - number) * MINUTE))
        if len(found) == PORTION or number == TABLES - 1:
            yield found
            found = []


def _rated(chance: random.Random, number: int, ended: int) -> Stored:
    from tests.crowds import USERS

    seats = chance.choice((2, 3, 4))
    circle = chance.randrange(PLAYERS // 50) * 50
    users = [USERS + circle + place for place in chance.sample(range(50), seats)]
    places = chance.sample(range(1, seats + 1), seats)
    event = {
        "table": _name(number),
        "users": users,
        "places": places,
        "teams": [],
        "params": "elo-pairwise/2",
        "ended": ended,
        "ends": ["played"] * seats,
        "decisions": [20] * seats,
        "bots": [""] * seats,
        "origin": "casual",
    }
    return _stored(number + 1, "rating.table_rated", event, ended)


def _name(number: int) -> str:
    return f"r{number:09}"


def _stored(seq: int, kind: str, event: Mapping[str, object], at: int) -> Stored:
    from tournaments.log.events import Stored

    return Stored(STREAM, seq, kind, 2, msgspec.json.encode(event), None, None, at)
