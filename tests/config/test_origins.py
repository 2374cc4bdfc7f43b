"""What pages of other sites may ask: the same of both processes. A browser tries it in ``tests/browser``."""

import asyncio
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import open_for
from tests.streaming import Headers, asked, bearer, run, session

pytestmark = pytest.mark.django_db(transaction=True)

Answer = tuple[int, Headers]
Asks = Callable[[str, str, Headers], Answer]
ELSEWHERE = {"Origin": "https://elsewhere.example"}
NOTICES, LIVE = "/api/notices", "/api/notices/stream"


def commands(method: str, path: str, headers: Headers) -> Answer:
    """Of the process for commands and pages."""
    answer = Client().generic(method, path, headers=headers)
    return answer.status_code, {name.lower(): value for name, value in answer.items()}


def streams(method: str, path: str, headers: Headers) -> Answer:
    async def scene() -> Answer:
        async with asked(path, headers, method) as request:
            return request.status, request.headers

    return run(scene)


PROCESSES = pytest.mark.parametrize(("asks", "path"), [(commands, NOTICES), (streams, LIVE)])


@PROCESSES
def test_a_browser_that_asks_before_it_sends_is_told_what_it_may(asks: Asks, path: str) -> None:
    asking = ELSEWHERE | {"Access-Control-Request-Method": "POST"}
    status, headers = asks("OPTIONS", path, asking)
    assert (status, headers["access-control-allow-origin"]) == (204, "*")
    assert headers["access-control-allow-methods"] == "GET, HEAD, POST"
    allowed = {name.strip().lower() for name in headers["access-control-allow-headers"].split(",")}
    assert allowed == {"authorization", "content-type", "idempotency-key", "last-event-id"}
    assert "access-control-allow-credentials" not in headers


@PROCESSES
def test_a_token_in_a_header_is_known_wherever_the_page_is_from(asks: Asks, path: str, ann: User) -> None:
    status, headers = asks("GET", path, ELSEWHERE | bearer(ann)[0])
    assert (status, headers["access-control-allow-origin"]) == (200, "*")
    assert "access-control-allow-credentials" not in headers


@PROCESSES
def test_a_cookie_is_looked_at_for_our_own_pages_alone(asks: Asks, path: str, ann: User) -> None:
    cookie, _client = session(ann)
    own = {"Host": "localhost", "Origin": "http://localhost"}
    assert asks("GET", path, cookie | own)[0] == 200
    assert asks("GET", path, cookie)[0] == 200
    for origin in ("https://elsewhere.example", "http://localhost:1", "null", "https://localhost"):
        status, headers = asks("GET", path, cookie | own | {"Origin": origin})
        assert (status, headers["access-control-allow-origin"]) == (401, "*")


@PROCESSES
@pytest.mark.parametrize("name", ["token", "access_token", "authorization"])
def test_a_token_in_an_address_opens_nothing(asks: Asks, path: str, name: str, ann: User) -> None:
    text = bearer(ann)[0]["Authorization"].removeprefix("Bearer ")
    assert asks("GET", f"{path}?{name}={text}", {})[0] in (400, 401)  # commands take no such parameter


def test_a_refused_write_says_why_to_any_page(ann: User) -> None:
    asking = ELSEWHERE | bearer(ann)[0] | {"Content-Type": "text/plain"}
    for method, path in (("POST", "/api/tables"), ("POST", "/api/nothing"), ("POST", "/api/openapi.json")):
        status, headers = commands(method, path, asking)
        assert status >= 400
        assert headers["access-control-allow-origin"] == "*", path


def test_a_cookie_writes_nothing_from_elsewhere(ann: User) -> None:
    cookie, _client = session(ann)
    asking = ELSEWHERE | cookie | {"Content-Type": "application/json"}
    assert commands("POST", "/api/notices/read", asking)[0] == 401


def test_pages_are_for_people() -> None:
    _status, headers = commands("GET", "/", ELSEWHERE)
    assert "access-control-allow-origin" not in headers


def test_a_page_of_another_site_makes_nobody_arrive_at_a_table(ann: User, bob: User) -> None:
    """A stream tells the others that its player is there."""
    cookie, _client = session(ann)
    path = f"/api/tables/{open_for(ann, bob)}/stream"

    async def scene() -> bytes:
        async with asked(path, ELSEWHERE | cookie) as request:
            async with asyncio.timeout(20):
                while b'"seq"' not in request.body:
                    await asyncio.sleep(0.01)
            return request.body

    assert b'"legal":[]' in run(scene)
