"""What is noted of a request, before and behind everything else: its id, route, status, how long it took."""

import re
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bind_contextvars, clear_contextvars

from tournaments.platform.counting import SECONDS, Counter, Histogram

HEADER: Final = "X-Request-Id"
TRACES: Final = ("HTTP_TRACEPARENT", "HTTP_TRACESTATE", "HTTP_BAGGAGE")
"""By these a visitor would choose what is recorded, and what it is part of."""
_ID: Final = re.compile(r"[0-9A-Za-z-]{8,64}")
_SUBJECTS: Final = {"table_id": "table", "tournament_id": "tournament"}

_REQUESTS = Counter("cardroom_requests", "Requests, by route and status of the answer.", ["route", "status"])
_SECONDS = Histogram("cardroom_request_seconds", "How long requests took, by route.", ["route"], buckets=SECONDS)


class Noted:
    """The outermost middleware. What is logged of a request, until the thread's next one, carries its id."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began, number = perf_counter(), begin(request.headers.get(HEADER, ""))
        for name in TRACES:
            request.META.pop(name, None)
        response = self.get_response(request)
        route = route_of(request)
        end(route, response.status_code, perf_counter() - began)
        response[HEADER] = number
        return response

    def process_view(self, request: HttpRequest, view: object, args: object, given: dict[str, Any]) -> None:
        """What it is about, as far as its address says it."""
        bind_contextvars(**{name: given[key] for key, name in _SUBJECTS.items() if key in given})


def begin(number: str) -> str:
    """The id of a request that begins here: *number*, which the proxy gave it and sets itself, or one of our own."""
    number = number if _ID.fullmatch(number) else uuid4().hex
    clear_contextvars()
    bind_contextvars(request_id=number)
    return number


def end(route: str, status: int, seconds: float | None = None) -> None:
    """Count a request. A stream takes as long as somebody watches, which says nothing."""
    _REQUESTS.labels(route, str(status)).inc()
    if seconds is not None:
        _SECONDS.labels(route).observe(seconds)


def route_of(request: HttpRequest) -> str:
    """The name of its path, or the path's pattern: never what somebody typed."""
    if found := request.resolver_match:
        return found.view_name if found.url_name else found.route
    return "static" if request.path.startswith(settings.STATIC_URL) else "none"
