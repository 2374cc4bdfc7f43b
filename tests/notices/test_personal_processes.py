"""The personal stream of the real service: a bot that has nothing else plays a tournament, and either side is killed."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import httpx_sse
import pytest

from accounts import services as accounts
from accounts.models import User
from tests.factories import plan
from tests.meeting import until
from tests.processes import Processes
from tournaments.director import selectors as director_selectors
from tournaments.director import services as director
from tournaments.tables import selectors, services

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


def test_bots_that_have_this_stream_alone_play_a_tournament(processes: Processes, ann: User, bob: User, cleo: User) -> None:
    keys = [key(user) for user in (ann, bob)]

    async def scene() -> list[list[str]]:
        async with httpx.AsyncClient(base_url=processes.url, timeout=PATIENCE) as client:
            placed = lambda line: line["type"] == "notice" and line["notice"]["kind"] == "placed"  # noqa: E731
            bots = [asyncio.create_task(play(client, each, placed)) for each in keys]
            await asyncio.to_thread(_begin, cleo, (ann, bob))
            return list(await asyncio.wait_for(asyncio.gather(*bots), 120))

    for told in asyncio.run(scene()):
        assert {"table", "turn", "result", "notice"} <= set(told)


def _begin(organiser: User, players: tuple[User, ...]) -> None:
    tournament = director.announce(by=organiser.pk, settings=plan(format="single_elimination"), command=None)
    for user in players:
        director.enter(tournament_id=tournament, user_id=user.pk)
    director.start(tournament_id=tournament, by=organiser.pk)


def test_a_killed_process_of_streams_costs_its_readers_nothing(processes: Processes, ann: User, bob: User) -> None:
    headers = key(ann)

    def read(cursor: str | None, kind: str) -> httpx_sse.ServerSentEvent:
        """The next event of that kind behind *cursor*, as another's client reads it."""
        back = {"Last-Event-ID": cursor} if cursor else {}
        with (
            httpx.Client(base_url=processes.url, timeout=PATIENCE) as client,
            httpx_sse.connect_sse(client, "GET", "/api/stream", headers=headers | back) as source,
        ):
            return next(event for event in source.iter_sse() if json.loads(event.data)["type"] == kind)

    ready = read(None, "ready")
    seated = services.open_table(
        game="duck-soup", options={}, seats=[ann.pk, bob.pk], clock=None, rated=False, opener=ann.pk
    )
    processes.kill("streams")
    missed = "turn" if ann.pk == selectors.summary(seated).seats[selectors.summary(seated).to_act[0]] else "table"
    processes.revive()
    told = read(ready.id, missed)
    assert json.loads(told.data)["table"]["id"] == seated
    assert json.loads(told.data)["cursor"] == told.id
    assert read(told.id, "ready").id == told.id
