"""Every page and every form, sent what no browser sends: an answer that says so, never a fault of ours.

More examples than the stable few: ``FUZZ_EXAMPLES=500``.
"""

import os
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.models import User
from tests.factories import announced, open_for

pytestmark = pytest.mark.django_db

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "0"))
ANSWERS = {200, 301, 302, 400, 403, 404, 405, 409, 422, 429}
FORM = "application/x-www-form-urlencoded"
FIELDS = """
  move seq seat game seats level bots options length base increment clock rated name description format starts_at
  rounds round_minutes max_entries table_size bye username login password password1 password2 email next language
  timezone reason entry as_of page player count q tz csrfmiddlewaretoken sort status
"""
HOSTILE = [
    *(
        b"",
        b"\0",
        b"a\0b",
        b"\r\nX-Evil: 1",
        b"\xff\xfe",
        b"\xed\xa0\x80",
        b"%00",
        b"\xe2\x80\xae",
        b"\xf0\x9f\x82\xa1",
    ),
    *(b"-1", b"0", b"9" * 40, b"1e309", b"NaN", b"\xc2\xb2", b"\xd9\xa3", b"on", b"None", b"[]", b"x" * 5_000),
    *(b"<i>", b"'; --", b"../..", b"//evil.example/", b"javascript:1", b"2026-02-30T25:61", b"9999-12-31T23:59"),
    *(b"0001-01-01T00:00", b"duck-soup", b"gasp", b"greedy", b"swiss", b"ann", b"600", b"me", b"es"),
]
values = st.sampled_from(HOSTILE) | st.binary(max_size=30)
fields = st.dictionaries(st.sampled_from([name.encode() for name in FIELDS.split()]) | values, values, max_size=6)


def patterns(urls: Any = None, before: str = "") -> Iterator[str]:
    """Every path of the site outside the API, with its converters as they are written."""
    for one in get_resolver().url_patterns if urls is None else urls:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver) and not path.startswith("api/"):
            yield from patterns(one.url_patterns, path)
        elif isinstance(one, URLPattern) and not path.startswith("api/"):
            yield "/" + path.replace("^", "").replace("$", "").replace("\\Z", "")


PATHS = sorted(set(patterns()))


def _encoded(form: dict[bytes, bytes]) -> str:
    return "&".join(f"{quote_from_bytes(name)}={quote_from_bytes(value)}" for name, value in form.items())


@pytest.fixture
def known(ann: User, ben: User, robot: User) -> dict[str, str]:
    return {
        "table_id": open_for(ann, ben),
        "tournament_id": announced(ann.pk, [robot.pk]),
        "key": "duck-soup",
        "name": "ann",
    }


@pytest.fixture(params=["stranger", "user"])
def client(request: pytest.FixtureRequest, ann: User) -> Client:
    client = Client(raise_request_exception=False)
    if request.param == "user":
        client.force_login(ann, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_the_paths_are_found() -> None:
    assert len(PATHS) > 40
    assert {"/tables/<slug:table_id>/move", "/settings", "/account/login/"} <= set(PATHS)


@settings(max_examples=EXAMPLES or 60, derandomize=not EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
@given(path=st.sampled_from(PATHS), word=st.none() | values, query=fields, form=st.none() | fields, data=st.data())
@example("/tables/<slug:table_id>/move", None, {}, {b"move": b"7H\r\nX-Evil: 1", b"seq": b"1"}, None)
@example("/tables", None, {b"game": b"\0"}, None, None)
def test_any_request_is_answered(
    client: Client,
    known: dict[str, str],
    path: str,
    word: bytes | None,
    query: dict[bytes, bytes],
    form: dict[bytes, bytes] | None,
    data: Any,
) -> None:
    address = re.sub(
        r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)",
        lambda part: quote_from_bytes(word) if word is not None else known.get(part[1] or part[2], "1"),
        path,
    )
    headers = {"X-Board": "1"} if len(query) % 2 else {}
    method, body = ("GET", "") if form is None else ("POST", _encoded(form))
    answer = client.generic(method, address, body, FORM, headers=headers, QUERY_STRING=_encoded(query))
    assert answer.status_code in ANSWERS, (method, address, query, form)
    assert "X-Evil" not in answer.headers


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "BREW"])
def test_any_method_is_answered(client: Client, known: dict[str, str], method: str) -> None:
    for path in PATHS:
        address = re.sub(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>[^)]*\)", lambda part: known.get(part[1] or part[2], "1"), path)
        assert client.generic(method, address).status_code in ANSWERS | {204}, (method, address)


@pytest.mark.parametrize("name", ["Host", "Accept", "Accept-Language", "Content-Type", "Cookie", "Referer", "X-Board"])
def test_any_header_is_answered(client: Client, known: dict[str, str], name: str) -> None:
    before = "sessionid=" if name == "Cookie" else ""
    for value in HOSTILE:
        for method, path in (("GET", "/tables"), ("POST", "/tables"), ("POST", f"/tables/{known['table_id']}/move")):
            answer = client.generic(method, path, headers={name: before + value.decode("latin-1")})
            assert answer.status_code in ANSWERS, (method, path, name, value)
