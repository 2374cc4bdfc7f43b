"""How the stream of a table ends, and what a client of another make reads in it."""

import asyncio
import json
import time
from typing import Any

import httpx
import httpx_sse
import pytest
from asgiref.sync import sync_to_async

from accounts.credentials import NOBODY
from accounts.models import User
from tests.factories import give_up, open_for
from tests.streaming import Headers, Request, asked, run, until
from tournaments.notices.badge import line as unread
from tournaments.streams.forms import EVENTS
from tournaments.tables import live, rematches, services
from tournaments.tables.hub import hub
from tournaments.tables.live import chat_line
from tournaments.tables.streams import TABLES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(ann: User, bob: User) -> str:
    return open_for(ann, bob)


def finish(table: str, user: User) -> int:
    """*user* resigns; the last seq of it."""
    return give_up(table_id=table, user_id=user.pk).seq


def all_of(path: str, headers: Headers | None = None) -> Request:
    """The whole of a stream that ends by itself."""

    async def scene() -> Request:
        async with asked(path, headers) as request:
            await asyncio.wait_for(request.ended.wait(), 30)
            return request

    return run(scene)


def events(body: bytes) -> list[httpx_sse.ServerSentEvent]:
    """What httpx-sse makes of *body*."""
    answer = httpx.Response(200, headers={"Content-Type": "text/event-stream"}, content=body)
    return list(httpx_sse.EventSource(answer).iter_sse())


def test_it_ends_with_the_table_whose_last_line_is_the_one_before(table: str, ann: User) -> None:
    async def scene() -> tuple[int, bytes]:
        async with asked(f"/api/tables/{table}/stream") as request:
            await until(request, b'"seq"')
            last = await sync_to_async(finish)(table, ann)
            await asyncio.wait_for(request.ended.wait(), 30)
            return last, request.body

    last, body = run(scene)
    *_, line, end = (one for one in events(body) if one.event in ("message", "end"))
    assert (line.id, json.loads(line.data)["status"]) == (str(last), "finished")
    assert (end.event, json.loads(end.data)) == ("end", {"seq": last, "status": "finished"})


def test_who_comes_to_a_table_that_is_over_is_told_how_it_ended(table: str, ann: User) -> None:
    last = finish(table, ann)
    line, end = events(all_of(f"/api/tables/{table}/stream").body)
    assert (line.id, json.loads(line.data)["status"], end.event) == (str(last), "finished", "end")


def test_so_is_who_comes_to_an_aborted_one(ann: User) -> None:
    table = open_for(ann, None)
    services.abort(table_id=table, user_id=ann.pk)
    _line, end = events(all_of(f"/api/tables/{table}/stream").body)
    assert json.loads(end.data)["status"] == "aborted"


@pytest.mark.parametrize("way", ["header", "query"])
def test_who_has_been_told_all_of_it_is_told_not_to_come_again(table: str, ann: User, way: str) -> None:
    last = finish(table, ann)
    path, headers = f"/api/tables/{table}/stream", {"Last-Event-ID": str(last)}
    answer = all_of(path, headers) if way == "header" else all_of(f"{path}?since={last}")
    assert (answer.status, answer.body) == (204, b"")


def test_what_follows_the_end_calls_nobody_back(table: str, ann: User) -> None:
    """A browser comes back once the stream has ended, and meanwhile the result was taken in, or a rematch offered."""
    last = finish(table, ann)
    rematches.ask(table_id=table, user_id=ann.pk)
    assert TABLES.current(table).state.seq > last
    assert all_of(f"/api/tables/{table}/stream?since={last}").status == 204


def test_who_has_missed_the_end_is_sent_it(table: str, ann: User) -> None:
    seen = TABLES.current(table).state.seq
    last = finish(table, ann)
    _move, line, end = events(all_of(f"/api/tables/{table}/stream?since={seen}").body)
    assert (line.id, end.event) == (str(last), "end")
    assert json.loads(line.data)["events"]


@pytest.mark.parametrize("over", [False, True])
def test_who_has_seen_what_there_is_not_is_told_how_it_stands(table: str, ann: User, *, over: bool) -> None:
    seq = finish(table, ann) if over else TABLES.current(table).state.seq

    async def scene() -> bytes:
        async with asked(f"/api/tables/{table}/stream?since={seq + 1}") as request:
            await until(request, b'"seq"')
            return request.body

    (line,) = (one for one in events(run(scene)) if one.id and one.event == "message")
    assert (line.id, json.loads(line.data)["seq"]) == (str(seq), seq)


def test_who_stays_hears_what_follows_the_end(table: str, ann: User) -> None:
    async def scene() -> bytes:
        async with asked(f"/api/tables/{table}/stream?stay=true") as request:
            await until(request, b'"seq"')
            await sync_to_async(finish)(table, ann)
            await until(request, b'"finished"')
            hub()._tell_of_chat(table, 7)
            await until(request, b"event: chat")
            return request.body

    assert b"event: end" not in run(scene)


def test_stay_is_yes_or_no(table: str) -> None:
    assert all_of(f"/api/tables/{table}/stream?stay=maybe").status == 400


def test_who_takes_nothing_holds_no_place(table: str, ann: User, monkeypatch: Any) -> None:
    """The end waits for its reader for some seconds, not forever."""
    monkeypatch.setattr("tournaments.streams.watchers.TAKING", 0.01)
    finish(table, ann)

    async def scene() -> bool:
        watcher = await hub().watch(table, NOBODY, stays=False)
        closed = asyncio.Event()
        watcher.on_close(closed.set)
        await asyncio.wait_for(closed.wait(), 10)
        return [line async for line in watcher] == []

    assert run(scene)


def test_who_comes_while_reading_takes_long_has_all_the_time_for_taking_it(
    table: str, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    last, backlog = finish(table, ann), live.backlog

    def slow(*asked: Any) -> list[bytes]:
        time.sleep(0.5)
        return backlog(*asked)

    monkeypatch.setattr(live, "backlog", slow)
    monkeypatch.setattr("tournaments.streams.watchers.TAKING", 0.2)
    line, end = events(all_of(f"/api/tables/{table}/stream").body)
    assert (line.id, end.event) == (str(last), "end")


def test_comments_and_retry_are_no_events_to_a_program_that_is_not_strict(table: str, settings: Any) -> None:
    settings.STREAM_HEARTBEAT_SECONDS = 0.05

    async def scene() -> bytes:
        async with asked(f"/api/tables/{table}/stream?stay=true") as request:
            await until(request, b'"seq"')
            await until(request, EVENTS.heartbeat * 2)
            hub()._tell_of_chat(table, 7)
            await until(request, b"event: chat")
            await until(request, EVENTS.heartbeat)
            return request.body

    body = run(scene)
    assert body.startswith(b"retry: 1000\n")
    found = events(body)
    assert [one for one in found if not one.data] == []
    assert found[0].retry == 1000


def test_what_comes_between_comments_is_read_whole() -> None:
    body = EVENTS.heartbeat.join([b"retry: 1000\n", unread(3), chat_line(4), b"id: 9\ndata: {}\n\n", b""])
    assert [(one.event, one.data) for one in events(body)] == [
        ("message", '{"unread":3}'),
        ("chat", '{"last":4}'),
        ("message", "{}"),
    ]
