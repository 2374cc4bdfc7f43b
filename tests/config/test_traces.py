"""Traces: what a request led to, as spans that name neither people nor cards."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from celery.app.trace import build_tracer
from django.db import connection, connections
from django.test import Client
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import get_current_span
from psycopg import sql
from structlog.contextvars import bind_contextvars, get_contextvars

from accounts import services as accounts
from accounts.models import User
from tests.factories import open_for
from tests.streaming import asked, bearer, run
from tournaments.config.celery import app
from tournaments.config.supervisor.home import ROOT
from tournaments.config.telemetry import traces
from tournaments.platform import database, tracing, valkey
from tournaments.tables import selectors

Spans = Callable[[], dict[str, ReadableSpan]]
TRACEPARENT = "00-" + "a" * 32 + "-" + "b" * 16 + "-01"
QUIET = """
import django, sys
django.setup()
from tournaments.config import asgi, celery, wsgi
celery.app.loader.import_default_modules()
parts = ("instrumentation", "exporter", "sdk.trace", "propagators")
print([name for name in sys.modules if name.startswith(tuple(f"opentelemetry.{part}" for part in parts))])
"""

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def spans(transactional_db: None) -> Iterator[Spans]:
    """What has been handed on so far, by name; of several the last."""
    kept = InMemorySpanExporter()
    connections.close_all()
    traces.record(SimpleSpanProcessor(kept))
    yield lambda: {span.name: span for span in kept.get_finished_spans()}
    traces.end()
    connections.close_all()


def trace_of(span: ReadableSpan) -> int:
    context = span.get_span_context()
    assert context is not None
    return context.trace_id


def told(spans: Spans) -> str:
    return "\n".join(f"{span.name} {span.to_json()}" for span in spans().values())


def attributes(span: ReadableSpan) -> dict[str, Any]:
    return dict(span.attributes or {})


def published(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The headers of the messages that would go to the broker."""
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr("kombu.Producer.publish", lambda *_, headers=None, **__: sent.append(headers or {}))
    return sent


