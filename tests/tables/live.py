"""Live streams of tables, as a process serves them."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.db import connections

from accounts import services as accounts
from accounts.credentials import NOBODY, Identity
from accounts.models import User
from accounts.services import digest_of
from tournaments.streams import readers
from tournaments.tables.hub import Hub

T = TypeVar("T")


def run(scene: Callable[[Hub], Awaitable[T]]) -> T:
    """Play *scene* with a hub of its own, as one stream process would."""

    async def play() -> T:
        hub = Hub()
        try:
            return await asyncio.wait_for(scene(hub), 30)
        finally:
            hub.stop()
            readers.stop()
            await sync_to_async(connections.close_all)()

    return asyncio.run(play())


def known(user: User) -> Identity:
    """*user*, by a token."""
    _, text = accounts.create_token(user=user, name="test")
    return Identity(user.pk, token=digest_of(text))


@contextlib.asynccontextmanager
async def watching(
    hub: Hub, table_id: str, identity: Identity = NOBODY, since: int | None = None
) -> AsyncIterator[AsyncIterator[bytes]]:
    """The events of a stream, one by one."""
    watcher = await hub.watch(table_id, identity, since)

    async def events() -> AsyncIterator[bytes]:
        async for chunk in watcher:
            for event in chunk.split(b"\n\n")[:-1]:
                yield event + b"\n\n"

    try:
        yield events()
    finally:
        watcher.close()


async def next_raw(events: AsyncIterator[bytes]) -> bytes:
    """The next line of the log."""
    async for event in events:
        if event.startswith(b"id: "):
            return event
    raise AssertionError("the stream has ended")


async def next_presence(events: AsyncIterator[bytes]) -> list[dict[str, Any]]:
    async for event in events:
        if event.startswith(b"event: presence\n"):
            seats: list[dict[str, Any]] = json.loads(event.partition(b"data: ")[2])["seats"]
            return seats
    raise AssertionError("the stream has ended")


async def next_line(events: AsyncIterator[bytes]) -> dict[str, Any]:
    head, data = (await next_raw(events)).decode().strip().split("\n")
    parsed: dict[str, Any] = json.loads(data.removeprefix("data: "))
    assert head == f"id: {parsed['seq']}"
    return parsed
