"""Live tables: one server-sent event a commit, numbered by its last seq, each viewer's own view and nothing more.

One Redis subscription a process wakes a topic a table; the topic reads the new commits once and makes one line a seat.
A wake-up is a hint only: a slow look at the heads finds what was missed, and a client that comes back names the last
id it has. An open stream holds no database connection: all reads go through one thread of the process.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from typing import TypeVar

import msgspec
import redis.asyncio as redis
import structlog
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections
from msgspec.json import encode

from engine.events import Event, Seat
from tournaments.log import selectors as log
from tournaments.tables import folds
from tournaments.tables.folds import stream_of
from tournaments.tables.playing import Playing
from tournaments.tables.views import clock_views, legal

_log = structlog.get_logger(__name__)
R = TypeVar("R")

MOST_MISSED = 200
"""Commits that a returning client is sent one by one; beyond that it gets the present state alone."""
QUEUE = 500
"""Lines that a slow client may fall behind before it is let go; it comes back by itself."""


class Watcher:
    """One open stream: whose seat it looks from, and the lines it has not been sent."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        self.lines: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)

    def take(self) -> list[bytes]:
        """The lines that wait, taken out."""
        return [line for line in (self.lines.get_nowait() for _ in range(self.lines.qsize())) if line is not None]

    def send(self, lines: Iterable[bytes]) -> None:
        try:
            for line in lines:
                self.lines.put_nowait(line)
        except asyncio.QueueFull:
            self.take()
            self.lines.put_nowait(None)


class Topic:
    """A watched table: how far its watchers have been told."""

    def __init__(self, table: Playing) -> None:
        self.table = table
        self.watchers: set[Watcher] = set()
        self.streams = 0
        """Streams that hold on to this topic, those still being admitted included."""
        self._lock = asyncio.Lock()

    async def admit(self, watcher: Watcher) -> Playing:
        """From now on *watcher* is told of every commit after the table returned."""
        async with self._lock:
            self.watchers.add(watcher)
            return self.table

    async def catch_up(self) -> None:
        """Tell everybody of the commits since last time."""
        async with self._lock:
            seats = {watcher.seat for watcher in self.watchers}
            self.table, lines = await _read(_lines_since, self.table, seats)
            for watcher in self.watchers:
                watcher.send(lines.get(watcher.seat, ()))


class Hub:
    """The process's one subscription and the topics that somebody watches. Started by the first stream."""

    def __init__(self) -> None:
        self._topics: dict[str, Topic] = {}
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def topics(self) -> tuple[str, ...]:
        """The tables that somebody watches here."""
        return tuple(self._topics)

    def stop(self) -> None:
        """End the subscription, with the process."""
        for task in self._tasks:
            task.cancel()

    @contextlib.asynccontextmanager
    async def watch(self, table_id: str, seat: Seat | None, since: int | None) -> AsyncIterator[Watcher]:
        """A watcher that has been sent what it missed after *since*, and from then on misses nothing."""
        self._start()
        topic = self._topics.get(table_id)
        if topic is None:
            folded = await _read(folds.current, table_id)
            topic = self._topics.setdefault(table_id, Topic(folded.table))
        topic.streams += 1
        watcher = Watcher(seat)
        try:
            await topic.catch_up()
            upto = await topic.admit(watcher)
            missed = await _read(backlog, upto, seat, since)
            later = watcher.take()
            watcher.send([*missed, *later])
            yield watcher
        finally:
            topic.watchers.discard(watcher)
            topic.streams -= 1
            if not topic.streams:
                self._topics.pop(table_id, None)

    def _start(self) -> None:
        if not self._tasks or any(task.done() for task in self._tasks):
            self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._look_again())]

    async def _listen(self) -> None:
        """Wake the topic that a message names; come back by itself when Redis goes away."""
        pattern = f"{settings.REDIS_PREFIX}table:*"
        while True:
            try:
                async with redis.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as subscription:
                    await subscription.psubscribe(pattern)
                    async for message in subscription.listen():
                        if message["type"] == "pmessage":
                            await self._wake(message["channel"].decode().removeprefix(pattern[:-1]))
            except redis.RedisError as error:
                _log.warning("hub_lost_redis", error=str(error))
                await asyncio.sleep(1)

    async def _look_again(self) -> None:
        """Find what no message told of."""
        while True:
            await asyncio.sleep(settings.STREAM_CATCH_UP_SECONDS)
            for table_id in list(self._topics):
                await self._wake(table_id)

    async def _wake(self, table_id: str) -> None:
        topic = self._topics.get(table_id)
        if topic is not None:
            try:
                await topic.catch_up()
            except Exception:
                _log.exception("hub_failed", table=table_id)


HUB = Hub()


def line(table: Playing, commit: Iterable[tuple[int, Event]], seat: Seat | None) -> bytes:
    """One commit as the viewer at *seat* may see it, as a server-sent event."""
    seen = [(seq, event.seen_by(seat)) for seq, event in commit]
    view = table.game.view(table.state, seat) if table.started_at is not None else None
    data = {
        "seq": table.seq,
        "events": [{"seq": seq, "kind": e.kind, **msgspec.to_builtins(e)} for seq, e in seen if e is not None],
        "view": view,
        "legal": legal(table, seat),
        "to_act": table.to_act,
        "clocks": clock_views(table),
        "status": table.status,
    }
    return b"id: %d\ndata: %b\n\n" % (table.seq, encode(data))


def _lines_since(table: Playing, seats: set[Seat | None]) -> tuple[Playing, dict[Seat | None, list[bytes]]]:
    """The table now, and for each seat a line a commit after *table*."""
    lines: dict[Seat | None, list[bytes]] = defaultdict(list)
    now = table
    for after, commit in folds.steps(table.id, log.load(stream_of(table.id), after=table.seq), table):
        events = list(zip((stored.seq for stored in commit), folds.decode(after, commit), strict=True))
        for seat in seats:
            lines[seat].append(line(after, events, seat))
        now = after
    return now, lines


def backlog(table: Playing, seat: Seat | None, since: int | None) -> list[bytes]:
    """What a viewer who has seen event *since* missed up to *table*; without one, the present state."""
    if since is None:
        return [line(table, (), seat)]
    missed = [
        (after, commit)
        for after, commit in folds.steps(table.id, log.load(stream_of(table.id), until=table.seq))
        if after.seq > since
    ]
    if len(missed) > MOST_MISSED:
        return [line(table, (), seat)]
    return [
        line(after, zip((stored.seq for stored in commit), folds.decode(after, commit), strict=True), seat)
        for after, commit in missed
    ]


async def _read(function: Callable[..., R], *args: object) -> R:
    """Call *function* in the thread that holds the process's database connection."""

    def call() -> R:
        close_old_connections()
        return function(*args)

    return await sync_to_async(call)()
