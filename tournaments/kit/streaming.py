"""What every stream does before its lines: who asks, a place for it, patience with the database, and refusals."""

import asyncio
from collections.abc import Awaitable, Callable
from http import HTTPStatus

import msgspec
import structlog
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from accounts import credentials
from accounts.credentials import NOBODY, BadToken, Identity
from accounts.scopes import Need
from tournaments.kit import problems
from tournaments.log.errors import RoomError
from tournaments.streams.places import Places, holder_of
from tournaments.streams.readers import ADMISSION
from tournaments.streams.watchers import NothingMore, Watcher

_log = structlog.get_logger(__name__)

HEADERS = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "X-Content-Type-Options": "nosniff"}
PATIENCE = 10.0
"""Seconds that the database may take until the caller is told to come back later."""
COME_BACK = {"too_many_streams": 30, "unavailable": 5, "newer_version": 5, "archive_away": 60}
"""Seconds to wait before the next try."""

PLACES = Places()

Watch = Callable[[Identity], Awaitable[Watcher]]


class Refusal(Exception):
    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(code)
        self.status, self.code, self.detail = status, code, detail


async def followed(request: HttpRequest, needs: Need, watch: Watch) -> Watcher | HttpResponse:
    """The lines that *watch* gives the caller, or why there are none; a token *needs* that scope to be known by."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await _placed(request, needs, watch)
    except NothingMore:
        return HttpResponse(status=204)  # a browser's EventSource does not come back then
    except Refusal as refusal:
        return problem(refusal.status, refusal.code, refusal.detail)
    except RoomError as error:
        return problem(error.status, error.code, str(error.reason))
    except (DatabaseError, TimeoutError) as error:
        _log.warning("stream_refused", path=request.path, error=repr(error))
        return problem(503, "unavailable", "The database does not answer. Try again in a few seconds.")


def answered(lines: Watcher | HttpResponse) -> HttpResponseBase:
    """The same as an answer of Django's, for where no process serves streams alone."""
    if isinstance(lines, HttpResponseBase):
        return lines
    return StreamingHttpResponse(lines, content_type=lines.form.media_type, headers=HEADERS)


async def _placed(request: HttpRequest, needs: Need, watch: Watch) -> Watcher:
    """The lines, on one of the places of who asks until they end."""
    identity = await _identity_of(request, needs)
    holder = holder_of(identity, request)
    if not PLACES.take(holder):
        raise Refusal(429, "too_many_streams", "You have too many streams open. Close some of them first.")
    try:
        watcher = await watch(identity)
    except BaseException:
        PLACES.give_back(holder)
        raise
    watcher.on_close(lambda: PLACES.give_back(holder))
    watcher.begin(watcher.form.opening)
    return watcher


async def _identity_of(request: HttpRequest, needs: Need) -> Identity:
    """Whose request it is, asked in a lane of the streams; raises ``Refusal`` for a token that opens nothing."""
    if not credentials.shows_any(request):
        return NOBODY
    try:
        return await ADMISSION.call(credentials.identity_of, request, needs)
    except BadToken as bad:
        raise Refusal(401, "bad_token", "That token opens nothing.") from bad


def account_of(identity: Identity) -> int:
    """The user who asks; raises ``Refusal`` without one."""
    if identity.withheld:
        raise Refusal(403, "scope_missing", f"The token lacks the scope `{identity.withheld}`.")
    if identity.user is None:
        raise Refusal(401, "not_authenticated", "This needs an account.")
    return identity.user


def problem(status: int, code: str, detail: str) -> HttpResponse:
    """A problem like any other of the API, made without its framework."""
    headers = {"WWW-Authenticate": 'Bearer realm="api"'} if status == HTTPStatus.UNAUTHORIZED else {}
    if code in COME_BACK:
        headers["Retry-After"] = str(COME_BACK[code])
    body = msgspec.json.encode(problems.problem(status, code, detail))
    return HttpResponse(body, status=status, headers=headers, content_type=problems.MEDIA_TYPE)
