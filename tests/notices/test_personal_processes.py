"""The personal stream of the real service: bots that have nothing else play a tournament, and either side is killed."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import httpx_sse
import pytest
from django.db import connections

from accounts import services as accounts
from accounts.models import User
from tests.factories import open_for, started
from tests.processes import Processes
from tournaments.tables import selectors

pytestmark = pytest.mark.processes

LINES = {"Accept": "application/x-ndjson"}
PATIENCE = httpx.Timeout(60)


def key(user: User) -> dict[str, str]:
    return {"Authorization": f"Bearer {accounts.create_token(user=user, name='test')[1]}"}


async def lines(client: httpx.AsyncClient, headers: dict[str, str]) -> AsyncIterator[dict[str, Any]]:
    """What a program reads that knows nothing of streams but lines."""
    async with client.stream("GET", "/api/stream", headers=headers | LINES) as answer:
        assert answer.status_code == 200
        async for line in answer.aiter_lines():
            if line:
                yield json.loads(line)


async def play(client: httpx.AsyncClient, headers: dict[str, str], over: Callable[[dict[str, Any]], bool]) -> list[str]:
    """A whole bot: it moves when it is told to, and ends with the first line that is *over*."""
    told = []
    async for line in lines(client, headers):
        told.append(line["type"])
        if over(line):
            return told
        if line["type"] == "turn":
            table = line["table"]
            path = f"/api/tables/{table['id']}/move/{table['legal'][0]}?expected_seq={table['seq']}"
            answer = await client.post(path, headers=headers)
            assert answer.status_code == 200, answer.text
    raise AssertionError("the stream has ended")


def test_bots_that_have_this_stream_alone_play_a_tournament(
    processes: Processes, ann: User, bob: User, cleo: User
) -> None:
    keys = [key(user) for user in (ann, bob)]

    async def scene() -> list[list[str]]:
        async with httpx.AsyncClient(base_url=processes.url, timeout=PATIENCE) as client:
            placed = lambda line: line["type"] == "notice" and line["notice"]["kind"] == "placed"  # noqa: E731
            bots = [asyncio.create_task(play(client, each, placed)) for each in keys]
            await asyncio.to_thread(_begin, cleo, (ann, bob))
            return list(await asyncio.wait_for(asyncio.gather(*bots), 120))

    for told in asyncio.run(scene()):
        # That a table begins ("table") is overtaken where the reader's turn comes before it was told.
        assert {"turn", "result", "notice"} <= set(told)


def _begin(organiser: User, players: tuple[User, ...]) -> None:
    try:
        started(organiser.pk, [user.pk for user in players], format="knock-out", programs=True)
    finally:
        connections.close_all()


def test_a_killed_process_of_streams_costs_its_readers_nothing(processes: Processes, ann: User, bob: User) -> None:
    headers = key(ann)

    def read(cursor: str | None, kind: str) -> list[httpx_sse.ServerSentEvent]:
        """The events behind *cursor*, up to the first of that kind, as another's client reads them."""
        back, found = {"Last-Event-ID": cursor} if cursor else {}, list[httpx_sse.ServerSentEvent]()
        with (
            httpx.Client(base_url=processes.url, timeout=PATIENCE) as client,
            httpx_sse.connect_sse(client, "GET", "/api/stream", headers=headers | back) as source,
        ):
            for event in source.iter_sse():
                found.append(event)
                if json.loads(event.data)["type"] == kind:
                    return found
        raise AssertionError("the stream has ended")

    open_for(ann, bob)
    *_before, ready = read(None, "ready")
    seated = open_for(ann, bob)
    processes.kill("streams")
    processes.revive()
    missed = "turn" if ann.pk == selectors.summary(seated).seats[selectors.summary(seated).to_act[0]] else "table"
    *_notices, told = read(ready.id, missed)
    assert json.loads(told.data)["table"]["id"] == seated
    assert json.loads(told.data)["cursor"] == told.id
    assert missed not in [json.loads(event.data)["type"] for event in read(told.id, "ready")]
