"""The workers' part. These tasks have a queue and a worker of their own, which gives way to everything else."""

import structlog
from celery import shared_task

from tournaments.learning.analysis import services
from tournaments.learning.analysis.working import work
from tournaments.learning.puzzles import from_tables
from tournaments.learning.statistics import counting
from tournaments.log.errors import AWAY, RoomError

_log = structlog.get_logger(__name__)


@shared_task(name=services.MAKE)
def analyse(table_id: str) -> None:
    """Work out what there is to say of a table, unless it is there or another worker is at it. What is only away for a
    while is tried again, as if the worker had died."""
    run = services.begin(table_id)
    if run is None:
        return
    try:
        found = work(table_id, lambda done: services.say(table_id, done, run=run), services.known(table_id))
    except RoomError as gone:
        _log.info("analysis_not_made", table=table_id, code=gone.code)
        (services.put_off if isinstance(gone, AWAY) else services.give_up)(table_id, run=run)
    else:
        services.keep(table_id, found, run=run)


@shared_task(name="learning.look")
def look() -> None:
    """Send again what was lost, and have a table of a tournament analysed: it is reached when nothing else waits."""
    services.upkeep()
    services.order_one()


@shared_task(name="learning.mine_puzzles")
def mine_puzzles() -> None:
    """May be delivered any number of times: what was found is not found again."""
    from_tables.mine()


@shared_task(name="learning.count_bids")
def count_bids() -> None:
    """May be delivered any number of times: each table is counted once."""
    counting.count()
