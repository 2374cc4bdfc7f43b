"""``GET /api/tables/{id}/stream``: a plain async view, served by the ASGI process."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.views.decorators.http import require_GET

from accounts.services import authenticate_token
from tournaments.tables import folds, services
from tournaments.tables.errors import TableError
from tournaments.tables.live import HUB
from tournaments.tables.playing import Playing

HEARTBEAT = b": still here\n\n"
RETRY = b"retry: 1000\n\n"
SEQ = re.compile(r"[0-9]{1,18}")


@require_GET
async def stream(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Server-sent events of one table, as its caller may see them; ``Last-Event-ID`` (or ``?since=``) resumes."""
    known, user_id = await sync_to_async(who_asks)(request)
    if not known:
        return _problem(401, "bad_token", "That token opens nothing.")
    since = request.headers.get("Last-Event-ID") or request.GET.get("since")
    if since is not None and not SEQ.fullmatch(since):
        return _problem(400, "bad_since", "The last event id must be a number.")
    try:
        if user_id is not None:
            await sync_to_async(services.arrive)(table_id=table_id, user_id=user_id)
        table: Playing = (await sync_to_async(folds.current)(table_id)).table
    except TableError as error:
        return _problem(error.status, error.code, str(error.reason))
    response = StreamingHttpResponse(
        _lines(table, user_id, None if since is None else int(since)), content_type="text/event-stream"
    )
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def who_asks(request: HttpRequest) -> tuple[bool, int | None]:
    """Whose request it is, by bearer token or session: (whether the credentials hold, the user's id)."""
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        user = authenticate_token(text.strip())
        return user is not None, user.pk if user else None
    return True, request.user.pk


async def _lines(table: Playing, user_id: int | None, since: int | None) -> AsyncIterator[bytes]:
    yield RETRY
    async with HUB.watch(table.id, table.seat_of(user_id), since) as watcher:
        while True:
            try:
                line = await asyncio.wait_for(watcher.lines.get(), settings.STREAM_HEARTBEAT_SECONDS)
            except TimeoutError:
                yield HEARTBEAT
                continue
            if line is None:
                return
            yield line


def _problem(status: int, code: str, detail: str) -> JsonResponse:
    """The shape of the API's problems, for the one path under it that is not served by it."""
    kind, title = f"{settings.SITE_URL}/api/docs#{code}", HTTPStatus(status).phrase
    body: dict[str, Any] = {"type": kind, "title": title, "status": status, "detail": detail, "code": code}
    headers = {"WWW-Authenticate": 'Bearer realm="api"'} if status == HTTPStatus.UNAUTHORIZED else {}
    return JsonResponse(
        body | {"errors": {}, "error": detail}, status=status, headers=headers, content_type="application/problem+json"
    )
