"""Which bot plays next: the database is asked, a message only wakes.

A worker claims one table at a time. Tables where a person plays, and those of tournaments, come before tables where
bots play alone. The owners of the tables that wait (who opened them; of a match its organiser; guests of one address
are one owner) take turns, the one who was served longest ago first, and of an owner's tables the one that has waited
longest: however many tables somebody has, everybody else waits for one turn of theirs at most.

A claim is a courtesy that Valkey keeps for a moment: nobody waits for it, and it ends by itself if its worker dies.
Without it two workers may think about the same turn, and the log takes one of them.
"""

import math
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import redis
import structlog
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction

from tournaments.log import sources
from tournaments.platform import valkey
from tournaments.tables.models import Served

_log = structlog.get_logger(__name__)

_CLAIMS: Final = 0x626F74
"""The advisory lock that is held while a claim is being made: "bot"."""
_LOOKED_AT: Final = 200
"""Tables that are tried, the first in turn first: more than there are workers that could hold them."""
GIVEN_UP: Final = 1_000
"""The ms after which a move that was due and not made is thought about again."""
NOBODY: Final = 0
"""The owner of what the service opened by itself."""


class Claim(NamedTuple):
    """A table whose bot is to act, and nobody else plays it now."""

    table: str
    seq: int


@contextmanager
def claimed(*, passing_over: Collection[str] = ()) -> Iterator[Claim | None]:
    """The fairest table whose bot is to act, for the length of the block.

    Tables of *passing_over* are left to others, and so are turns whose moves wait for their moment.
    """
    claim = _claim(list(passing_over))
    try:
        yield claim
    finally:
        if claim is not None:
            cache.delete(_key(claim.table))


def keep_back(claim: Claim, due: int) -> None:
    """The turn has been thought about: no worker does it again while its move waits until *due* (epoch ms)."""
    try:
        with valkey.client().pipeline(transaction=False) as pipe:
            pipe.zremrangebyscore(_kept(), "-inf", sources.now_ms())
            pipe.zadd(_kept(), {f"{claim.table}:{claim.seq}": due + GIVEN_UP})
            pipe.execute()
    except redis.RedisError as error:
        _log.info("turn_not_kept_back", table=claim.table, error=str(error))


def _kept_back() -> list[str]:
    """The turns (``TABLE:SEQ``) whose moves wait to be made."""
    try:
        found: list[bytes] = valkey.client().zrangebyscore(_kept(), sources.now_ms(), "+inf")  # type: ignore[assignment]
    except redis.RedisError:
        return []
    return [each.decode() for each in found]


def forget_served(until: int) -> None:
    """Owners who have not been served since *until* (epoch ms) are first in turn anyway."""
    Served.objects.filter(at__lt=until).delete()


def _claim(passing_over: list[str]) -> Claim | None:
    """One worker claims at a time, so that no two serve the same owner while others wait."""
    with transaction.atomic():
        _ask("SELECT pg_advisory_xact_lock(%s, 0)", [_CLAIMS])
        waiting = _ask(_WAITING, [passing_over, _kept_back(), _LOOKED_AT])
        held = cache.get_many([_key(table) for table, _seq, _owner in waiting])
        for table, seq, owner in waiting:
            if _key(table) not in held and cache.add(_key(table), 1, timeout=_most_seconds()):
                Served.objects.update_or_create(pk=owner, defaults={"at": sources.now_ms()})
                return Claim(table, seq)
    return None


def _key(table: str) -> str:
    return f"bot:{table}"


def _kept() -> str:
    return f"{settings.REDIS_PREFIX}bots-kept"


def _most_seconds() -> int:
    """For how long a worker has a table: a bot's longest turn, and a second."""
    thinking: float = settings.BOT_SECONDS
    return math.ceil(thinking) + 1


def _ask(query: str, given: list[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, given)
        return list(cursor.fetchall())


_OWNER = (
    f"""CASE WHEN origin <> '' THEN -('x' || left(origin, 15))::bit(60)::bigint ELSE coalesce(opener, {NOBODY}) END"""
)
"""Guests cost nothing to make, so all of one address are one owner. Its number comes from the address's digest, and is
below 0, as no user's is."""
_BOTS_ALONE = """match IS NULL AND NOT EXISTS (
    SELECT FROM jsonb_array_elements(chairs) AS chair WHERE coalesce(chair->>'bot', '') = '')"""
_WAITING = f"""
SELECT waiting.id, seq, waiting.owner FROM (
    SELECT tables_table.id, seq, bot_since, {_OWNER} AS owner, {_BOTS_ALONE} AS alone
    FROM tables_table LEFT JOIN accounts_user ON accounts_user.id = opener
    WHERE status = 'playing' AND bot_since IS NOT NULL AND tables_table.id <> ALL(%s)
        AND tables_table.id || ':' || seq <> ALL(%s)
) AS waiting LEFT JOIN tables_served ON tables_served.owner = waiting.owner
ORDER BY alone, at NULLS FIRST, bot_since, waiting.id LIMIT %s"""  # noqa: S608
