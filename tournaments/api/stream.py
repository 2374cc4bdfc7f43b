"""``GET /api/tables/{id}/stream``: who may follow a table, and from where on. Served by the ASGI process."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from http import HTTPStatus

import msgspec
import structlog
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.http import require_GET

from accounts import credentials
from accounts.credentials import NOBODY, BadToken, Identity
from tournaments.api import problems
from tournaments.tables import clubs, services
from tournaments.tables.errors import RoomError, UnknownTable
from tournaments.tables.hub import hub
from tournaments.tables.places import Places, holder_of
from tournaments.tables.readers import ADMISSION
from tournaments.tables.watching import Watcher

_log = structlog.get_logger(__name__)

RETRY = b"retry: 1000\n\n"
HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Content-Type-Options": "nosniff"}
SEQ = re.compile(r"[0-9]{1,18}")
TABLE = re.compile(r"[0-9A-Za-z]{1,10}")
PATIENCE = 10.0
"""Seconds that the database may take until the caller is told to come back later."""
COME_BACK = {"too_many_streams": 30, "unavailable": 5}
"""Seconds to wait before the next try."""

PLACES = Places()


class Refusal(Exception):
    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(code)
        self.status, self.code, self.detail = status, code, detail


@require_GET
async def stream(request: HttpRequest, table_id: str) -> HttpResponseBase:
    """Server-sent events of one table, as its caller may see them; ``Last-Event-ID`` (or ``?since=``) resumes."""
    answer = await follow(request, table_id)
    if isinstance(answer, HttpResponseBase):
        return answer
    return StreamingHttpResponse(answer, content_type="text/event-stream", headers=HEADERS)


async def follow(request: HttpRequest, table_id: str) -> Watcher | HttpResponse:
    """The lines of the table as its caller may see them, or why there are none."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await _admitted(request, table_id)
    except Refusal as refusal:
        return problem(refusal.status, refusal.code, refusal.detail)
    except RoomError as error:
        return problem(error.status, error.code, str(error.reason))
    except (DatabaseError, TimeoutError) as error:
        _log.warning("stream_refused", table=table_id, error=repr(error))
        return problem(503, "unavailable", "The database does not answer. Try again in a few seconds.")


async def _admitted(request: HttpRequest, table_id: str) -> Watcher:
    since = request.headers.get("Last-Event-ID") or request.GET.get("since")
    if since is not None and not SEQ.fullmatch(since):
        raise Refusal(400, "bad_since", "The last event id must be a number.")
    identity = await identity_of(request)
    if not TABLE.fullmatch(table_id):
        raise UnknownTable
    holder = holder_of(identity, request)
    if not PLACES.take(holder):
        raise Refusal(429, "too_many_streams", "You have too many streams open. Close some of them first.")
    try:
        await ADMISSION.call(clubs.check_followed, table_id, identity.user)
        if identity.user is not None:
            await ADMISSION.call(partial(services.arrive, table_id=table_id, user_id=identity.user))
        watcher = await hub().watch(table_id, identity, None if since is None else int(since))
    except BaseException:
        PLACES.give_back(holder)
        raise
    watcher.on_close(lambda: PLACES.give_back(holder))
    watcher.begin([RETRY])
    return watcher


async def identity_of(request: HttpRequest) -> Identity:
    """Whose request it is, asked in a lane of the streams; raises ``Refusal`` for a token that opens nothing."""
    if not credentials.shows_any(request):
        return NOBODY
    try:
        return await ADMISSION.call(credentials.identity_of, request)
    except BadToken as bad:
        raise Refusal(401, "bad_token", "That token opens nothing.") from bad


def problem(status: int, code: str, detail: str) -> HttpResponse:
    """A problem like any other of the API, made without its framework."""
    headers = {"WWW-Authenticate": 'Bearer realm="api"'} if status == HTTPStatus.UNAUTHORIZED else {}
    if code in COME_BACK:
        headers["Retry-After"] = str(COME_BACK[code])
    body = msgspec.json.encode(problems.problem(status, code, detail))
    return HttpResponse(body, status=status, headers=headers, content_type=problems.MEDIA_TYPE)
