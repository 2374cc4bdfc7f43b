"""Open streams that hear of something by key: one subscription for all of a process, no database while nothing happens.

A message says all there is to tell, so that news cost no query here. What a message did not tell is found by a slow
look at all keys together; a quick one sees whether those who listen still may.
"""

import asyncio
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from django.conf import settings
from redis.asyncio.client import PubSub

from accounts.credentials import Identity
from tournaments.streams.audiences import Audience, Step
from tournaments.streams.readers import ADMISSION, READING
from tournaments.streams.watchers import Watcher

K = TypeVar("K")


class Listeners(Audience[K, Watcher]):
    """Those who are told how it stands with a key, whenever that changes."""

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

    async def watch(self, key: K, identity: Identity) -> Watcher:
        """A watcher that begins with how it stands now, and misses nothing later."""
        self._start()
        watcher = Watcher(identity)
        self.join(key, watcher)
        try:
            watcher.begin((await ADMISSION.call(self.now, [key])).values())
        except BaseException:
            watcher.close()
            raise
        return watcher

    def tell(self, key: K, line: bytes) -> None:
        for watcher in list(self._watchers.get(key, ())):
            watcher.send([line])

    async def subscribe(self, pubsub: PubSub) -> None:
        await pubsub.subscribe(self.channel())

    def steps(self) -> Sequence[Step]:
        return (*super().steps(), self._catch_up)

    async def _catch_up(self) -> None:
        await asyncio.sleep(settings.STREAM_CATCH_UP_SECONDS)
        if self._watchers:
            for key, line in (await READING.call(self.missed, list(self._watchers))).items():
                self.tell(key, line)
