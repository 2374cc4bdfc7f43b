"""How requests are sent and streams are read: again after a pause where that is safe, refusals as exceptions."""

import logging
import os
import random
import time
import uuid
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Self, TypeVar
from urllib.parse import quote

import httpx
import httpx_sse
import msgspec

from cardroom.models import Problem

T = TypeVar("T")
Line = TypeVar("Line", bound=msgspec.Struct)
Query = Mapping[str, str | int | bool | None]

_log = logging.getLogger("cardroom")
SOON = 1.0
"""Seconds that pass without a word."""
LATER = (429, 502, 503, 504)
"""Busy, starting, or not reached by what stands before the site."""
NOTHING_MORE = 204
SILENCE = 60.0
"""Seconds. An open stream says something at least every few; after that many it is opened again."""
LONGEST = 30.0
"""Seconds between two attempts where the server does not say how long to wait."""


class Refused(Exception):
    """What the site does not do. Go by ``code``, which does not change; ``str()`` is for people."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.detail)
        self.problem = problem
        self.code = problem.code
        self.status = problem.status
        self.errors = problem.errors


class Unreadable(Exception):
    """An answer that this version does not know how to read: a newer one may."""


class Asking:
    """What sends requests and reads streams for the operations.

    *patience* is how many seconds a request may wait in all while the site is busy, is starting or cannot be
    reached, before that is raised: ``Refused``, or what ``httpx`` raises. A stream is patient as long as it is read.
    """

    def __init__(
        self, url: str, token: str | None = None, *, patience: float = 60, http: httpx.Client | None = None
    ) -> None:
        self.patience = patience
        self.http = http or httpx.Client(timeout=30, follow_redirects=True)
        self.http.base_url = httpx.URL(url)
        self.http.headers["User-Agent"] = "cardroom-python"
        if token:
            self.http.headers["Authorization"] = f"Bearer {token}"

    @classmethod
    def from_environment(cls) -> Self:
        """The site at ``CARDROOM_URL``, with the token ``CARDROOM_TOKEN``."""
        return cls(os.environ["CARDROOM_URL"], os.environ.get("CARDROOM_TOKEN"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def close(self) -> None:
        self.http.close()

    def ask(
        self,
        method: str,
        path: str,
        shape: type[T],
        *,
        query: Query | None = None,
        body: msgspec.Struct | Mapping[str, object] | None = None,
        key: str | None = None,
    ) -> T:
        """The answer to a request as a *shape*. A POST has an idempotency key, so it can be sent again without harm."""
        headers = {"Idempotency-Key": key or uuid.uuid4().hex} if method == "POST" else {}
        content = None
        if method == "POST":
            content = b"{}" if body is None else msgspec.json.encode(body)
            headers["Content-Type"] = "application/json"
        asked = self.http.build_request(method, path, params=_query(query), content=content, headers=headers)
        answer = self._send(asked)
        return answer.text if shape is str else _read(answer.content, shape)  # type: ignore[return-value]

    def follow(self, path: str, shapes: tuple[type[Line], ...], query: Query | None = None) -> Iterator[Line]:
        """The lines of a stream as they come. After a cut it goes on where it was; it ends when the site ends it for
        good, as that of a table does. Lines of kinds that this version does not know are passed over."""
        place: str | None = None
        attempt = 0
        while True:
            try:
                with self._opened(path, query, place) as stream:
                    if stream.response.status_code == NOTHING_MORE:
                        return
                    for event in stream.iter_sse():
                        attempt, place = 0, event.id or place
                        if event.event == "end":
                            return
                        yield from _line(event.data, shapes)
            except (httpx.UnsupportedProtocol, httpx_sse.SSEError):
                raise  # no such address, or not a stream
            except httpx.TransportError as cut:
                _log.info("The stream was cut off: %s", cut)
            except Refused as refused:
                if refused.status not in LATER:
                    raise
            attempt += 1
            time.sleep(_pause(attempt))

    def _opened(self, path: str, query: Query | None, place: str | None) -> "_Opened":
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": place} if place else {})
        timeout = httpx.Timeout(30, read=SILENCE)
        asked = self.http.build_request("GET", path, params=_query(query), headers=headers, timeout=timeout)
        return _Opened(self._send(asked, stream=True))

    def _send(self, asked: httpx.Request, *, stream: bool = False) -> httpx.Response:
        until, attempt = time.monotonic() + self.patience, 0
        while True:
            attempt += 1
            try:
                answer = self.http.send(asked, stream=stream)
            except httpx.UnsupportedProtocol:
                raise  # no such address: it would be so again
            except httpx.TransportError:
                if (pause := _pause(attempt)) > until - time.monotonic():
                    raise
            else:
                if answer.is_success:
                    return answer
                pause = _told(answer, attempt)
                if answer.status_code not in LATER or pause > until - time.monotonic():
                    raise _refusal(answer)
                answer.close()
            if pause > SOON:
                _log.info("The site is busy or away: again in %.0f s", pause)
            time.sleep(pause)


class _Opened(httpx_sse.EventSource):
    """A stream that is closed at the end of ``with``."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.response.close()


def quoted(value: str | int) -> str:
    """*value* as one part of an address."""
    return quote(str(value), safe="")


def _query(query: Query | None) -> dict[str, str]:
    given = {name: value for name, value in (query or {}).items() if value is not None}
    return {name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in given.items()}


def _line(data: str, shapes: tuple[type[Line], ...]) -> Iterator[Line]:
    """The line in *data*; none of a kind that is not known. Raises :class:`Unreadable` for one of a kind that is."""
    for shape in shapes:
        with suppress(msgspec.ValidationError):
            yield msgspec.json.decode(data, type=shape)
            return
    line = msgspec.json.decode(data)
    for shape in shapes:
        if all(field.encode_name in line for field in msgspec.structs.fields(shape) if field.required):
            _read(data.encode(), shape)


def _read(content: bytes, shape: type[T]) -> T:
    try:
        return msgspec.json.decode(content, type=shape)
    except msgspec.ValidationError as error:
        raise Unreadable(f"{getattr(shape, '__name__', shape)}: {error}") from error


def _refusal(answer: httpx.Response) -> Refused:
    """What the answer says; what comes from something before the site has no problem in it."""
    answer.read()
    answer.close()
    try:
        return Refused(msgspec.json.decode(answer.content, type=Problem))
    except msgspec.DecodeError:
        status, text = answer.status_code, answer.reason_phrase or "No reason was given."
        told: dict[str, Any] = {"type": "about:blank", "title": text, "detail": text, "error": text, "errors": {}}
        return Refused(Problem(status=status, code=f"http_{status}", **told))


def _told(answer: httpx.Response, attempt: int) -> float:
    """Seconds to wait: what the site says, and a little more, so that not all come back at once."""
    said = answer.headers.get("Retry-After", "")
    return float(said) + random.random() if said.isdigit() else _pause(attempt)


def _pause(attempt: int) -> float:
    return float(min(LONGEST, 0.5 * 2.0**attempt)) * (0.5 + random.random() / 2)
