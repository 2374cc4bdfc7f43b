"""A process's one subscription to Redis: to the tables that are watched here, and to no others."""

import asyncio
from collections.abc import Callable, Iterable

import redis.asyncio as redis
import structlog
from django.conf import settings
from redis.asyncio.client import PubSub

from tournaments.streams.loops import end_if_cancelled, together
from tournaments.tables.push import CHAT, channel

_log = structlog.get_logger(__name__)

PAUSE = 1.0
"""Seconds before the next try when Redis is away."""
QUIET = 5.0
"""After this many seconds without a word Redis is asked for one; after twice as many it counts as gone."""


class Subscription:
    """Follows what *wanted* names; says to *woken* which table has news, and which one it has begun to hear of; to
    *written* at which something was written, and its number."""

    def __init__(
        self, wanted: Callable[[], Iterable[str]], woken: Callable[[str], None], written: Callable[[str, int], None]
    ) -> None:
        self._wanted = wanted
        self._woken = woken
        self._written = written
        self._changed = asyncio.Event()
        self.up = False
        """Whether wake-ups can be relied on now."""

    def change(self) -> None:
        """What is wanted has changed."""
        self._changed.set()

    async def run(self) -> None:
        """Forever; comes back by itself when Redis goes away."""
        while True:
            try:
                async with self._client() as client, client.pubsub() as pubsub:
                    await pubsub.subscribe(channel(""))  # without any channel there would be nothing to listen to
                    end_if_cancelled()
                    await together(self._listen(pubsub), self._ask(pubsub))
            except (redis.RedisError, OSError) as error:
                _log.warning("hub_lost_redis", error=repr(error))
            self.up = False
            end_if_cancelled()
            await asyncio.sleep(PAUSE)

    async def _listen(self, pubsub: PubSub) -> None:
        while True:
            async with asyncio.timeout(2 * QUIET):
                message = await pubsub.get_message(timeout=None)
            end_if_cancelled()
            self.up = True
            if message is not None and message["type"] in ("message", "subscribe"):
                self._hear(message["channel"].decode().removeprefix(channel("")), message["data"])

    def _hear(self, table_id: str, data: object) -> None:
        text = data.decode() if isinstance(data, bytes) else ""
        if text.startswith(CHAT) and text.removeprefix(CHAT).isdecimal():
            self._written(table_id, int(text.removeprefix(CHAT)))
        else:
            self._woken(table_id)

    async def _ask(self, pubsub: PubSub) -> None:
        """Subscribe to what is wanted and to nothing else; when nothing changes, see whether Redis still answers."""
        followed: set[str] = set()
        while True:
            self._changed.clear()
            wanted = set(self._wanted())
            if begun := wanted - followed:
                await pubsub.subscribe(*map(channel, begun))
            if ended := followed - wanted:
                await pubsub.unsubscribe(*map(channel, ended))
            end_if_cancelled()
            followed = wanted
            try:
                async with asyncio.timeout(QUIET):
                    await self._changed.wait()
            except TimeoutError:
                await pubsub.ping()

    def _client(self) -> redis.Redis:
        return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, health_check_interval=0)
