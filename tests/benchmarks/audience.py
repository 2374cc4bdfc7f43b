"""Clients of live streams by the thousand, in one process: what they get, and when."""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

_ID = re.compile(rb"(?:^|\n)id: (\d+)\n")
_TURN = re.compile(rb'"type":"turn".*?"table":\{"id":"(\w+)","seq":(\d+),')
_PATIENCE = 300


class Received(NamedTuple):
    table: str
    seq: int
    at: float


class Client(asyncio.Protocol):
    """The stream of a table: an entry in *received* for each line that has come whole."""

    path = "/api/tables/{}/stream"

    def __init__(self, table: str, headers: str, received: list[Received], keep: dict[int, bytes] | None) -> None:
        self.status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._table = table
        self._request = f"GET {self.path.format(table)} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode()
        self._received = received
        self._keep = keep
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        if not self.status.done():
            self.status.set_result(int(data.split(b" ", 2)[1]))
        *events, self._rest = (self._rest + data).split(b"\n\n")
        for event in events:
            self._heard(event, now)

    def _heard(self, event: bytes, now: float) -> None:
        if (line := _ID.search(event)) is None:
            return
        seq = int(line[1])
        self._received.append(Received(self._table, seq, now))
        if self._keep is not None:
            self._keep[seq] = event[line.start() :].lstrip() + b"\n\n"
        if not self.begun.done():
            self.begun.set_result(None)


class Program(Client):
    """The stream of all that concerns a user: an entry for each of their turns."""

    path = "/api/stream"

    def _heard(self, event: bytes, now: float) -> None:
        if (turn := _TURN.search(event)) is not None:
            self._received.append(Received(turn[1].decode(), int(turn[2]), now))
        if b'"type":"ready"' in event and not self.begun.done():
            self.begun.set_result(None)


class Audience:
    """Those who follow the tables at one socket."""

    def __init__(self, socket: Path, kind: type[Client] = Client) -> None:
        self._socket, self._kind = socket, kind
        self.received: list[Received] = []
        self.lines: dict[int, bytes] = {}
        """The lines that the first client got, by seq."""
        self.clients: list[Client] = []

    async def enter(self, tables: Sequence[str], headers: Callable[[int], str] = lambda n: "") -> list[int]:
        """One client for each of *tables*, some at a time; the statuses that they were answered with."""
        loop = asyncio.get_running_loop()
        for start in range(0, len(tables), 50):
            for number, table in enumerate(tables[start : start + 50], start):
                made = self._kind(table, _from(number) + headers(number), self.received, None if number else self.lines)
                await loop.create_unix_connection(lambda made=made: made, str(self._socket))  # type: ignore[misc]
                self.clients.append(made)
            await asyncio.wait_for(asyncio.gather(*(one.begun for one in self.clients[start:])), _PATIENCE)
        return [one.status.result() for one in self.clients]

    async def hear(self, count: int, patience: float = 30) -> None:
        """Wait until *count* lines have come, or nothing more does."""
        deadline = time.monotonic() + patience
        while len(self.received) < count and time.monotonic() < deadline:
            await asyncio.sleep(0.05)

    def leave(self) -> None:
        for client in self.clients:
            client.transport.close()


def _from(number: int) -> str:
    return f"X-Forwarded-For: 10.{number >> 16}.{number >> 8 & 255}.{number & 255}\r\n"
