"""A watched table: how far those who watch it have been told."""

import asyncio
from collections.abc import Sequence

from engine.events import Seat
from tournaments.streams.readers import ADMISSION
from tournaments.streams.watchers import Watcher
from tournaments.tables import live, presence
from tournaments.tables.live import Told
from tournaments.tables.presence import SeatPresence
from tournaments.tables.state import TableState


class Topic:
    """A watched table: how far its watchers have been told."""

    def __init__(self, table: TableState) -> None:
        self.table = table
        self.streams: set[Watcher] = set()
        """All that hold on to this topic, those still being admitted included."""
        self.admitted: set[Watcher] = set()
        self.presences: tuple[SeatPresence, ...] = ()
        self.watching = 0
        """How many people follow it without a seat, in all processes."""
        self._missed: dict[tuple[Seat | None, int | None, bool], asyncio.Task[list[bytes]]] = {}

    @property
    def audience(self) -> frozenset[int | None]:
        """The users of those who watch; ``None`` for strangers."""
        return frozenset(watcher.eyes for watcher in self.admitted)

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
            user = watcher.eyes
            watcher.send([lines[after.seat_of(user)] for after, lines in told])
            if table.is_over and not watcher.stays:
                self._end(watcher)
            seated |= watcher.seat is None and table.seat_of(user) is not None
            watcher.seat = table.seat_of(user)
        return seated

    def admit(self, watcher: Watcher, since: int | None) -> asyncio.Task[list[bytes]]:
        """From now on *watcher* is told of every commit; what it missed up to here, once that has been worked out."""
        watcher.seat = self.table.seat_of(watcher.eyes)
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

    @property
    def spectators(self) -> tuple[int, set[int]]:
        """Who follows it here without a seat: how many strangers, and which users."""
        users = [watcher.identity.user for watcher in self.admitted if not self.sits(watcher)]
        return users.count(None), {user for user in users if user is not None}

    def watching_line(self) -> list[bytes]:
        return [live.watching_line(self.watching)] if self.watching else []

    def counted(self, watching: int) -> None:
        """Tell everybody how many watch, if that has changed."""
        if watching != self.watching:
            self.watching = watching
            for watcher in list(self.admitted):
                watcher.send([live.watching_line(watching)])

    def presence_line(self) -> list[bytes]:
        known = self.presences and presence.people(self.table)
        return [live.presence_line(self.presences)] if known else []

    def attended(self, presences: tuple[SeatPresence, ...]) -> None:
        """Tell everybody who is there, if that has changed."""
        if presences != self.presences:
            self.presences = presences
            for watcher in list(self.admitted):
                watcher.send(self.presence_line())
