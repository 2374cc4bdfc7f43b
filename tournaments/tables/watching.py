"""Those who watch, and what they watch."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from accounts.credentials import Identity
from engine.events import Seat
from tournaments.tables import live, presence
from tournaments.tables.live import Told
from tournaments.tables.presence import SeatPresence
from tournaments.tables.readers import ADMISSION
from tournaments.tables.state import TableState

QUEUE = 500
"""Lines that a slow client may fall behind before it is let go; it comes back by itself."""
HEARTBEAT = b": still here\n"
"""A comment before the next event: an empty line behind it would end an event without data, to programs that are less
strict than browsers."""
TAKING = 5.0
"""Seconds that a client has for taking the last lines."""


class NothingMore(Exception):
    """The table is over, and the viewer who comes back has been told everything."""


class Watcher:
    """One open stream: who watches, from which seat, and the lines that have not been sent. Iterate over it."""

    def __init__(self, identity: Identity, *, stays: bool = True) -> None:
        self.identity = identity
        self.stays = stays
        """Whether what follows the end of a table is told as well."""
        self.seat: Seat | None = None
        self.closed = self.ended = False
        self.late = False
        """Whether the table was over when they came."""
        self._closing: list[Callable[[], object]] = []
        self._lines: deque[bytes] = deque()
        self._begun = False
        self._quiet = True
        self._waiting: asyncio.Future[None] | None = None

    def begin(self, lines: Iterable[bytes]) -> None:
        """What comes before everything that was sent so far."""
        self._lines.extendleft(reversed(list(lines)))
        self._begun = True
        self._rouse()
        self._close_soon()

    def send(self, lines: Sequence[bytes]) -> None:
        if len(self._lines) + len(lines) > QUEUE:
            self.close()
            return
        self._lines.extend(lines)
        self._quiet = False
        self._rouse()

    def beat(self) -> None:
        """Say that the stream is still there, unless something was sent since the last time."""
        if self._quiet and not self._lines:
            self.send([HEARTBEAT])
        self._quiet = True

    def end(self, lines: Sequence[bytes]) -> None:
        """*lines* are the last. It closes once they have been taken, or have not been for some seconds."""
        self.send(lines)
        self.ended = True
        self._close_soon()

    def _close_soon(self) -> None:
        """Once the last lines can be taken: the first may still be worked out."""
        if self._begun and self.ended:
            asyncio.get_running_loop().call_later(TAKING, self.close)

    def close(self) -> None:
        """No more is sent. Once or many times."""
        if not self.closed:
            self.closed = True
            for call in self._closing:
                call()
            self._rouse()

    def on_close(self, call: Callable[[], object]) -> None:
        """Have *call* made when it closes: at once, if it has."""
        if self.closed:
            call()
        else:
            self._closing.append(call)

    def __aiter__(self) -> Watcher:
        return self

    async def __anext__(self) -> bytes:
        """All lines that wait."""
        while not self.closed and not (self._begun and self._lines):
            if self._begun and self.ended:
                self.close()
                break
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        if self.closed:
            raise StopAsyncIteration
        lines = b"".join(self._lines) if len(self._lines) > 1 else self._lines[0]
        self._lines.clear()
        return lines

    def _rouse(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


class Topic:
    """A watched table: how far its watchers have been told."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self.streams: set[Watcher] = set()
        """All that hold on to this topic, those still being admitted included."""
        self.admitted: set[Watcher] = set()
        self.presences: tuple[SeatPresence, ...] = ()
        self._missed: dict[tuple[Seat | None, int | None, bool], asyncio.Task[list[bytes]]] = {}

    @property
    def audience(self) -> frozenset[int | None]:
        """The users of those who watch; ``None`` for strangers."""
        return frozenset(watcher.identity.user for watcher in self.admitted)

    @property
    def users(self) -> set[int]:
        """The users of those who watch."""
        return {user for user in self.audience if user is not None}

    @property
    def players(self) -> set[Watcher]:
        return {watcher for watcher in self.admitted if watcher.seat is not None}

    def sits(self, watcher: Watcher) -> bool:
        """Whether *watcher* has, or had, a seat there."""
        user = watcher.identity.user
        return user is not None and bool(self.table.seats_of(user))

    def advance(self, table: TableState, told: Sequence[Told]) -> bool:
        """Tell everybody of the commits since last time, each from the seat that they had then; whether one is new."""
        if table is self.table:
            return False
        self.table = table
        self._missed.clear()
        seated = False
        for watcher in list(self.admitted):
            user = watcher.identity.user
            watcher.send([lines[after.seat_of(user)] for after, lines in told])
            if table.is_over and not watcher.stays:
                self._end(watcher)
            seated |= watcher.seat is None and table.seat_of(user) is not None
            watcher.seat = table.seat_of(user)
        return seated

    def admit(self, watcher: Watcher, since: int | None) -> asyncio.Task[list[bytes]]:
        """From now on *watcher* is told of every commit; what it missed up to here, once that has been worked out."""
        watcher.seat = self.table.seat_of(watcher.identity.user)
        self.admitted.add(watcher)
        if self.table.is_over and not watcher.stays:
            watcher.late = True
            self._end(watcher)
        asked = watcher.seat, since, watcher.stays
        task = self._missed.get(asked)
        if task is None or (task.done() and task.exception() is not None):
            task = self._missed[asked] = asyncio.create_task(ADMISSION.call(live.backlog, self.table, *asked))
        return task

    def _end(self, watcher: Watcher) -> None:
        self.admitted.discard(watcher)
        watcher.end([live.end_line(self.table)])

    # -- who is there

    def presence_line(self) -> list[bytes]:
        known = self.presences and presence.people(self.table)
        return [live.presence_line(self.presences)] if known else []

    def attended(self, presences: tuple[SeatPresence, ...]) -> None:
        """Tell everybody who is there, if that has changed."""
        if presences != self.presences:
            self.presences = presences
            for watcher in list(self.admitted):
                watcher.send(self.presence_line())
