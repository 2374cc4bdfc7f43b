"""The badges of a process's open pages: one subscription for all of them, and no database while nothing happens.

A page is told the number itself, so that news cost no query here. What a message did not tell is found by a slow look
at all readers together, which also sees whether they still may.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

import msgspec
import redis.asyncio as redis
import structlog
from django.conf import settings

from accounts import credentials
from accounts.credentials import Identity
from tournaments.notices import badge
from tournaments.tables.readers import ADMISSION, READING
from tournaments.tables.watching import Watcher

_log = structlog.get_logger(__name__)

PAUSE = 1.0
QUIET = 5.0
ACCESS_SECONDS = 1.0
"""How often it is seen whether those who listen still may."""


def line(unread: int) -> bytes:
    return b"data: %b\n\n" % msgspec.json.encode({"unread": unread})


class Badges:
    """Who listens here. Its tasks begin with the first of them."""

    def __init__(self) -> None:
        self._watchers: dict[int, set[Watcher]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def count(self) -> int:
        return sum(map(len, self._watchers.values()))

    def stop(self) -> None:
        """End what goes on, with the process."""
        for task in self._tasks:
            task.cancel()

    async def watch(self, user: int, identity: Identity) -> Watcher:
        """A watcher that begins with the number of now, and misses no later one."""
        self._start()
        watcher = Watcher(identity)
        self._watchers.setdefault(user, set()).add(watcher)
        watcher.on_close(lambda: self._leave(user, watcher))
        try:
            watcher.begin([line(await ADMISSION.call(badge.unread, user))])
        except BaseException:
            watcher.close()
            raise
        return watcher

    def hear(self, message: str) -> None:
        """``<user> <unread>``: tell the pages of that user."""
        user, _, unread = message.partition(" ")
        if user.isdecimal() and unread.isdecimal():
            self._tell(int(user), int(unread))

    def _tell(self, user: int, unread: int) -> None:
        for watcher in list(self._watchers.get(user, ())):
            watcher.send([line(unread)])

    def _leave(self, user: int, watcher: Watcher) -> None:
        self._watchers.get(user, set()).discard(watcher)
        if not self._watchers.get(user):
            self._watchers.pop(user, None)

    def _start(self) -> None:
        if not self._tasks or any(task.done() for task in self._tasks):
            steps = (self._listen, self._check_access, self._catch_up, self._beat)
            self._tasks = [asyncio.create_task(self._steadily(step)) for step in steps]

    async def _steadily(self, step: Callable[[], Awaitable[None]]) -> None:
        """*step*, forever: whatever goes wrong, the next one may go well."""
        while True:
            try:
                await step()
            except asyncio.CancelledError:
                raise
            except Exception as error:
                _log.warning("badges_failed", step=step.__name__, error=repr(error))
                await asyncio.sleep(PAUSE)

    async def _listen(self) -> None:
        client = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, health_check_interval=0)
        async with client, client.pubsub() as pubsub:
            await pubsub.subscribe(badge.channel())
            while True:
                message = await pubsub.get_message(timeout=QUIET, ignore_subscribe_messages=True)
                if message is None:
                    await pubsub.ping()
                elif message["type"] == "message":
                    self.hear(message["data"].decode())

    async def _catch_up(self) -> None:
        await asyncio.sleep(settings.STREAM_CATCH_UP_SECONDS)
        if self._watchers:
            for user, unread in (await READING.call(badge.unread_of, list(self._watchers))).items():
                self._tell(user, unread)

    async def _check_access(self) -> None:
        """End the streams of those whose token, session or account is no longer good."""
        await asyncio.sleep(ACCESS_SECONDS)
        known = [watcher for watchers in self._watchers.values() for watcher in watchers]
        if known:
            good = await READING.call(credentials.still_good, {watcher.identity for watcher in known})
            for watcher in known:
                if watcher.identity not in good:
                    watcher.close()

    async def _beat(self) -> None:
        await asyncio.sleep(settings.STREAM_HEARTBEAT_SECONDS)
        for watcher in [watcher for watchers in self._watchers.values() for watcher in watchers]:
            watcher.beat()


_badges: WeakKeyDictionary[asyncio.AbstractEventLoop, Badges] = WeakKeyDictionary()


def badges() -> Badges:
    """Those of this process: of its event loop, strictly."""
    loop = asyncio.get_running_loop()
    if loop not in _badges:
        _badges[loop] = Badges()
    return _badges[loop]
