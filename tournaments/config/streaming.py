"""The process of the live streams: Granian's server within this one, where its command would be a second process.

It listens at ``--uds PATH``, or at ``--host`` and ``--port``.
"""

import argparse
import asyncio
import signal
from pathlib import Path

from granian.constants import Interfaces
from granian.server.embed import Server

MANY = 8192
"""Connections at once; Granian would refuse the 513th."""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--uds", type=Path)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    asyncio.run(serve(parser.parse_args()))


async def serve(where: argparse.Namespace) -> None:
    """Until it is told to stop. Django speaks no lifespan protocol, so the interface is the one without it."""
    from tournaments.config.asgi import application  # imported by a process that serves it

    server = Server(
        application,
        where.host,
        where.port,
        where.uds,
        Interfaces.ASGINL,
        websockets=False,
        backlog=MANY,
        backpressure=MANY,
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, server.stop)
    await server.serve()


if __name__ == "__main__":
    main()
