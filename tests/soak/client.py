"""HTTP as the players and watchers of the soak speak it: one request a connection, streams for as long as they last."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

PATIENCE = 60.0


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


class Site:
    """The proxy's address, asked from the address *source* of this machine."""

    def __init__(self, port: int, *, source: str = "127.0.0.1") -> None:
        self.port, self._source = port, (source, 0)

    async def ask(self, method: str, path: str, *, body: Any = None, **headers: str) -> Answer:
        """One answer; ``OSError`` or ``EOFError`` if there is none."""
        async with asyncio.timeout(PATIENCE):
            async with self._sent(method, path, body, headers) as reader:
                status, told = await _head(reader)
                if told.get("transfer-encoding") == "chunked":
                    return Answer(status, told, b"".join([part async for part in _chunks(reader)]))
                return Answer(status, told, await reader.readexactly(int(told.get("content-length", 0))))

    async def lines(self, path: str, **headers: str) -> AsyncIterator[bytes]:
        """The lines of a stream; none if it is refused."""
        async with self._sent("GET", path, None, headers) as reader:
            async with asyncio.timeout(PATIENCE):
                status, _told = await _head(reader)
            if status != 200:
                raise ConnectionError(f"{path}: {status}")
            rest = b""
            async for part in _chunks(reader):
                *whole, rest = (rest + part).split(b"\n")
                for line in whole:
                    yield line

    @asynccontextmanager
    async def _sent(
        self, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> AsyncIterator[asyncio.StreamReader]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=self._source)
        try:
            data = b"" if body is None else json.dumps(body).encode()
            told = {
                "Host": f"localhost:{self.port}",
                "Connection": "close",
                "Content-Length": str(len(data)),
                **headers,
            }
            if body is not None:
                told["Content-Type"] = "application/json"
            head = "".join(f"{name}: {value}\r\n" for name, value in told.items())
            writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + data)
            await writer.drain()
            yield reader
        finally:
            writer.close()


async def _head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    first = await reader.readline()
    if not first:
        raise ConnectionError("closed before the answer")
    headers = {}
    while (line := (await reader.readline()).strip()) != b"":
        name, _colon, value = line.decode("latin-1").partition(":")
        headers[name.lower()] = value.strip()
    return int(first.split()[1]), headers


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int((await reader.readline()).strip() or b"0", 16):
        yield (await reader.readexactly(size + 2))[:-2]
