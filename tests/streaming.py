"""The streams' process, asked without a network: application and hubs together."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Any, TypeVar

from asgiref.sync import sync_to_async
from django.db import connection, connections
from django.test import Client

from accounts import services as accounts
from accounts.models import User
from tournaments.config import asgi
from tournaments.notices.badge import badges
from tournaments.notices.personal.streaming import followers
from tournaments.people.reviews.streaming import reviews
from tournaments.people.streaming import talks
from tournaments.streams import readers
from tournaments.tables.hub import hub

T = TypeVar("T")
Headers = dict[str, str]


class Request:
    """A request to the streams' application, and what has come back."""

    def __init__(self, path: str, headers: Headers | None = None, method: str = "GET") -> None:
        given = {"Host": "localhost", **(headers or {})}
        path, _, query = path.partition("?")
        self.scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode()) for name, value in given.items()],
        }
        self.status = 0
        self.headers: Headers = {}
        self.body = b""
        self.ended = asyncio.Event()
        self.begun = asyncio.Event()
        self.left = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
            self.begun.set()
            return
        self.body += message.get("body", b"")
        if not message.get("more_body"):
            self.ended.set()


@contextlib.asynccontextmanager
async def asked(path: str, headers: Headers | None = None, method: str = "GET") -> AsyncIterator[Request]:
    """The request, once it has a status."""
    request = Request(path, headers, method)
    serving = asyncio.create_task(asgi.application(request.scope, request.receive, request.send))
    try:
        await asyncio.wait_for(request.begun.wait(), 30)
        yield request
    finally:
        request.left.set()
        await asyncio.wait_for(serving, 30)


async def until(request: Request, line: bytes) -> None:
    """Wait for *line* in what has come back."""
    async with asyncio.timeout(20):
        while line not in request.body:
            await asyncio.sleep(0.01)


def run(scene: Callable[[], Awaitable[T]]) -> T:
    """What comes of *scene*; nothing of the streams goes on behind it."""

    async def play() -> T:
        try:
            return await asyncio.wait_for(scene(), 60)
        finally:
            for streams in (hub(), badges(), talks(), reviews(), followers()):
                streams.stop()
            readers.stop()
            await sync_to_async(connections.close_all)()

    return asyncio.run(play())


def connections_of(path: str, headers: Sequence[Headers], line: bytes) -> tuple[int, int]:
    """How many connections the database has before all of *headers* ask for *path*, and once each was sent *line*."""

    def connected() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            return int(cursor.fetchone()[0])

    async def scene() -> tuple[int, int]:
        before = await sync_to_async(connected)()
        async with contextlib.AsyncExitStack() as stack:
            for request in [await stack.enter_async_context(asked(path, each)) for each in headers]:
                await until(request, line)
            return before, await sync_to_async(connected)()

    return run(scene)


def bearer(user: User) -> tuple[Headers, int]:
    token, text = accounts.create_token(user=user, name="test")
    return {"Authorization": f"Bearer {text}"}, token.pk


def session(user: User) -> tuple[Headers, Client]:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return {"Cookie": f"sessionid={client.cookies['sessionid'].value}"}, client
