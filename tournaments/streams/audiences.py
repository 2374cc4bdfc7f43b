"""Those who have a stream of one kind open in this process, by a key, and what goes on for all of them together."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import partial
from typing import Generic, TypeAlias, TypeVar

import redis.asyncio as redis
import structlog
from django.conf import settings
from redis.asyncio.client import PubSub

from accounts import credentials
from tournaments.streams.loops import Loops, end_if_cancelled
from tournaments.streams.readers import READING
from tournaments.streams.watchers import Watcher

_log = structlog.get_logger(__name__)

PAUSE = 1.0
QUIET = 5.0
ACCESS_SECONDS = 1.0
"""How often it is seen whether those who listen still may."""

K = TypeVar("K")
W = TypeVar("W", bound=Watcher)
Step: TypeAlias = Callable[[], Awaitable[None]]


class Audience(ABC, Generic[K, W]):
    """Who listens here, and for what. Its tasks begin with the first of them."""

    def __init__(self) -> None:
        self._watchers: dict[K, set[W]] = {}
        self._loops = Loops()

    @abstractmethod
    async def subscribe(self, pubsub: PubSub) -> None:
        """Have *pubsub* bring all messages that are for anybody here."""

    @abstractmethod
    def hear(self, message: str) -> None:
        """What a message says."""

    def barred(self, listening: Collection[tuple[K, int | None]]) -> set[tuple[K, int | None]]:
        """Those who may not hear of that key (any more). Asks the database."""
        return set()

    @property
    def count(self) -> int:
        return sum(map(len, self._watchers.values()))

    @property
    def everybody(self) -> list[W]:
        return [watcher for watchers in self._watchers.values() for watcher in watchers]

    def stop(self) -> None:
        """End what goes on, with the process."""
        self._loops.stop()

    def join(self, key: K, watcher: W) -> None:
        """From now on *watcher* is one of them, until it closes."""
        self._watchers.setdefault(key, set()).add(watcher)
        watcher.on_close(lambda: self._leave(key, watcher))

    def _leave(self, key: K, watcher: W) -> None:
        self._watchers.get(key, set()).discard(watcher)
        if not self._watchers.get(key):
            self._watchers.pop(key, None)

    # -- what goes on while somebody listens

    def steps(self) -> Sequence[Step]:
        return (self._listen, self._check_access, self._beat)

    def _start(self) -> None:
        self._loops.start(**{step.__name__: partial(self._steadily, step) for step in self.steps()})

    async def _steadily(self, step: Step) -> None:
        """*step*, forever: whatever goes wrong, the next one may go well."""
        while True:
            try:
                await step()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                _log.warning("listeners_failed", step=step.__name__, error=repr(error))
                await asyncio.sleep(PAUSE)
            end_if_cancelled()

    async def _listen(self) -> None:
        client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, health_check_interval=0)
        async with client, client.pubsub() as pubsub:
            await self.subscribe(pubsub)
            while True:
                message = await pubsub.get_message(timeout=QUIET, ignore_subscribe_messages=True)
                end_if_cancelled()
                if message is None:
                    await pubsub.ping()
                elif message["type"] in ("message", "pmessage"):
                    self.hear(message["data"].decode())

    async def _check_access(self) -> None:
        """End the streams of those whose token, session, account or right is no longer good."""
        await asyncio.sleep(ACCESS_SECONDS)
        known = [(key, watcher) for key, watchers in self._watchers.items() for watcher in watchers]
        if known:
            good = await READING.call(credentials.still_good, {watcher.identity for _key, watcher in known})
            barred = await READING.call(self.barred, {(key, watcher.identity.user) for key, watcher in known})
            for key, watcher in known:
                if watcher.identity not in good or (key, watcher.identity.user) in barred:
                    watcher.close()

    async def _beat(self) -> None:
        await asyncio.sleep(settings.STREAM_HEARTBEAT_SECONDS)
        for watcher in self.everybody:
            watcher.beat()
