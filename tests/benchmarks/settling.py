"""Results that a rating pool takes in: a transaction for each table, and all that wait at once.

One writer and no other: that is how a pool goes on, whatever the number of workers. ``SETTLING_TABLES`` makes the pool
smaller for a trial.
"""

from __future__ import annotations

import os
import time

from tests.benchmarks import durability, pool
from tests.benchmarks.measure import ROUNDS, Claim, Table

TABLES = int(os.environ.get("SETTLING_TABLES", "20_000"))
CROWD = 128
"""Tables that end in a round."""
ALONE, TOGETHER = "a transaction a table", "all that wait at once"


def measured() -> Table:
    rates: dict[str, list[float]] = {}
    with durability._database():
        pool.fill(TABLES, stranger=0)
        for number in range(ROUNDS + 1):
            for side, rate in ((ALONE, _alone), (TOGETHER, _together)):
                speed = rate()
                if number:
                    rates.setdefault(side, []).append(speed)
    claims = [Claim(TOGETHER, ALONE, must=2)]
    return Table(f"Results taken in by a pool of {TABLES:,} tables", "per second", rates, claims)


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


def _together() -> float:
    """The rows in which they wait are part of it."""
    import msgspec

    from tournaments.ratings import batches
    from tournaments.ratings.events import TableRated
    from tournaments.ratings.models import Waiting

    events = [msgspec.convert(event, TableRated) for event in pool.more(CROWD)]
    start = time.perf_counter()
    for event in events:
        Waiting.objects.bulk_create([batches.waiting_row("gasp", event)], ignore_conflicts=True)
    rated = sum(len(tables) for tables in batches.rate_waiting("gasp"))
    spent = time.perf_counter() - start
    if rated != CROWD:
        raise RuntimeError(f"{rated} of {CROWD} were rated")
    return CROWD / spent
