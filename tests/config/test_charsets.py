"""Whatever charset a request claims, UTF-8 is read and the rest is refused. On the applications that are served."""

import asyncio
import pkgutil
import re
from collections.abc import Iterator
from encodings import __path__ as codecs_folder
from encodings.aliases import aliases
from io import BytesIO
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponse, QueryDict
from django.test import RequestFactory

from accounts.models import User
from tests.api import contract
from tests.factories import announced, open_for
from tests.pages.test_fuzz import PATHS
from tournaments.config import asgi, wsgi
from tournaments.config.charsets import is_utf8
from tournaments.config.legibility import is_legible

CODECS = sorted({*aliases.values(), *(module.name for module in pkgutil.iter_modules(codecs_folder))})
NOT_TEXT = ("base64", "hex", "rot13", "zlib", "undefined", "idna", "punycode")
TEXT = ("unicode_escape", "raw_unicode_escape", "utf-7", "utf-16", "latin-1", "nonsense")
CLAIMED = [f"text/plain; charset={name}" for name in (*NOT_TEXT, *TEXT)] + [
    "text/plain; charset=",
    "text/plain; charset*=utf-8''%00",
    "text/plain; charset*=base64''utf-8; x*=nosuch''a",
    "text/plain; anything*=nosuch''a",
    "text/plain; anything*=undefined''a",
]
SURROGATE = "name=%5Cud800&player=%5Cud800"


@pytest.fixture(autouse=True)
def _one_connection(db: None) -> Iterator[None]:
    """A request that ends closes its connection, and with it the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask(method: str, path: str, claimed: str, *, query: str = "", body: bytes = b"") -> tuple[int, str, bytes]:
    """Status, media type and body of the answer that the web process gives."""
    environ: dict[str, Any] = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query}
    environ |= {"CONTENT_TYPE": claimed, "CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
    setup_testing_defaults(environ)
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], error: object = None) -> Any:
        started.append((status, headers))

    content = b"".join(wsgi.application(environ, start))
    ((status, headers),) = started
    return int(status[:3]), dict(headers).get("Content-Type", ""), content


def multipart(charset: str) -> tuple[str, bytes]:
    field = f"--X\r\nContent-Disposition: form-data; name*={charset}''%5Cud800\r\n\r\n\\ud800\r\n--X--\r\n"
    return "multipart/form-data; boundary=X", field.encode()


@pytest.mark.parametrize("type_", ["", "text/plain", "text/plain; charset=utf-8", 'a/b; Charset="UTF8"; x=y'])
def test_utf8_is_read(type_: str) -> None:
    assert is_utf8(type_)
    assert ask("GET", "/api/games", type_)[0] == 200


@pytest.mark.parametrize("claimed", CLAIMED)
def test_another_charset_is_refused(claimed: str) -> None:
    status, media_type, body = ask("GET", "/api/tables", claimed, query=SURROGATE)
    assert (status, media_type, b'"malformed"' in body) == (400, "application/problem+json", True)
    status, media_type, body = ask("GET", "/players", claimed, query=SURROGATE)
    assert (status, media_type.partition(";")[0], b"UTF-8 is read" in body) == (400, "text/html", True)


@pytest.mark.parametrize("codec", CODECS)
def test_no_codec_of_pythons_is_a_fault_of_ours(codec: str) -> None:
    claimed = f"text/plain; charset={codec}"
    allowed = 200 if is_utf8(claimed) else 400
    assert ask("GET", "/players", claimed, query=SURROGATE)[0] == allowed
    assert ask("GET", "/api/players/x", claimed, query="name=x")[0] == 400  # takes no query
    assert ask("GET", "/nowhere", claimed, query=SURROGATE)[0] == 404
    whole, body = multipart(codec)
    for type_ in (whole, f"{whole}; charset={codec}", f"application/x-www-form-urlencoded; charset={codec}"):
        assert ask("POST", "/account/login/", type_, body=body)[0] in {400, 403}
        assert ask("POST", "/api/tables", type_, body=body)[0] in {400, 401, 415}


def test_a_lone_surrogate_is_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    request = RequestFactory().get("/players")
    for name, text, legible in (("name", "x", True), ("name", "\ud800", False), ("\udfff", "x", False)):
        monkeypatch.setattr(request, "GET", QueryDict.fromkeys([name], text))
        assert is_legible(request) == legible


@pytest.mark.parametrize("charset", ["base64", "undefined", "unicode_escape"])
def test_every_address_is_answered_whatever_the_charset(charset: str, ann: User, bob: User) -> None:
    known = {"key": "gasp", "name": "ann", "table_id": open_for(ann, bob), "tournament_id": announced(ann.pk, [bob.pk])}
    api = [re.sub(r"\{(\w+)\}", lambda part: known.get(part[1], "1"), path) for path in contract.published()["paths"]]
    pages = [re.sub(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)", lambda p: known.get(p[1] or p[2], "1"), p) for p in PATHS]
    for path in [*api, *pages, "/api/docs", "/api/openapi.json", "/api/nowhere"]:
        status, _type, _body = ask("GET", path, f"text/plain; charset={charset}", query=SURROGATE)
        assert status == 400 or (status in {200, 404} and not path.startswith("/api/")), path


@pytest.mark.parametrize("claimed", CLAIMED)
def test_a_stream_refuses_it_too(claimed: str) -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/api/tables/0123456789/stream",
        "query_string": SURROGATE.encode(),
        "headers": [(b"host", b"localhost"), (b"content-type", claimed.encode())],
    }
    answer = asyncio.run(asgi.answered(scope))
    assert isinstance(answer, HttpResponse)
    assert (answer.status_code, b'"malformed"' in answer.content) == (400, True)


def test_the_codecs_are_found() -> None:
    assert len(CODECS) > 100
