"""Ladder and profiles among 10,000 players and a million rated tables, and what a correction of the oldest costs.

The pages are made in this process for a stranger. ``RATINGS_TABLES`` makes it smaller for a trial; ``RATINGS_DATABASE``
names one that an earlier run has filled and kept.
"""

import os
import time

from tests.benchmarks import durability, paging, pool
from tests.benchmarks.measure import Claim, Table
from tests.benchmarks.served import MOST_MS, VISITS, Served, processors, visited

TABLES = int(os.environ.get("RATINGS_TABLES", "1_000_000"))
KEPT = os.environ.get("RATINGS_DATABASE", "")
PAGES = (
    "/ladders/gasp",
    "/ladders/gasp?page=100",
    "/ladders/gasp?part=provisional",
    "/ladders/gasp?part=inactive",
    "/ladders/gasp?bots=1",
    "/ladders/gasp/rulings",
    "/api/ladders/gasp?offset=5000",
    "/players/crowd1",
    "/players/crowd1?span=year&seats=3",
    "/players/crowd9999",
    "/api/players/crowd1",
    "/api/ratings/gasp",
    "/api/ratings/gasp/corrections",
)
MOMENTS = (f"/api/ratings/gasp?as_of={TABLES // 2}", f"/api/ratings/gasp?as_of={TABLES // 2}&corrected=true")
"""Everybody's rating at a moment: not held to a page's time."""


def measured(visits: int = VISITS) -> Table:
    from tournaments.config.garbage import spare_the_start

    with durability._database(KEPT), paging._client() as client:
        spare_the_start()
        notes = [] if KEPT else [_filled()]
        pages = [visited(client, page, visits=visits) for page in PAGES]
        notes += [each.note() for each in pages]
        notes += [visited(client, page, visits=min(visits, 5)).note() for page in MOMENTS]
        notes += [_rated(), *(_corrected(table) for table in (0, TABLES - 1_000))]
    return table(f"Ratings of {pool.PLAYERS:,} players at {TABLES:,} tables", pages, notes)


def table(title: str, pages: list[Served], notes: list[str]) -> Table:
    claim = Claim(f"pages within {MOST_MS} ms of processors' time", "pages ", must=1)
    rates = {each.path: each.rates for each in pages}
    within = sum(each.median <= MOST_MS / 1000 for each in pages)
    return Table(title, "1 / s", rates | {claim.side: [within], claim.beside: [len(pages)]}, [claim], notes)


def _filled() -> str:
    from django.db import connection

    from tests.crowds import crowd_players
    from tournaments.ratings.models import Rating, RatingChange

    crowd_players(pool.PLAYERS)
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    storing, rating = pool.fill(TABLES, stranger=0)
    # Circles that never meet settle nobody once the pool has grown up: the pages are read as if all were ranked.
    Rating.objects.filter(pool="gasp", tables__gte=10).update(provisional=False)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (FULL, ANALYZE) ratings_rating")
        cursor.execute("VACUUM (ANALYZE) ratings_ratedtable, ratings_ratingchange, log_event")
    return f"{TABLES:,} tables stored with their digests: {storing:.0f} s; rated all at once: {rating:.0f} s"


def _corrected(number: int) -> str:
    """How long it takes until a table counts no more, and everything behind it has been worked out again."""
    from tournaments.ratings import pools, services
    from tournaments.ratings.models import Difference, Ruling

    counted, rate = [0], pools.Pool.rate

    def count(running: pools.Pool, each: object, seq: int) -> object:
        counted[0] += 1
        return rate(running, each, seq)  # type: ignore[arg-type]

    pools.Pool.rate = count  # type: ignore[assignment, method-assign]
    wall, work = time.perf_counter(), processors()
    services.correct_in_pool(pool="gasp", table=pool.name(number), places=None, ruling=f"{time.time_ns()}")
    wall, work = time.perf_counter() - wall, processors() - work
    pools.Pool.rate = rate  # type: ignore[method-assign]
    moved = Difference.objects.filter(pool="gasp", seq=Ruling.objects.latest("seq").seq).count()
    return (
        f"a correction of table {number:,}: {wall:.1f} s, {work:.1f} s of processors; "
        f"{counted[0]:,} tables rated again, {moved:,} people moved"
    )


def _rated(times: int = 20) -> str:
    """What it costs to rate one table behind all of them."""
    import msgspec

    from tournaments.ratings.events import TableRated
    from tournaments.ratings.streams import POOLS

    works = []
    for event in pool.more(times):
        rated = msgspec.convert(event, TableRated)
        work = processors()
        POOLS.append("gasp", POOLS.current("gasp"), [rated])
        works.append(processors() - work)
    return f"one more table rated: {1000 * sorted(works)[times // 2]:.1f} ms of processors"
