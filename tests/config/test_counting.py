"""What is counted for metrics, and that no label names anybody or anything that was typed."""

import asyncio
from collections.abc import Callable

import pytest
from django.db import OperationalError
from django.test import Client
from prometheus_client import REGISTRY

from accounts.credentials import NOBODY
from accounts.models import User
from tests.factories import open_for
from tournaments.config import asgi
from tournaments.config.celery import app
from tournaments.log.errors import RoomError
from tournaments.streams.watchers import Watcher
from tournaments.tables import selectors, services

Counted = Callable[[str, dict[str, str]], float]


@pytest.fixture
def counted() -> Counted:
    """How often something was counted since the test began."""
    before = {(s.name, tuple(sorted(s.labels.items()))): s.value for m in REGISTRY.collect() for s in m.samples}

    def since(name: str, labels: dict[str, str]) -> float:
        now = REGISTRY.get_sample_value(name, labels) or 0.0
        return now - before.get((name, tuple(sorted(labels.items()))), 0.0)

    return since


@pytest.mark.django_db
def test_a_move_counts_once_by_game_however_often_it_is_sent(
    ann: User, bob: User, counted: Counted, django_capture_on_commit_callbacks: Callable[..., object]
) -> None:
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        table_id = open_for(ann, bob)
        player = ann if selectors.view(table_id=table_id, user_id=ann.pk).legal else bob
        move = selectors.view(table_id=table_id, user_id=player.pk).legal[0]
        for _ in range(2):
            services.make_move(table_id=table_id, user_id=player.pk, move=move, command="once")
    assert counted("cardroom_moves_total", {"game": "duck-soup"}) == 1
    assert counted("cardroom_commits_total", {"room": "table"}) == 2
    assert counted("cardroom_append_conflicts_total", {"room": "table"}) <= 1


@pytest.mark.django_db
def test_what_is_rolled_back_or_refused_is_no_move(ann: User, bob: User, cleo: User, counted: Counted) -> None:
    table_id = open_for(ann, bob)
    for _ in range(3):
        with pytest.raises(RoomError):
            services.make_move(table_id=table_id, user_id=cleo.pk, move="KS")
    assert counted("cardroom_refusals_total", {"room": "table", "code": "not_seated"}) == 3
    assert counted("cardroom_moves_total", {"game": "duck-soup"}) == 0


@pytest.mark.django_db
def test_requests_count_by_route_and_name_nothing_that_was_typed(client: Client, counted: Counted) -> None:
    for _ in range(2):
        client.get("/tables/nosuchtbl")
    client.get("/api/tables/nosuchtbl/move/bid-2C")
    client.get("/quite/unknown-path")
    assert counted("cardroom_requests_total", {"route": "table", "status": "404"}) == 2
    assert counted("cardroom_request_seconds_count", {"route": "table"}) == 2
    assert counted("cardroom_requests_total", {"route": "none", "status": "404"}) == 1
    labels = {value for metric in REGISTRY.collect() for sample in metric.samples for value in sample.labels.values()}
    assert [label for label in labels if "nosuchtbl" in label or "bid-2C" in label or "unknown-path" in label] == []


def test_tasks_count_by_name_and_how_they_ended(counted: Counted) -> None:
    def end(how: type[Exception] | None) -> None:
        if how is not None:
            raise how

    task = app.task(name="tests.end")(end)
    try:
        task(None)
        task(OperationalError)
        with pytest.raises(KeyError):
            task(KeyError)
    finally:
        app.tasks.pop("tests.end")
    for outcome in ("done", "dropped", "failed"):
        assert counted("cardroom_tasks_total", {"task": "tests.end", "outcome": outcome}) == 1
    assert counted("cardroom_task_seconds_count", {"task": "tests.end"}) == 3


def test_a_stream_is_open_for_as_long_as_somebody_follows_it(counted: Counted, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[float] = []

    async def answered(_scope: object) -> Watcher:
        watcher = Watcher(NOBODY)
        watcher.begin([b"a line"])
        return watcher

    async def receive() -> dict[str, str]:
        await asyncio.Event().wait()
        raise AssertionError

    async def send(message: dict[str, object]) -> None:
        seen.append(counted("cardroom_streams_open", {"kind": "table"}))
        if "body" in message:
            raise ConnectionResetError

    monkeypatch.setattr(asgi, "answered", answered)
    with pytest.raises(ConnectionResetError):
        asyncio.run(asgi.application({"path": "/api/tables/nosuchtbl/stream"}, receive, send))
    assert (seen, counted("cardroom_streams_open", {"kind": "table"})) == ([1, 1], 0)
    assert counted("cardroom_requests_total", {"route": "stream table", "status": "200"}) == 1
