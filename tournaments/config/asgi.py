"""Live streams: of tables, of reviews, of the bell, of clubs' chat, of all that concerns somebody; and nothing else.

Not Django's handler: it gives every request a thread for as long as it lasts, for its middlewares and signals. What a
stream needs of them is here: which hosts are ours, who asks (``accounts.credentials``), headers.
"""

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Iterable
from io import BytesIO
from typing import Any

import django
from django.core.exceptions import SuspiciousOperation
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse, JsonResponse

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
os.environ.setdefault("PGAPPNAME", "cardroom-streams")
django.setup(set_prefix=False)

from engine.registry import GAMES  # noqa: E402
from tournaments.config import files, garbage  # noqa: E402
from tournaments.config.charsets import is_utf8  # noqa: E402
from tournaments.config.postgresql import patience  # noqa: E402
from tournaments.config.telemetry import requests, streams  # noqa: E402
from tournaments.kit import origins, streaming  # noqa: E402
from tournaments.notices.web.api import personal  # noqa: E402
from tournaments.notices.web.api import stream as notice_stream  # noqa: E402
from tournaments.people.web.api import chat_stream, review_stream  # noqa: E402
from tournaments.platform import tracing  # noqa: E402  # Django had to be set up first
from tournaments.streams.watchers import Watcher  # noqa: E402
from tournaments.tables.web.api import stream  # noqa: E402

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PERSONAL, NOTICES, READY = "/api/stream", "/api/notices/stream", "/readyz/stream"
NAMED = {PERSONAL: "personal", NOTICES: "notices", READY: "ready"}
STREAM = re.compile(r"/api/tables/([^/]+)/stream")
TALK = re.compile(r"/api/clubs/([0-9A-Za-z-]{1,40})/chat/stream")
REVIEW = re.compile(r"/api/reviews/([0-9A-Za-z]{1,20})/stream")
NAMED_BY_ID = {"table": STREAM, "chat": TALK, "review": REVIEW}
HEADERS = {**streaming.HEADERS, **origins.HEADERS}

PATIENCE = 5.0
"""Seconds that a client has for taking the end of its stream."""

patience.begin(patience.STREAMS)
files.allow_many()
streams.begin()


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """The ASGI application."""
    kind, number = kind_of(scope["path"]), requests.begin(_number(scope))
    with tracing.span(f"stream {kind}", "server", {"http.route": f"stream {kind}"}) as part:
        answer = await answered(scope)
        if part is not None:
            part.set_attribute("http.request.header.x-request-id", [number])
            part.set_attribute("http.response.status_code", getattr(answer, "status_code", 200))
    if isinstance(answer, Watcher):
        requests.end(f"stream {kind}", 200)
        with streams.counted(kind):
            await _follow(answer, receive, send)
    else:
        requests.end(f"stream {kind}", answer.status_code)
        headers = dict(answer.items()) | origins.HEADERS | {"X-Content-Type-Options": "nosniff"}
        await send(_start(answer.status_code, headers.items()))
        await send({"type": "http.response.body", "body": answer.content})


def kind_of(path: str) -> str:
    """Which of the streams is at *path*."""
    if path in NAMED:
        return NAMED[path]
    found = (name for name, pattern in NAMED_BY_ID.items() if pattern.fullmatch(path))
    return next(found, "none")


def _number(scope: Message) -> str:
    """The id that the proxy gave the request."""
    headers = dict(scope.get("headers", ()))
    return str(headers.get(requests.HEADER.lower().encode(), b"").decode("latin-1"))


async def answered(scope: Message) -> Watcher | HttpResponse:
    """The stream that is asked for, or an answer in one piece."""
    request = _legible(scope)
    if request is None:
        return streaming.problem(400, "malformed", "The request cannot be read.")
    if asked := origins.preflight(request):
        return asked
    if request.method != "GET":
        refused = streaming.problem(405, "method_not_allowed", "A stream can only be read.")
        refused["Allow"] = "GET"
        return refused
    origins.forget_cookies(request)
    if request.path == READY:
        return JsonResponse({"ok": True})
    if request.path == PERSONAL:
        return await personal.follow(request)
    if request.path == NOTICES:
        return await notice_stream.follow(request)
    if talk := TALK.fullmatch(request.path):
        return await chat_stream.follow(request, talk.group(1))
    if together := REVIEW.fullmatch(request.path):
        return await review_stream.follow(request, together.group(1))
    wanted = STREAM.fullmatch(request.path)
    if wanted is None:
        return streaming.problem(404, "not_found", "There is nothing here.")
    return await stream.follow(request, wanted.group(1))


def _legible(scope: Message) -> ASGIRequest | None:
    """The request, if it is for a host of ours and its texts can be read."""
    try:
        request = ASGIRequest(scope, BytesIO())
        request.get_host()
        request.GET  # noqa: B018  read here, where too many names in it have an answer
    except (SuspiciousOperation, LookupError, ValueError):  # the last two from a charset that decodes no text
        return None
    return request if is_utf8(request.META.get("CONTENT_TYPE", "")) else None


async def _follow(lines: Watcher, receive: Receive, send: Send) -> None:
    """Send *lines* until either side has had enough."""
    gone, here = asyncio.ensure_future(_hung_up(receive)), asyncio.current_task()
    gone.add_done_callback(lambda _: lines.close())
    if here is not None:  # a client that takes nothing any more cannot be told that it is over
        lines.on_close(lambda: asyncio.get_running_loop().call_later(PATIENCE, here.cancel))
    try:
        await send(_start(200, (HEADERS | {"Content-Type": lines.form.media_type}).items()))
        async for line in lines:
            await send({"type": "http.response.body", "body": line, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        gone.cancel()
        lines.close()


async def _hung_up(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _start(status: int, headers: Iterable[tuple[str, str]]) -> Message:
    encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return {"type": "http.response.start", "status": status, "headers": encoded}


_ = tuple(GAMES.values())  # loads every game before the first stream
garbage.spare_the_start()
