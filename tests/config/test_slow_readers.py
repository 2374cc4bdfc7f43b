"""Visitors who ask for much and read nothing: each costs a connection, and nobody else waits for it."""

import json
import socket
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Final

import pytest
from django.test import Client, override_settings

from accounts.models import User
from tests.processes import SECRET_KEY, Processes
from tournaments.people.models import Line

pytestmark = pytest.mark.processes

READERS: Final = 200
PATIENCE: Final = 10.0
"""Seconds within which everybody else is answered, on a busy machine too."""
WINDOW: Final = 2_048
SEGMENT: Final = 1_400
"""Bytes, as over a network: on the loopback device one packet would hold a whole file."""
BUNDLE: Final = "drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js"
LINES, LENGTH = 4_000, 500
"""Of chat in an export: two megabytes."""
EXPORTS: Final = 5
"""That one account may ask for within an hour (RATES)."""


@pytest.fixture
def writers() -> list[str]:
    """The sessions of people who have written much."""
    made = [User.objects.create_user(f"writer-{number}") for number in range(10)]
    Line.objects.bulk_create(
        [Line(place="club:none", author=user, at=0, body="x" * LENGTH) for user in made for _ in range(LINES)]
    )
    return [session(user) for user in made]


def session(user: User) -> str:
    """As the processes sign it."""
    browser = Client()
    with override_settings(SECRET_KEY=SECRET_KEY):
        browser.force_login(user)
    return browser.cookies["sessionid"].value


def bundle(processes: Processes) -> str:
    """Where the largest of the static files is."""
    names = json.loads((processes.crew.home.path / "static" / "staticfiles.json").read_text())["paths"]
    return f"/static/{names[BUNDLE]}"


def ask(processes: Processes, path: str, cookie: str) -> socket.socket:
    """A visitor who asks for *path*, and reads no byte of it."""
    visitor = socket.socket()
    visitor.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WINDOW)
    visitor.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT)
    visitor.settimeout(PATIENCE)
    visitor.connect(("127.0.0.1", processes.port))
    head = (f"GET {path} HTTP/1.1", "Host: localhost", "Accept-Encoding: identity", f"Cookie: sessionid={cookie}")
    visitor.sendall("\r\n".join((*head, "", "")).encode())
    return visitor


def asked(processes: Processes, sessions: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A path and a session each: a static file, pages and the API's document, and all that is kept of somebody."""
    others = (bundle(processes), "/api/openapi.json", bundle(processes), "/tables")
    exports = [one for one in sessions for _ in range(EXPORTS)]
    yield from (("/settings/export", one) for one in exports)
    yield from ((others[number % 4], "none") for number in range(READERS - len(exports)))


def test_the_export_is_as_long_as_it_should_be(processes: Processes, writers: list[str]) -> None:
    asks = urllib.request.Request(f"{processes.url}/settings/export", headers={"Cookie": f"sessionid={writers[0]}"})  # noqa: S310
    with urllib.request.urlopen(asks, timeout=30) as answer:  # noqa: S310
        assert len(answer.read()) > LINES * LENGTH


def test_nobody_waits_for_two_hundred_who_do_not_read(processes: Processes, writers: list[str]) -> None:
    with ExitStack() as held:
        for path, cookie in asked(processes, writers):
            held.enter_context(ask(processes, path, cookie))
        for path in ("/api/games", "/about/privacy", "/readyz", "/readyz/stream", bundle(processes)):
            with urllib.request.urlopen(f"{processes.url}{path}", timeout=PATIENCE) as answer:  # noqa: S310
                assert answer.status == 200
                assert answer.read()
