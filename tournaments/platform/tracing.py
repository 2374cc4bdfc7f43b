"""What OpenTelemetry's instrumentations do not see of themselves (``tournaments/config/telemetry/traces.py``).

Off unless ``begin`` was called: then nothing of OpenTelemetry is even imported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

Kind = Literal["internal", "server"]
_tracer: Tracer | None = None


def begin(tracer: Tracer | None) -> None:
    """From now on spans are made by *tracer*; by nobody without one."""
    global _tracer
    _tracer = tracer


def span(
    name: str, kind: Kind = "internal", attributes: Mapping[str, str | int] | None = None
) -> AbstractContextManager[Span | None]:
    """A span for the length of the block."""
    if _tracer is None:
        return nullcontext()
    from opentelemetry.trace import SpanKind

    return _tracer.start_as_current_span(name, kind=SpanKind[kind.upper()], attributes=attributes)


def sending(*, new_trace: bool) -> AbstractContextManager[None]:
    """Of what is sent in the block the receiver's span is part of the one that goes on here, or begins a *new_trace*.

    A message that could not be sent leaves nothing behind: the instrumentation ends a span when it was.
    """
    return nullcontext() if _tracer is None else _bounded(new_trace)


@contextmanager
def _bounded(new_trace: bool) -> Iterator[None]:
    from opentelemetry.context import Context, attach, detach, get_current

    token = attach(Context() if new_trace else get_current())
    try:
        yield
    finally:
        detach(token)
