"""A cookie that cannot be a session's key is a stranger's, on pages, in the API and for streams."""

import asyncio
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts import credentials
from accounts.credentials import NOBODY
from accounts.models import User
from accounts.session_store import SessionStore
from tests.factories import client_of
from tournaments.config import asgi
from tournaments.streams import readers

pytestmark = pytest.mark.django_db(transaction=True)

COOKIES = [
    r'"\000aaaaaaaaaaaa"',
    r'"aaaaaaaaaaaa\000"',
    r'"' + "a" * 31 + r'\000"',
    r'"\355\240\200aaaaaaaa"',
    r'"\012aaaaaaaaaaaa"',
    "a" * 31,
    "a" * 33,
    "A" * 32,
    "a" * 5_000,
    "",
]


@pytest.fixture(autouse=True)
def _no_threads_left() -> Iterator[None]:
    yield
    readers.stop()


@pytest.mark.parametrize("cookie", COOKIES)
@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "tz", "messages", "django_language"])
def test_pages_and_api_answer_a_stranger(name: str, cookie: str) -> None:
    client = Client(raise_request_exception=False)
    for path in ("/", "/settings", "/api/tables"):
        assert client.get(path, headers={"Cookie": f"{name}={cookie}"}).status_code in {200, 302}, path


@pytest.mark.parametrize("cookie", COOKIES)
def test_a_stream_answers_a_stranger(cookie: str) -> None:
    """There is no table of that name, which is found out once it is known who asks."""
    headers = [(b"host", b"localhost"), (b"cookie", f"sessionid={cookie}".encode())]
    path = "/api/tables/nosuchtableatall/stream"
    scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    answer = asyncio.run(asgi.answered(scope))
    assert isinstance(answer, HttpResponse)
    assert (answer.status_code, b'"unknown_table"' in answer.content) == (404, True)


def test_a_key_that_can_be_one_is_asked_for(ann: User) -> None:
    client = client_of(ann)
    request = RequestFactory().get("/", headers={"Cookie": str(client.cookies).partition(": ")[2]})
    assert credentials.identity_of(request, "table:read").user == ann.pk
    request.COOKIES[settings.SESSION_COOKIE_NAME] = "a" * 32
    assert credentials.identity_of(request, "table:read") == NOBODY


def test_the_keys_that_are_made_can_be_one(db: None) -> None:
    made = SessionStore()
    made.create()
    assert SessionStore(made.session_key).session_key == made.session_key
