"""The streams of one process: what its watchers wait for, read once a table and wake-up, however many they are.

A wake-up is a hint only: a slow look at the heads finds what was missed, and a client that comes back names the last id
it has. An open stream holds neither a connection nor a thread: all reads go through the lanes of `readers`.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias
from weakref import WeakKeyDictionary

import structlog
from django.conf import settings
from django.db import DatabaseError

from accounts import credentials
from accounts.credentials import Identity
from tournaments.clubs import selectors as clubs
from tournaments.log import selectors as log
from tournaments.platform import tracing
from tournaments.streams.batches import Batches
from tournaments.streams.loops import Loops, end_if_cancelled
from tournaments.streams.readers import ADMISSION, READING
from tournaments.streams.watchers import NothingMore, Watcher
from tournaments.tables import live
from tournaments.tables.attendance import Attendance
from tournaments.tables.streams import TABLES
from tournaments.tables.subscription import Subscription
from tournaments.tables.topics import Topic

_log = structlog.get_logger(__name__)
Admission: TypeAlias = "asyncio.Future[asyncio.Task[list[bytes]]]"

BATCH = 16
"""Tables that are read together; the others wait their turn, in the order in which they were woken."""
ACCESS_SECONDS = 1.0
"""How often it is seen whether those who follow a table still may come in."""
PAUSE = 1.0
"""Seconds before the database is asked again when it does not answer."""


class Hub:
    """The topics that somebody watches here. Its tasks begin with the first stream."""

    def __init__(self) -> None:
        self._topics: dict[str, Topic] = {}
        self._woken: dict[str, list[tuple[Admission, Callable[[], asyncio.Task[list[bytes]]]]]] = {}
        """The tables that have news, and who waits at each of them for being admitted."""
        self._news = asyncio.Event()
        self._subscription = Subscription(lambda: self._topics, self._wake, self._tell_of_chat)
        self._attendance = Attendance(self._topics)
        self._rota = Batches()
        self._loops = Loops()

    @property
    def topics(self) -> tuple[str, ...]:
        """The tables that somebody watches here."""
        return tuple(self._topics)

    def stop(self) -> None:
        """End what goes on, with the process."""
        self._loops.stop()

    async def watch(
        self, table_id: str, identity: Identity, since: int | None = None, *, stays: bool = True, seated: bool = True
    ) -> Watcher:
        """A watcher that has been sent what it missed after *since*, and misses nothing until it is closed. Unless it
        *stays*, that is at the table's end; raises :class:`NothingMore` if it has been told of that already. Unless
        *seated* it is told what everybody is told, also where its user sits."""
        self._start()
        topic = self._topics.get(table_id)
        if topic is None:
            folded = await ADMISSION.call(TABLES.current, table_id)
            topic = self._topics.setdefault(table_id, Topic(folded.state))
        watcher = Watcher(identity, stays=stays, seated=seated)
        watcher.on_close(lambda: self._leave(topic, watcher))
        topic.streams.add(watcher)
        self._subscription.change()
        try:
            missed = await self._admitted(topic, watcher, since)
            lines = await asyncio.shield(missed)
            if watcher.late and since is not None and not lines:
                raise NothingMore
            watcher.begin([*lines, *([] if watcher.late else [*topic.presence_line(), *topic.watching_line()])])
        except BaseException:
            watcher.close()
            raise
        if watcher.seat is not None:
            self._attendance.look()
        return watcher

    async def _admitted(self, topic: Topic, watcher: Watcher, since: int | None) -> asyncio.Task[list[bytes]]:
        """Once the table has been read by a read that began after this call: *watcher* is never told what is old."""
        done: Admission = asyncio.get_running_loop().create_future()
        self._woken.setdefault(topic.table.id, []).append((done, lambda: topic.admit(watcher, since)))
        self._news.set()
        return await done

    def _leave(self, topic: Topic, watcher: Watcher) -> None:
        topic.streams.discard(watcher)
        topic.admitted.discard(watcher)
        if not topic.streams and self._topics.get(topic.table.id) is topic:
            del self._topics[topic.table.id]
            self._subscription.change()

    # -- what goes on while somebody watches

    def _start(self) -> None:
        steps = (self._tell, self._sweep, self._check_access, self._beat)
        steady = {step.__name__: partial(self._steadily, step) for step in steps}
        self._loops.start(subscription=self._subscription.run, attendance=self._attendance.run, **steady)

    async def _steadily(self, step: Callable[[], Awaitable[None]]) -> None:
        """*step* forever. While the database is away it is tried again and again; nobody's stream ends for that."""
        while True:
            try:
                await step()
            except DatabaseError as error:
                _log.warning("streams_lost_database", step=step.__name__, error=str(error))
                await asyncio.sleep(PAUSE)
            except Exception:
                _log.exception("hub_failed", step=step.__name__)
                await asyncio.sleep(PAUSE)
            end_if_cancelled()

    def _wake(self, table_id: str) -> None:
        if table_id in self._topics:
            self._woken.setdefault(table_id, [])
            self._news.set()

    def _tell_of_chat(self, table_id: str, line: int) -> None:
        """Its number and nothing of it, the same for all: each client asks for the lines that are for its reader."""
        topic = self._topics.get(table_id)
        if topic is not None:
            told, players = live.chat_line(line), topic.players
            for watcher in players:
                watcher.send([told])
            self._rota.tell(table_id, topic.admitted - players, told)

    async def _tell(self) -> None:
        """Read the tables that were woken, some at a time, and tell their watchers."""
        await self._news.wait()
        batch = {table_id: self._woken.pop(table_id) for table_id in list(self._woken)[:BATCH]}
        if not self._woken:
            self._news.clear()
        topics = [self._topics[table_id] for table_id in batch if table_id in self._topics]
        try:
            with tracing.span("tell watchers", attributes={"cardroom.tables": len(topics)}):
                news = await READING.call(live.news, [(topic.table, topic.audience) for topic in topics])
        except Exception as error:
            for done, _ in (one for waiting in batch.values() for one in waiting):
                if not done.done():
                    done.set_exception(error)
            for table_id in batch:
                self._wake(table_id)
            raise
        for topic, (now, told) in zip(topics, news, strict=True):
            if topic.advance(now, told):
                self._attendance.look()
            for done, admit in batch[topic.table.id]:
                if not done.done():
                    done.set_result(admit())

    async def _sweep(self) -> None:
        """Find what no message told of: one look at all heads together, more often while messages can't come."""
        await asyncio.sleep(settings.STREAM_CATCH_UP_SECONDS if self._subscription.up else PAUSE)
        if self._topics:
            streams = {TABLES.name(table_id): table_id for table_id in self._topics}
            seqs = await READING.call(log.seqs, list(streams))
            for stream, table_id in streams.items():
                topic = self._topics.get(table_id)
                if topic is not None and topic.table.seq != seqs.get(stream):
                    self._wake(table_id)

    async def _check_access(self) -> None:
        """End the streams of those whose token, session or account is no longer good."""
        await asyncio.sleep(ACCESS_SECONDS)
        known = [one for topic in self._topics.values() for one in topic.streams if one.identity.user is not None]
        if known:
            good = await READING.call(credentials.still_good, {watcher.identity for watcher in known})
            for watcher in known:
                if watcher.identity not in good:
                    watcher.close()
        await self._check_clubs()

    async def _check_clubs(self) -> None:
        """End the streams of those who may know of a club's table no more: who sits there always may."""
        watched = {
            watcher: (club, watcher.identity.user)
            for topic in self._topics.values()
            if (club := topic.table.facts.club) is not None
            for watcher in topic.streams
            if not topic.sits(watcher)
        }
        if watched:
            unseen = await READING.call(clubs.unseen, set(watched.values()))
            for watcher, asked in watched.items():
                if asked in unseen:
                    watcher.close()

    async def _beat(self) -> None:
        """Say to the quiet streams that they are still there."""
        await asyncio.sleep(settings.STREAM_HEARTBEAT_SECONDS)
        for topic in list(self._topics.values()):
            for watcher in list(topic.admitted):
                watcher.beat()
            await asyncio.sleep(0)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of this process: of its event loop, strictly, as a process that serves has but one."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
