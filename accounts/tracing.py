"""Traces (OpenTelemetry): what a request or a task led to, and how long each part took.

Off unless ``begin`` was called; then a span costs next to nothing. A span is told its name, by which all of its kind
are known, and attributes from short lists: no statement with values, no address, no id of anybody, no text of an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final, Literal

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

Kind = Literal["internal", "server", "client", "producer", "consumer"]
Attribute = str | int
_PARTS: Final = re.compile(
    r'\s*(?=([a-zA-Z]+))(?:.*?\b(?<!epoch )(?:FROM|INTO|UPDATE|TABLE)\s+"?([a-z_]+))?', re.DOTALL
)


class Part:
    """A span that goes on, or nothing where none is recorded."""

    def __init__(self, span: Any = None) -> None:
        self._span = span

    def tell(self, **attributes: Attribute) -> None:
        if self._span is not None:
            self._span.set_attributes({name.replace("_", "."): value for name, value in attributes.items()})

    def rename(self, name: str) -> None:
        if self._span is not None:
            self._span.update_name(name)


_NOTHING: Final = Part()
_tracer: Tracer | None = None


def begin(tracer: Tracer | None) -> None:
    """From now on spans are made by *tracer*; by nobody without one."""
    global _tracer
    _tracer = tracer


def span(
    name: str, kind: Kind = "internal", *, within: Mapping[str, str] | None = None, **attributes: Attribute
) -> AbstractContextManager[Part]:
    """A span for the length of the block; part of the one that :func:`carried` went out from, if that is *within*."""
    return nullcontext(_NOTHING) if _tracer is None else _recorded(_tracer, name, kind, within or {}, attributes)


def carried() -> dict[str, str]:
    """What a message takes along, so that its receiver's span is part of the one that goes on here."""
    headers: dict[str, str] = {}
    if _tracer is not None:
        from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

        TraceContextTextMapPropagator().inject(headers)
    return headers


def statement(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    """A wrapper for Django's cursors."""
    with queried(sql):
        return execute(sql, params, many, context)


def queried(sql: str) -> AbstractContextManager[Part]:
    """A span for *sql*, of which it names the first word and the first table; if it is part of something."""
    if _tracer is None or not _goes_on():
        return nullcontext(_NOTHING)
    return span(_summary(sql), "client", db_system_name="postgresql")


def _goes_on() -> bool:
    from opentelemetry.trace import get_current_span

    return get_current_span().get_span_context().is_valid


def _summary(sql: object) -> str:
    found = _PARTS.match(sql) if isinstance(sql, str) else None  # psycopg composes some
    return " ".join(part for part in found.groups() if part) if found else "statement"


@contextmanager
def _recorded(
    tracer: Tracer, name: str, kind: Kind, within: Mapping[str, str], attributes: Mapping[str, Attribute]
) -> Iterator[Part]:
    """Of an error it tells the class: its text, and where it was raised, may show what is hidden."""
    from opentelemetry.trace import SpanKind, StatusCode
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    parent = TraceContextTextMapPropagator().extract(within) if within else None
    begun = tracer.start_as_current_span(
        name, parent, SpanKind[kind.upper()], record_exception=False, set_status_on_exception=False
    )
    with begun as recorded:
        part = Part(recorded)
        part.tell(**attributes)
        try:
            yield part
        except BaseException as error:
            part.tell(error_type=type(error).__qualname__)
            recorded.set_status(StatusCode.ERROR)
            raise
