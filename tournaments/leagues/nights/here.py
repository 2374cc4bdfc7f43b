"""Who is here: those whose page of the club has asked within a quarter of an hour. Kept in Valkey alone."""

from collections.abc import Callable
from typing import Any

import redis
import structlog
from django.conf import settings
from redis.client import Pipeline

from tournaments.clubs.streams import CLUBS
from tournaments.leagues import requests
from tournaments.log import sources
from tournaments.platform import valkey

_log = structlog.get_logger(__name__)

LASTS = 15 * 60_000
"""How long (ms) somebody is here after the page has last said so."""


def be_here(*, club_id: str, by: int) -> None:
    """*by* is here from now on; said again and again by the page."""
    requests.allowed(club_id, by, "be_here")

    def note(pipe: Pipeline) -> None:
        pipe.zadd(_key(club_id), {str(by): sources.now_ms()})
        pipe.pexpire(_key(club_id), LASTS)

    _do(note)


def leave(*, club_id: str, by: int) -> None:
    requests.allowed(club_id, by, "be_here")
    _do(lambda pipe: pipe.zrem(_key(club_id), str(by)))


def here(club_id: str) -> list[int]:
    """The members who are here now, the last to come first; nobody while it cannot be known. Who has left is not."""
    now, members = sources.now_ms(), CLUBS.current(club_id).state.members
    try:
        found: Any = valkey.client().zrevrangebyscore(_key(club_id), now + LASTS, now - LASTS)
    except redis.RedisError as error:
        _log.info("presence_unknown", club=club_id, error=str(error))
        return []
    return [user for user in map(int, found) if user in members]


def _do(fill: Callable[[Pipeline], object]) -> None:
    try:
        pipe = valkey.client().pipeline(transaction=False)
        fill(pipe)
        pipe.execute()
    except redis.RedisError as error:
        _log.info("presence_not_kept", error=str(error))


def _key(club_id: str) -> str:
    return f"{settings.REDIS_PREFIX}here:{club_id}"
