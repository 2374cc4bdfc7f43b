"""Writing to pools: a table is rated, once in each pool; what rulings say of it; who is excluded.

Each pool is written in a transaction of its own: no lock on one is held while a tournament is paired.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, LiteralString

from django.db import transaction

from accounts import valkey
from accounts.selectors import by_ids
from engine.events import Event
from engine.game import Teams, parse_options
from engine.registry import rules_for
from tournaments.log.database import execute
from tournaments.log.services import Plain
from tournaments.ratings.errors import Busy, UnknownExclusion, UnknownPool, UnknownTable, UnknownUser, WrongSpan
from tournaments.ratings.events import Origin, RatingCorrected, RatingExcluded, RatingReadmitted, TableRated
from tournaments.ratings.facts import Places, equal_left
from tournaments.ratings.ground import facts_of
from tournaments.ratings.models import Due, Exclusion, RatedTable, Rating, RatingChange
from tournaments.ratings.names import parameters_of
from tournaments.ratings.streams import POOLS
from tournaments.tables import selectors as tables
from tournaments.tables.conduct import conduct
from tournaments.tables.selectors import Summary

LONGEST_RULING = 40
CORRECT = "ratings.correct_due"
_LOCK = 0x726174
"""The advisory lock of those who tell pools what is due, "rat": corrections keep their order."""
_RULING = 0x72756C
"""That of whoever rules on a pool, "rul"; those who rate tables share it."""
_ALONE = "SELECT pg_advisory_xact_lock(%(lock)s::int, hashtext(%(pool)s::text))"
_AMONG_OTHERS = "SELECT pg_try_advisory_xact_lock_shared(%(lock)s::int, hashtext(%(pool)s::text))"


def rate_table(*, table: Summary, origin: Origin, pools: Sequence[str]) -> None:
    """Rate *table* in each of *pools* if it counts and has not been rated there; any further time changes nothing.

    Raises ``Busy`` at once while one of them is worked out again after a ruling: the table is rated behind it.
    """
    if not _counts(table):
        return
    for pool in pools:
        event = _rating_of(table, origin, pool)
        with transaction.atomic():
            if not _is_free(_AMONG_OTHERS, {"pool": pool, "lock": _RULING}):
                raise Busy()
            POOLS.carry_out(pool, partial(_only, event), actor=None, command=Plain(table.id), same=_rated_before)


def _only(event: TableRated, _pool: None) -> Sequence[TableRated]:
    return [event]


def _rated_before(_before: None, _events: Sequence[Event]) -> bool:
    """What the table was part of may be seen otherwise by now; that it has been rated has not changed."""
    return True


def _is_free(statement: LiteralString, asked: dict[str, Any]) -> bool:
    """Whether the lock that *statement* tries is taken now, until the transaction ends."""
    (taken,) = execute(statement, asked).fetchone() or (False,)
    return bool(taken)


def ask_correction(*, table: str, places: Places, ruling: str, occasion: str) -> None:
    """Have *table* count with other places, as it was played (``()``), or (``None``) not at all, soon after the
    caller's transaction; the *occasion*: a ruling was made, or reversed, or the table was rated after it."""
    Due.objects.create(table=table, places=None if places is None else list(places), ruling=ruling, occasion=occasion)
    transaction.on_commit(lambda: valkey.send_task(CORRECT, []))


def tell_due() -> None:
    """Have a worker tell the pools what is due, if anything is."""
    if Due.objects.exists():
        valkey.send_task(CORRECT, [])


def correct_due() -> None:
    """Tell the pools what is due, in its order; what is about a table that is still to be rated stays due. One at a
    time: whoever comes meanwhile goes, since it may take long and the next tick is soon."""
    for due in list(Due.objects.order_by("id").values_list("pk", flat=True)):
        with transaction.atomic():
            if not _is_free("SELECT pg_try_advisory_xact_lock(%(lock)s)", {"lock": _LOCK}):
                return
            asked = Due.objects.filter(pk=due).first()
            if asked is None or not _is_settled(asked.table):
                continue
            places = None if asked.places is None else tuple(asked.places)
            correct_table(table=asked.table, places=places, ruling=asked.ruling, occasion=asked.occasion)
            asked.delete()


def correct_table(*, table: str, places: Places, ruling: str, occasion: str) -> None:
    """Have *table* count so in every pool that has rated it, as *ruling* says."""
    for pool in RatingChange.objects.filter(table=table).values_list("pool", flat=True).distinct():
        correct_in_pool(
            pool=pool, table=table, places=places, ruling=ruling, command=Plain(f"{ruling}/{table}/{occasion}")
        )


def correct_in_pool(
    *,
    pool: str,
    table: str,
    places: Places,
    ruling: str,
    by: int | None = None,
    command: str | None = None,
    check: Callable[[None], None] | None = None,
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

    def check(_pool: None) -> None:
        if not Exclusion.objects.filter(pool=pool, user=user).exists():
            raise UnknownExclusion()

    _rule(pool, RatingReadmitted(user, ruling), by=by, command=command, check=check)


def _rule(
    pool: str, event: Event, *, by: int | None, command: str | None, check: Callable[[None], None] | None = None
) -> None:
    """Tell *pool* what counts, and have it worked out again. Who would rate a table there meanwhile comes later."""
    with transaction.atomic():
        execute(_ALONE, {"pool": pool, "lock": _RULING})
        POOLS.carry_out(pool, lambda _pool: [event], actor=by, command=command, check=check)


def _check_pool(pool: str) -> None:
    if not RatedTable.objects.filter(pool=pool).exists():
        raise UnknownPool()


def _check_ruling(ruling: str) -> None:
    if not 0 < len(ruling) <= LONGEST_RULING or not ruling.isprintable():
        raise WrongSpan("bad_ruling")


def _is_settled(table: str) -> bool:
    """Whether the pools know all they will ever know of *table* by itself."""
    return RatingChange.objects.filter(table=table).exists() or tables.summary(table).settled


def _counts(table: Summary) -> bool:
    """Only tables opened as rated count, never one where an account holds two seats or a guest sits."""
    users = [user for user in table.seats if user is not None]
    if not table.rated or table.outcome is None or len(set(users)) != len(table.seats):
        return False
    return not any(user.is_guest for user in by_ids(users).values())


def _rating_of(table: Summary, origin: Origin, pool: str) -> TableRated:
    """The table as *pool* should know it."""
    assert table.outcome is not None  # noqa: S101  it counts
    made, teams = conduct(table.id, len(table.seats)), _teams_of(table)
    return TableRated(
        table=table.id,
        users=tuple(user for user in table.seats if user is not None),
        places=equal_left(table.outcome.places, made.ends, teams),
        teams=teams,
        params=parameters_of(pool).key,
        ended=table.finished_at or 0,
        ends=made.ends,
        decisions=made.decisions,
        bots=table.bots,
        origin=origin,
    )


def _teams_of(table: Summary) -> Teams:
    """The seats that played together, if any did."""
    game = rules_for(table.game, table.version)
    teams = game.teams(len(table.seats), parse_options(game, table.options))
    return teams if any(len(team) > 1 for team in teams) else ()