def test_a_move_its_statements_and_the_task_that_it_sends_are_one_trace(
    spans: Spans, robot: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    quill = User.objects.create_user("Quillfeather")
    table_id = open_for(quill, robot)
    sent = published(monkeypatch)
    key = accounts.create_token(user=quill, name="test")[1]
    move = selectors.view(table_id=table_id, user_id=quill.pk).legal[0]
    headers = {
        "Authorization": f"Bearer {key}",
        "User-Agent": "somebody's own",
        "traceparent": TRACEPARENT,
        "baggage": "who=somebody",
        "Cookie": "sessionid=hidden-session",
    }
    path = f"/api/tables/{table_id}/move/{move}?expected_seq=7777777"
    Client().post(path, content_type="application/json", headers=headers)
    answer = Client().post(path.partition("?")[0], content_type="application/json", headers=headers)
    assert answer.status_code == 200, answer.content
    route = "api/tables/<id:table_id>/move/<notation:move>"
    request = spans()[f"POST {route}"]
    assert attributes(request) == {
        "http.request.method": "POST",
        "http.route": route,
        "http.response.status_code": 200,
        "http.request.header.x-request-id": (answer["X-Request-Id"],),
    }
    assert request.parent is None  # a visitor's own is not read
    append = spans()["WITH log_stream"]
    assert trace_of(append) == trace_of(request)
    assert attributes(append) == {"db.system.name": "postgresql", "db.query.summary": "WITH log_stream"}
    (carried,) = [headers for headers in sent if headers["task"] == "tables.play_bot_turn"]
    assert carried["request_id"] == answer["X-Request-Id"]
    assert carried["traceparent"].split("-")[1] == f"{trace_of(request):032x}"
    sender = spans()["apply_async/tables.play_bot_turn"]
    assert attributes(sender)["celery.task_name"] == "tables.play_bot_turn"
    secrets = (key, move, table_id, quill.username, "somebody", "hidden-session", "7777777", "a" * 32, "localhost")
    for secret in (*secrets, "127.0.0.1", *[str(value) for value in (quill.pk,) if value > 99]):
        assert secret not in told(spans), secret
    assert {name for span in spans().values() for name in attributes(span)} <= traces.TOLD


def test_a_task_is_part_of_what_sent_it_and_tells_the_class_of_an_error_alone(
    spans: Spans, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise KeyError("a hidden card")

    task = app.task(name="tests.fail")(fail)
    try:
        sent = published(monkeypatch)
        with tracing.span("sender"):
            valkey.send_task("tests.fail", ())
        carry_out: Any = build_tracer(task.name, task, app=app)
        carry_out(sent[0]["id"], (), {}, sent[0] | {"is_eager": True})
    finally:
        app.tasks.pop("tests.fail")
    span = spans()["run/tests.fail"]
    assert trace_of(span) == trace_of(spans()["sender"]) == trace_of(spans()["apply_async/tests.fail"])
    assert attributes(span)["error.type"] == "KeyError"
    assert attributes(span)["celery.state"] == "FAILURE"
    assert (span.events, span.status.description, span.status.status_code.name) == ((), None, "ERROR")
    assert "hidden card" not in told(spans)


def test_what_a_task_sends_begins_anew(spans: Spans, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots' turns lead to bots' turns, for as long as there are bots."""
    sent = published(monkeypatch)
    with tracing.span("a task"):
        bind_contextvars(task="tables.tick")
        valkey.send_task("tables.play_bot_turn", ("nosuchtabl",))
    assert sent[0]["traceparent"].split("-")[1] != f"{trace_of(spans()['a task']):032x}"


def test_a_message_that_is_not_sent_leaves_no_span_that_goes_on(spans: Spans, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise valkey.NOT_SENT[0]

    monkeypatch.setattr("kombu.Producer.publish", fail)
    with tracing.span("sender") as sender:
        valkey.send_task("tables.play_bot_turn", ("nosuchtabl",))
        assert get_current_span() is sender


def test_a_statement_is_named_by_its_first_word_and_table(spans: Spans, ann: User) -> None:
    list(User.objects.filter(username="ann"))
    assert spans() == {}  # part of nothing
    with tracing.span("look"), connection.cursor() as cursor:
        list(User.objects.filter(username="ann"))
        cursor.execute("SELECT 'a hidden card', extract(epoch FROM now())")
        cursor.execute("UPDATE accounts_user SET timezone = 'Atlantis' WHERE username = 'ann'")
        cursor.execute(sql.SQL("SELECT {}").format("a composed card"))
        database.execute("SELECT id FROM accounts_user WHERE username = %(name)s", {"name": "a plain card"})
    assert {"SELECT accounts_user", "SELECT", "UPDATE accounts_user"} <= set(spans())
    for secret in ("hidden card", "composed card", "plain card", "Atlantis", "ann'"):
        assert secret not in told(spans)


def test_the_text_of_a_failed_statement_is_not_told(spans: Spans) -> None:
    with tracing.span("look"), connection.cursor() as cursor, pytest.raises(Exception, match="a hidden card"):
        cursor.execute("SELECT 'a hidden card'::int")
    span = spans()["SELECT"]
    assert attributes(span)["error.type"] == "psycopg.errors.InvalidTextRepresentation"
    assert "hidden card" not in told(spans)


def test_a_failed_request_tells_the_class_of_the_error(spans: Spans, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise KeyError("a hidden card")

    monkeypatch.setattr("tournaments.site.home.render", fail)
    answer = Client(raise_request_exception=False).get("/about/privacy?q=query")
    assert answer.status_code == 500
    request = spans()["GET about/<slug:page>"]
    assert attributes(request)["error.type"] == "KeyError"
    assert "hidden card" not in told(spans)


def test_a_foreign_host_is_refused_as_ever(spans: Spans) -> None:
    assert Client().get("/", headers={"Host": "elsewhere.example"}).status_code == 400


def test_a_stream_is_a_span_and_what_it_reads_is_part_of_it(spans: Spans, ann: User) -> None:
    headers = bearer(ann)[0] | {"traceparent": TRACEPARENT}

    async def scene() -> int:
        async with asked("/api/tables/nosuchtbl/stream", headers) as request:
            return request.status

    assert run(scene) == 404
    stream = spans()["stream table"]
    assert (stream.kind.name, stream.parent) == ("SERVER", None)  # a visitor's own is not read
    assert attributes(stream)["http.response.status_code"] == 404
    assert [span.name for span in spans().values() if span.parent and span.parent.span_id == stream.context.span_id]
    assert "nosuchtbl" not in told(spans)


def test_without_a_collector_nothing_of_it_is_even_imported() -> None:
    """But for what redis imports of its metrics wherever the SDK is installed."""
    done = subprocess.run([sys.executable, "-c", QUIET], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_without_them_nothing_is_recorded() -> None:
    with tracing.span("nothing") as part, tracing.sending(new_trace=False):
        assert part is None
    assert "task" not in get_contextvars()
