"""Whether the service lives (``/healthz``) and can serve (``/readyz``, and ``/readyz/stream`` for the streams)."""

from threading import Lock
from typing import Final

from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache

from tournaments.config.condition import judging
from tournaments.config.condition.looking import everywhere

NEEDED: Final = ("database", "migrations")
PATIENCE: Final = 1.0
"""Seconds to wait for another one's answer."""
_asking: Final = Lock()


def alive(request: HttpRequest) -> JsonResponse:
    """This process answers. Nothing else is asked: a restart would not mend the database."""
    return JsonResponse({"ok": True})


@never_cache
def ready(request: HttpRequest) -> JsonResponse:
    """Which parts do as they should, by their names alone. Without a database, or with one of another version, 503: a
    proxy keeps visitors away. All else the process can do without, for a while.

    One at a time: those who ask a server that is frozen would pile up, until no thread is left for what needs none."""
    if not _asking.acquire(timeout=PATIENCE):
        return JsonResponse({"database": False}, status=503)
    try:
        facts = everywhere.briefly()
    finally:
        _asking.release()
    told: dict[str, bool] = {}
    for part in judging.judge_servers(facts):
        told[part.kind] = told.get(part.kind, True) and part.state != "fails"
    return JsonResponse(told, status=200 if all(told.get(name, True) for name in NEEDED) else 503)


async def streams_ready(request: HttpRequest) -> JsonResponse:
    """The proxy asks the process that holds the streams."""
    return JsonResponse({"ok": True})


urlpatterns = [
    path("healthz", alive, name="healthz"),
    path("readyz", ready, name="readyz"),
    path("readyz/stream", streams_ready, name="readyz-stream"),
]
