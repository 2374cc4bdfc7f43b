"""Results that a rating pool takes in: a transaction for each table, and all that wait at once.

One writer and no other: a pool goes on by one transaction at a time, whatever the number of workers. The rows in which
tables wait are written by the workers that settle them, in parallel. ``SETTLING_TABLES`` makes the pool smaller for a
trial.
"""

import os
import time

from tests.benchmarks import durability, pool
from tests.benchmarks.measure import ROUNDS, Claim, Table

TABLES = int(os.environ.get("SETTLING_TABLES", "20_000"))
CROWD = 128
"""Tables that end in a round."""
ALONE, TOGETHER = "a transaction a table", "all that wait at once"
WITH_ROWS = "all at once, and the rows they wait in"


def measured() -> Table:
    rates: dict[str, list[float]] = {}
    with durability._database():
        _fill()
        for number in range(ROUNDS + 1):
            for side, speed in {ALONE: _alone(), **_together()}.items():
                if number:
                    rates.setdefault(side, []).append(speed)
    claims = [Claim(TOGETHER, ALONE, must=2), Claim(WITH_ROWS, ALONE)]
    return Table(f"Results taken in by a pool of {TABLES:,} tables", "per second", rates, claims)


def _fill() -> None:
    from django.db import connection

    pool.fill(TABLES, stranger=0)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE)")


def _alone() -> float:
    import msgspec

    from tournaments.log.services import Plain
    from tournaments.ratings.events import TableRated
    from tournaments.ratings.streams import POOLS

    events = [msgspec.convert(event, TableRated) for event in pool.more(CROWD)]
    start = time.perf_counter()
    for event in events:
        POOLS.append("gasp", POOLS.current("gasp"), [event], command=Plain(event.table))
    return CROWD / (time.perf_counter() - start)


def _together() -> dict[str, float]:
    import msgspec

    from tournaments.ratings import batches
    from tournaments.ratings.events import TableRated
    from tournaments.ratings.models import Waiting

    events = [msgspec.convert(event, TableRated) for event in pool.more(CROWD)]
    start = time.perf_counter()
    for event in events:
        Waiting.objects.bulk_create([batches.waiting_row("gasp", event)], ignore_conflicts=True)
    between = time.perf_counter()
    rated = sum(len(tables) for tables in batches.rate_waiting("gasp"))
    end = time.perf_counter()
    if rated != CROWD:
        raise RuntimeError(f"{rated} of {CROWD} were rated")
    return {TOGETHER: CROWD / (end - between), WITH_ROWS: CROWD / (end - start)}
