"""Traces: OpenTelemetry's own instrumentations of Django, Celery and psycopg, and what of their spans may be told.

Imported only where a collector is named.
"""

import os
import re
from types import SimpleNamespace
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import autodiscover_modules
from opentelemetry import propagate
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.instrumentation.psycopg import PsycopgInstrumentor
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span as AnySpan
from opentelemetry.trace import SpanKind, Status
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator
from structlog.contextvars import get_contextvars

from tournaments.platform import database, tracing

SERVICE: Final = "cardroom"
PATH: Final = "/v1/traces"
STABLE: Final = "OTEL_SEMCONV_STABILITY_OPT_IN"
BEFORE: Final = "tournaments.config.legibility.LegibleRequests"
"""The middleware that refuses foreign hosts: the instrumentation's asks for the address, and so comes after it."""
REQUEST_ID: Final = "http.request.header.x-request-id"
TOLD: Final = frozenset(
    {
        "celery.action",
        "celery.state",
        "celery.task_name",
        "cardroom.tables",
        "db.query.summary",
        "db.system.name",
        "error.type",
        "http.request.method",
        "http.response.status_code",
        "http.route",
        "messaging.destination",
        REQUEST_ID,
    }
)
"""All that is told of a span beside its name and its times. What is left out: addresses (a move is part of one),
queries, visitors and their programs, the machine, its user of the database, statements with their values."""
_PARTS: Final = re.compile(
    r'\s*(?=([a-zA-Z]+))(?:.*?\b(?<!epoch )(?:FROM|INTO|UPDATE|TABLE)\s+"?([a-z_]+))?', re.DOTALL
)


def begin(endpoint: str) -> None:
    """Send spans to the collector at *endpoint*. How many is up to OpenTelemetry's own variables
    (``OTEL_TRACES_SAMPLER``), as is what the service is called (``OTEL_SERVICE_NAME``)."""
    record(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint.rstrip("/") + PATH)))


def record(processor: SpanProcessor) -> None:
    """Hand every span to *processor*, as far as it may be told."""
    os.environ.setdefault(STABLE, "http,database")  # the names that last
    provider = TracerProvider(resource=_resource())
    provider.add_span_processor(Discreet(processor))
    propagate.set_global_textmap(TraceContextTextMapPropagator())
    position = settings.MIDDLEWARE.index(BEFORE) + 1
    hook = {"request_hook": _name_request, "middleware_position": position}
    DjangoInstrumentor().instrument(tracer_provider=provider, **hook)
    CeleryInstrumentor().instrument(tracer_provider=provider)  # type: ignore[no-untyped-call]
    PsycopgInstrumentor().instrument(tracer_provider=provider)
    autodiscover_modules("tasks")  # the span of a message ends only where its task is known
    database.CURSOR = _traced_cursor(provider)
    tracing.begin(provider.get_tracer(SERVICE))


def end() -> None:
    """As before :func:`record`, for connections and requests that begin after this."""
    for each in (DjangoInstrumentor(), CeleryInstrumentor(), PsycopgInstrumentor()):  # type: ignore[no-untyped-call]
        each.uninstrument()
    database.CURSOR = database.PLAIN
    tracing.begin(None)


class Discreet(SpanProcessor):
    """Hands on what may be told of each span."""

    def __init__(self, to: SpanProcessor) -> None:
        self._to = to

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        self._to.on_start(span, parent_context)

    def on_end(self, span: ReadableSpan) -> None:
        """A statement outside of a request or task is not traced: processes poll all the time."""
        if span.kind is not SpanKind.CLIENT or span.parent is not None:
            self._to.on_end(discreet(span))

    def shutdown(self) -> None:
        self._to.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._to.force_flush(timeout_millis)


def discreet(span: ReadableSpan) -> ReadableSpan:
    """*span* without all that is not in :data:`TOLD`. Of an error it tells the class: its text, and where it was
    raised, may show what is hidden. A statement is named by its first word and its first table."""
    known: dict[str, Any] = dict(span.attributes or {})
    for event in span.events:
        known["error.type"] = (event.attributes or {}).get("exception.type", "error")
    if (statement := known.get("db.query.text")) is not None:
        known["db.query.summary"] = _summary(str(statement))
    return ReadableSpan(
        name=known.get("db.query.summary", span.name),
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes={name: value for name, value in known.items() if name in TOLD},
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def _summary(statement: str) -> str:
    found = _PARTS.match(statement)
    return " ".join(part for part in found.groups() if part) if found else "statement"


def _traced_cursor(provider: TracerProvider) -> Any:
    """What the instrumentation gives a connection that has plain cursors: those of the hot path are asked for by
    class."""
    plain: Any = SimpleNamespace(cursor_factory=None)
    PsycopgInstrumentor.instrument_connection(plain, tracer_provider=provider)
    return plain.cursor_factory


def _name_request(span: AnySpan, _request: HttpRequest) -> None:
    """The id by which its lines are found in the logs."""
    span.set_attribute(REQUEST_ID, [str(get_contextvars().get("request_id", ""))])


def _resource() -> Resource:
    """What the service is called, and nothing of the machine, its processes and their command lines."""
    return Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME") or SERVICE})
