"""``GET /api/notices/stream``: how many notices wait, as it changes. Served by the ASGI process."""

from __future__ import annotations

import asyncio

import structlog
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from accounts.credentials import Identity
from tournaments.api.stream import HEADERS, PATIENCE, PLACES, RETRY, Refusal, identity_of, problem
from tournaments.notices.streaming import badges
from tournaments.tables.places import holder_of
from tournaments.tables.watching import Watcher

_log = structlog.get_logger(__name__)


@require_GET
async def stream(request: HttpRequest) -> HttpResponseBase:
    """Server-sent events: the number of unread notices of who asks, at first and whenever it changes."""
    answer = await follow(request)
    if isinstance(answer, HttpResponseBase):
        return answer
    return StreamingHttpResponse(answer, content_type="text/event-stream", headers=HEADERS)


async def follow(request: HttpRequest) -> Watcher | HttpResponse:
    """The lines, or why there are none."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await _admitted(request, await identity_of(request))
    except Refusal as refusal:
        return problem(refusal.status, refusal.code, refusal.detail)
    except (DatabaseError, TimeoutError) as error:
        _log.warning("badge_refused", error=repr(error))
        return problem(503, "unavailable", "The database does not answer. Try again in a few seconds.")


async def _admitted(request: HttpRequest, identity: Identity) -> Watcher:
    if identity.user is None:
        raise Refusal(401, "not_authenticated", "This needs an account.")
    holder = holder_of(identity, request)
    if not PLACES.take(holder):
        raise Refusal(429, "too_many_streams", "You have too many streams open. Close some of them first.")
    try:
        watcher = await badges().watch(identity.user, identity)
    except BaseException:
        PLACES.give_back(holder)
        raise
    watcher.on_close(lambda: PLACES.give_back(holder))
    watcher.begin([RETRY])
    return watcher
