"""Writing to pools: a table is rated, once in each pool; what rulings say of it; who is excluded.

Each pool is written in transactions of its own (``batches``): no lock on one is held while a tournament is paired.
"""

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from django.db import transaction

from engine.events import Event
from tournaments.log.commands import Plain, command_for
from tournaments.platform import valkey
from tournaments.ratings import locks
from tournaments.ratings.errors import UnknownExclusion, UnknownPool, UnknownTable, UnknownUser, WrongSpan
from tournaments.ratings.events import RatingCorrected, RatingExcluded, RatingReadmitted
from tournaments.ratings.facts import Places
from tournaments.ratings.models import Due, Exclusion, RatedTable, Rating, RatingChange, Waiting
from tournaments.ratings.names import is_site
from tournaments.ratings.positions import facts_of
from tournaments.ratings.streams import POOLS
from tournaments.tables import selectors as tables

Reach: TypeAlias = Literal["all", "site", "own"]
"""Which pools hear of it: all, the site's, or those of clubs and seasons alone."""
LONGEST_RULING = 40
CORRECT = "ratings.correct_due"


def ask_correction(*, table: str, places: Places, ruling: str, occasion: str, reach: Reach = "all") -> None:
    """Have *table* count with other places, as it was played (``()``), or (``None``) not at all, soon after the
    caller's transaction; the *occasion*: a ruling was made, or reversed, or the table was rated after it."""
    told = None if places is None else list(places)
    Due.objects.create(table=table, places=told, ruling=ruling, occasion=occasion, reach=reach)
    transaction.on_commit(lambda: valkey.send_task(CORRECT, []))


def tell_due() -> None:
    """Have a worker tell the pools what is due, if anything is."""
    if Due.objects.exists():
        valkey.send_task(CORRECT, [])


def correct_due() -> None:
    """Tell the pools what is due, in its order; what is about a table that is still to be rated stays due. One at a
    time: another caller returns at once, since it may take long and the next tick is soon."""
    for due in list(Due.objects.order_by("id").values_list("pk", flat=True)):
        if not _tell(due):
            return


def _tell(due: int) -> bool:
    """Tell each pool in a transaction of its own: all followers wait for one that has appended, and the next pool may
    take long. A caller between two of them begins again, which changes nothing. False if somebody else tells."""
    told: set[str] = set()
    while True:
        with transaction.atomic():
            if not locks.alone_in_telling():
                return False
            asked = Due.objects.filter(pk=due).first()
            if asked is None or not _is_settled(asked.table):
                return True
            pool = next((name for name in _pools_of(asked.table, asked.reach) if name not in told), None)
            if pool is None:
                asked.delete()
                return True
            places = None if asked.places is None else tuple(asked.places)
            command = Plain(f"{asked.ruling}/{asked.table}/{asked.occasion}")  # again it changes nothing
            correct_in_pool(pool=pool, table=asked.table, places=places, ruling=asked.ruling, command=command)
            told.add(pool)


def _pools_of(table: str, reach: str = "all") -> Sequence[str]:
    """Those that have rated *table*, as far as a correction is to *reach*."""
    found = RatingChange.objects.filter(table=table).order_by("pool").values_list("pool", flat=True).distinct()
    return [pool for pool in found if reach == "all" or is_site(pool) == (reach == "site")]


def correct_in_pool(
    *,
    pool: str,
    table: str,
    places: Places,
    ruling: str,
    by: int | None = None,
    command: str | None = None,
    check: Callable[[], None] = lambda: None,
) -> None:
    """Have *table* count so in *pool* alone; raises ``UnknownTable``."""
    event = RatingCorrected(table, checked_places(pool, table, places), ruling)
    _rule(pool, event, by=by, command=command, check=check)


def checked_places(pool: str, table: str, places: Places) -> Places:
    """*places* as a correction says them, those as it was played in full; raises what refuses them."""
    facts = facts_of(pool, table)
    if facts is None:
        raise UnknownTable()
    if places == ():
        places = facts.places
    if places is not None and (len(places) != len(facts.users) or not all(0 < at <= len(places) for at in places)):
        raise WrongSpan("bad_places")
    return places


def exclude(
    *,
    pool: str,
    user: int,
    since: int,
    until: int | None,
    ruling: str,
    by: int | None = None,
    command: str | None = None,
) -> None:
    """Have *user*'s duels weigh nothing at the tables of *pool* that ended in [since, until), epoch ms."""
    _check_pool(pool)
    if not Rating.objects.filter(pool=pool, user=user).exists():
        raise UnknownUser()
    _check_ruling(ruling)
    if since < 0 or (until is not None and until <= since):
        raise WrongSpan("bad_span")
    _rule(pool, RatingExcluded(user, since, until, ruling), by=by, command=command)


def readmit(*, pool: str, user: int, ruling: str, by: int | None = None, command: str | None = None) -> None:
    """Have whatever excluded *user* from *pool* count no more."""
    _check_pool(pool)
    _check_ruling(ruling)

    def check() -> None:
        if not Exclusion.objects.filter(pool=pool, user=user).exists():
            raise UnknownExclusion()

    _rule(pool, RatingReadmitted(user, ruling), by=by, command=command, check=check)


def _rule(
    pool: str, event: Event, *, by: int | None, command: str | None, check: Callable[[], None] = lambda: None
) -> None:
    """Tell *pool* what counts, and have it worked out again. Who would rate a table there meanwhile comes later."""

    def decide(_pool: None) -> Sequence[Event]:
        check()
        return [event]

    with transaction.atomic():
        locks.rule(pool)
        POOLS.carry_out(pool, decide, actor=by, command=command_for(command, event.kind, event))


def _check_pool(pool: str) -> None:
    if not RatedTable.objects.filter(pool=pool).exists():
        raise UnknownPool()


def _check_ruling(ruling: str) -> None:
    if not 0 < len(ruling) <= LONGEST_RULING or not ruling.isprintable():
        raise WrongSpan("bad_ruling")


def _is_settled(table: str) -> bool:
    """Whether the pools know all they will ever know of *table* by itself."""
    if Waiting.objects.filter(table=table).exists():
        return False
    return RatingChange.objects.filter(table=table).exists() or tables.summary(table).settled
