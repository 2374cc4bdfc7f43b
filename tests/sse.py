"""A client of live streams for tests: plain asyncio, as many as a test likes."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Mapping
from pathlib import Path

PATIENCE = 60


class Stream:
    """One open stream, or the answer that refused it."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.status = 0
        self.headers: dict[str, str] = {}

    async def begin(self, path: str, headers: Mapping[str, str]) -> None:
        rows = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{rows}\r\n".encode())
        head = (await self._within(self._reader.readuntil(b"\r\n\r\n"))).decode().splitlines()
        self.status = int(head[0].split()[1])
        self.headers = {name.lower(): value for name, _, value in (row.partition(": ") for row in head[1:] if row)}

    async def body(self) -> bytes:
        """The whole of a short answer."""
        return await self._within(self._reader.readexactly(int(self.headers["content-length"])))

    async def until(self, text: bytes) -> bytes:
        """What is sent, up to and with *text*."""
        return await self._within(self._reader.readuntil(text))

    async def close(self) -> None:
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def _within(self, waiting: object) -> bytes:
        read: bytes = await asyncio.wait_for(waiting, PATIENCE)  # type: ignore[arg-type]
        return read


@contextlib.asynccontextmanager
async def opened(
    where: Path | tuple[str, int], path: str, headers: Mapping[str, str] | None = None
) -> AsyncIterator[Stream]:
    """A stream from a socket's path or an address."""
    if isinstance(where, Path):
        reader, writer = await asyncio.open_unix_connection(where, limit=1 << 20)
    else:
        reader, writer = await asyncio.open_connection(*where, limit=1 << 20)
    stream = Stream(reader, writer)
    try:
        await stream.begin(path, headers or {})
        yield stream
    finally:
        await stream.close()
