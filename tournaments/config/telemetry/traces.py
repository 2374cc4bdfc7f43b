"""Traces on their way out: spans of this process, in batches, to a collector (OTLP over HTTP)."""

from __future__ import annotations

import os
from typing import Final

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor

from accounts import tracing

SERVICE: Final = "cardroom"
PATH: Final = "/v1/traces"


def begin(endpoint: str) -> None:
    """Send spans to the collector at *endpoint*. How many is up to OpenTelemetry's own variables
    (``OTEL_TRACES_SAMPLER``), as is what the service is called (``OTEL_SERVICE_NAME``)."""
    record(BatchSpanProcessor(OTLPSpanExporter(endpoint=endpoint.rstrip("/") + PATH)))


def record(processor: SpanProcessor) -> None:
    """Hand every span to *processor*."""
    provider = TracerProvider(resource=_resource())
    provider.add_span_processor(processor)
    tracing.begin(provider.get_tracer(SERVICE))


def _resource() -> Resource:
    """What the service is called, and nothing of the machine, its processes and their command lines."""
    return Resource.create({"service.name": os.environ.get("OTEL_SERVICE_NAME") or SERVICE})
