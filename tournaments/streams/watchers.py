"""An open stream, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from accounts.credentials import Identity
from tournaments.streams.forms import EVENTS, Form

QUEUE = 500
"""Lines that a slow client may fall behind before it is let go; it comes back by itself."""
BYTES = 512 * 1024
"""The same in bytes: a hundred streams of one user that read nothing are not to fill the process."""
BEATS = 3
"""Heartbeats for which lines may wait without being taken."""
TAKING = 5.0
"""Seconds that a client has for taking the last lines."""


class NothingMore(Exception):
    """What was watched is over, and the viewer who comes back has been told everything."""


class Watcher:
    """One open stream: who watches, from which seat if there are any, and the lines that have not been sent. Iterate
    over it."""

    def __init__(self, identity: Identity, *, stays: bool = True, seated: bool = True, form: Form = EVENTS) -> None:
        self.identity = identity
        self.form = form
        self.eyes: int | None = identity.user if seated else None
        """The user who looks; ``None`` for strangers, and for those who want to see what everybody sees."""
        self.stays = stays
        """Whether what follows the end is told as well."""
        self.seat: int | None = None
        self.closed = self.ended = False
        self.late = False
        """Whether it was over when they came."""
        self._closing: list[Callable[[], object]] = []
        self._lines: deque[bytes] = deque()
        self._size = self._untaken = 0
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
        self._size += sum(map(len, lines))
        if len(self._lines) + len(lines) > QUEUE or self._size > BYTES:
            self.close()
            return
        self._lines.extend(lines)
        self._quiet = False
        self._rouse()

    def beat(self) -> None:
        """Say that the stream is still there, unless something was sent since the last time. Who takes nothing for
        long is let go."""
        self._untaken += bool(self._begun and self._lines)
        if self._untaken > BEATS:
            self.close()
            return
        if self._quiet and not self._lines:
            self.send([self.form.heartbeat])
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
            self._lines.clear()
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
        self._size = self._untaken = 0
        return lines

    def _rouse(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)
