"""Open streams that hear of something by key: one subscription for all of a process, no database while nothing happens.

A message says all there is to tell, so that news cost no query here. What a message did not tell is found by a slow
look at all keys together; a quick one sees whether those who listen still may.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Generic, TypeAlias, TypeVar

import redis.asyncio as redis
import structlog
from django.conf import settings

from accounts import credentials
from accounts.credentials import Identity
from tournaments.streams.loops import Loops, end_if_cancelled
from tournaments.streams.readers import ADMISSION, READING
from tournaments.streams.watchers import Watcher

_log = structlog.get_logger(__name__)

PAUSE = 1.0
QUIET = 5.0
ACCESS_SECONDS = 1.0
"""How often it is seen whether those who listen still may."""

K = TypeVar("K")
Step: TypeAlias = Callable[[], Awaitable[None]]


class Listeners(ABC, Generic[K]):
    """Who listens here, and for what. Its tasks begin with the first of them."""

    def __init__(self) -> None:
        self._watchers: dict[K, set[Watcher]] = {}
        self._loops = Loops()

    @abstractmethod
    def channel(self) -> str:
        """Where all messages come in."""

    @abstractmethod
    def hear(self, message: str) -> None:
        """Tell those whom *message* is for."""

    @abstractmethod
    def now(self, keys: Collection[K]) -> Mapping[K, bytes]:
        """How it stands with each of *keys*, as a line. Asks the database."""

    def missed(self, keys: Collection[K]) -> Mapping[K, bytes]:
        """What those who listen may not have been told. Asks the database."""
        return self.now(keys)

    def barred(self, listening: Collection[tuple[K, int | None]]) -> set[tuple[K, int | None]]:
        """Those who may not hear of that key (any more). Asks the database."""
        return set()

    @property
    def count(self) -> int:
        return sum(map(len, self._watchers.values()))

    def stop(self) -> None:
        """End what goes on, with the process."""
        self._loops.stop()

    async def watch(self, key: K, identity: Identity) -> Watcher:
        """A watcher that begins with how it stands now, and misses nothing later."""
        self._start()
        watcher = Watcher(identity)
        self._watchers.setdefault(key, set()).add(watcher)
        watcher.on_close(lambda: self._leave(key, watcher))
        try:
            watcher.begin((await ADMISSION.call(self.now, [key])).values())
        except BaseException:
            watcher.close()
            raise
        return watcher

    def tell(self, key: K, line: bytes) -> None:
        for watcher in list(self._watchers.get(key, ())):
            watcher.send([line])

    def _leave(self, key: K, watcher: Watcher) -> None:
        self._watchers.get(key, set()).discard(watcher)
        if not self._watchers.get(key):
            self._watchers.pop(key, None)

    # -- what goes on while somebody listens

    def steps(self) -> Sequence[Step]:
        return (self._listen, self._check_access, self._catch_up, self._beat)

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
            await pubsub.subscribe(self.channel())
            while True:
                message = await pubsub.get_message(timeout=QUIET, ignore_subscribe_messages=True)
                end_if_cancelled()
                if message is None:
                    await pubsub.ping()
                elif message["type"] == "message":
                    self.hear(message["data"].decode())

    async def _catch_up(self) -> None:
        await asyncio.sleep(settings.STREAM_CATCH_UP_SECONDS)
        if self._watchers:
            for key, line in (await READING.call(self.missed, list(self._watchers))).items():
                self.tell(key, line)

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
        for watcher in [watcher for watchers in self._watchers.values() for watcher in watchers]:
            watcher.beat()
