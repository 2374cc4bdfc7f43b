"""The bare broadcaster: what Redis says goes to everybody, and nothing else is done. ``SOCKET REDIS_URL CHANNEL``"""

import asyncio
import sys

import redis.asyncio as redis

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
FIRST = b"id: 0\ndata: {}\n\n"


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


class Everybody(asyncio.Protocol):
    present: set[asyncio.WriteTransport] = set()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.transport.write(HEAD + chunk(FIRST))
        self.present.add(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self.present.discard(self.transport)


async def main(socket: str, url: str, channel: str) -> None:
    server = await asyncio.get_running_loop().create_unix_server(Everybody, socket, backlog=4096)
    async with server, redis.Redis.from_url(url) as client, client.pubsub() as pubsub:
        await pubsub.subscribe(channel)
        print("ready", flush=True)
        async for message in pubsub.listen():
            if message["type"] == "message":
                data = chunk(message["data"])
                for transport in Everybody.present:
                    transport.write(data)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
