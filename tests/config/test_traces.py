"""Traces: what a request led to, as spans that name neither people nor cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from celery import current_app
from django.db import connection
from django.test import Client
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from accounts import services as accounts
from accounts import tracing
from accounts.models import User
from tests.factories import open_for
from tournaments.config.celery import app
from tournaments.config.telemetry import traces
from tournaments.tables import selectors

Spans = Callable[[], dict[str, ReadableSpan]]
ATTRIBUTES = {
    "db.system.name", "error.type", "http.response.status.code", "http.route", "request.id", "tables",
}  # fmt: skip


@pytest.fixture
def spans() -> Iterator[Spans]:
    """What has been recorded so far, by name; of several the last."""
    kept = InMemorySpanExporter()
    traces.record(SimpleSpanProcessor(kept))
    yield lambda: {span.name: span for span in kept.get_finished_spans()}
    tracing.begin(None)


def trace_of(span: ReadableSpan) -> int:
    context = span.get_span_context()
    assert context is not None
    return context.trace_id


def told(spans: Spans) -> str:
    return "\n".join(f"{span.name} {span.to_json()}" for span in spans().values())


@pytest.mark.django_db(transaction=True)
def test_a_move_its_statements_and_the_task_that_it_sends_are_one_trace(
    spans: Spans, robot: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[dict[str, str]] = []
    quill = User.objects.create_user("Quillfeather")
    table_id = open_for(quill, robot)
    monkeypatch.setattr(current_app, "send_task", lambda *_, headers=None, **__: sent.append(headers or {}))
    key = accounts.create_token(user=quill, name="test")[1]
    move = selectors.view(table_id=table_id, user_id=quill.pk).legal[0]
    headers = {"Authorization": f"Bearer {key}"}
    answer = Client().post(f"/api/tables/{table_id}/move/{move}", content_type="application/json", headers=headers)
    assert answer.status_code == 200, answer.content
    (request,) = [span for span in spans().values() if span.kind.name == "SERVER"]
    assert dict(request.attributes or {})["http.response.status.code"] == 200
    append = spans()["WITH log_stream"]
    assert trace_of(append) == trace_of(request)
    (carried,) = sent
    assert carried["request_id"] == answer["X-Request-Id"]
    assert carried["traceparent"].split("-")[1] == f"{trace_of(request):032x}"
    for secret in (key, move, table_id, quill.username):
        assert secret not in told(spans)
    names = {name for span in spans().values() for name in (span.attributes or {})}
    assert names <= ATTRIBUTES


def test_a_task_is_part_of_what_sent_it_and_tells_the_class_of_an_error_alone(spans: Spans) -> None:
    def fail() -> None:
        raise KeyError("a hidden card")

    task = app.task(name="tests.fail")(fail)
    try:
        with tracing.span("sender"):
            headers = tracing.carried()
        task.push_request(headers=headers)
        with pytest.raises(KeyError):
            task()
    finally:
        task.pop_request()
        app.tasks.pop("tests.fail")
    span = spans()["tests.fail"]
    assert trace_of(span) == trace_of(spans()["sender"])
    assert dict(span.attributes or {}) == {"error.type": "KeyError"}
    assert span.events == ()
    assert "hidden card" not in told(spans)


@pytest.mark.django_db
def test_a_statement_is_named_by_its_first_word_and_table(spans: Spans, ann: User) -> None:
    list(User.objects.filter(username="ann"))
    assert spans() == {}  # part of nothing
    with tracing.span("look"), connection.cursor() as cursor:
        list(User.objects.filter(username="ann"))
        cursor.execute("SELECT 'a hidden card', extract(epoch FROM now())")
        cursor.execute("UPDATE accounts_user SET timezone = 'Atlantis' WHERE username = 'ann'")
    assert {"SELECT accounts_user", "SELECT", "UPDATE accounts_user"} <= set(spans())
    assert all(secret not in told(spans) for secret in ("hidden card", "Atlantis", "ann'"))


@pytest.mark.django_db(transaction=True)
def test_a_stream_is_a_span_and_what_it_reads_is_part_of_it(spans: Spans, ann: User) -> None:
    from tournaments.config.asgi import application

    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "GET", "path": "/api/tables/nosuchtbl/stream", "query_string": b"",
        "headers": [(b"host", b"localhost"), (b"traceparent", b"00-" + b"a" * 32 + b"-" + b"b" * 16 + b"-01")],
    }  # fmt: skip
    async_to_sync(application)(scope, receive, send)
    stream = spans()["stream table"]
    assert sent[0]["status"] == 404
    assert stream.parent is None  # a visitor's own is not read
    assert [span.name for span in spans().values() if span.parent and span.parent.span_id == stream.context.span_id]
    assert "nosuchtbl" not in told(spans)


def test_without_them_nothing_is_recorded_or_carried(spans: Spans) -> None:
    tracing.begin(None)
    with tracing.span("nothing") as part:
        part.tell(route="none")
        assert tracing.carried() == {}
    assert spans() == {}
