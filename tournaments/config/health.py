"""Whether the service lives (``/healthz``) and can serve (``/readyz``, and ``/readyz/stream`` for the streams)."""

from __future__ import annotations

from collections.abc import Callable

import structlog
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache

from accounts.valkey import client

log = structlog.get_logger(__name__)


def alive(request: HttpRequest) -> JsonResponse:
    """This process answers. Nothing else is asked: a restart would not mend the database."""
    return JsonResponse({"ok": True})


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """The database answers too; otherwise 503, and a proxy keeps visitors away. Valkey may be missing."""
    checks = {"database": answers("database", ask_database), "redis": answers("redis", ask_redis)}
    return JsonResponse(checks, status=200 if checks["database"] else 503)


async def streams_ready(request: HttpRequest) -> JsonResponse:
    """The proxy asks the process that holds the streams."""
    return JsonResponse({"ok": True})


def answers(name: str, question: Callable[[], object]) -> bool:
    try:
        question()
    except Exception as error:  # whatever it is, it is the answer
        log.warning("not_ready", server=name, error=repr(error))
        return False
    return True


def ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def ask_redis() -> None:
    client().ping()


urlpatterns = [
    path("healthz", alive, name="healthz"),
    path("readyz", ready, name="readyz"),
    path("readyz/stream", streams_ready, name="readyz-stream"),
]
