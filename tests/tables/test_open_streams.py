"""Open streams and what they hold: the real process, with many of them."""

import asyncio
import contextlib
import time
from collections.abc import Callable

import pytest
from django.db import connection, connections

from accounts import services as accounts
from accounts.models import User
from tests.factories import open_for
from tests.processes import Processes
from tests.sse import Stream, opened

pytestmark = pytest.mark.processes
MANY = 300
MOST = 4
"""Connections that the streams' process may use."""


def connections_used() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity"
            " WHERE application_name = 'cardroom-streams' AND pid <> pg_backend_pid()"
        )
        (count,) = cursor.fetchone()
    return int(count)


def become(wanted: Callable[[], bool], patience: float = 30) -> None:
    deadline = time.monotonic() + patience
    while not wanted():
        assert time.monotonic() < deadline, "it did not come about"
        time.sleep(0.05)


def test_open_streams_share_a_few_connections_and_leave_none(processes: Processes, ann: User, bob: User) -> None:
    path = f"/api/tables/{open_for(ann, bob)}/stream"
    _, text = accounts.create_token(user=ann, name="test")
    kinds = [{}, {"Authorization": f"Bearer {text}"}]
    where = processes.crew.home.sockets / "streams.sock"

    async def scene(many: int) -> int:
        async with contextlib.AsyncExitStack() as stack:
            streams: list[Stream] = []
            for n in range(many):
                headers = kinds[n % 4 == 0] | {"X-Forwarded-For": f"10.0.0.{n % 250}"}
                streams.append(await stack.enter_async_context(opened(where, path, headers)))
            assert {stream.status for stream in streams} <= {200}
            for stream in streams:
                await stream.until(b"\n\n\r\n")
            used = connections_used()
            connections.close_all()  # what a coroutine opens is its own
            return used

    before = asyncio.run(scene(0))  # of this process, where another test took the application in
    assert before < asyncio.run(scene(MANY)) <= before + MOST
    become(lambda: connections_used() <= before)
