"""What people notice when a server behind the service is away. On the service's real processes."""

from __future__ import annotations

import http.client
import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from accounts import services as accounts
from accounts import valkey
from tests.processes import Processes
from tournaments.tables import selectors, services

pytestmark = pytest.mark.processes

PATIENCE = 3
"""Seconds within which an answer must come: far more than it takes, far less than a broken server may cost."""


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def ask(processes: Processes, method: str, path: str, body: bytes | None = None, **headers: str) -> Answer:
    with closing(http.client.HTTPConnection("localhost", processes.port, timeout=PATIENCE)) as connection:
        connection.request(method, path, body, headers)
        got = connection.getresponse()
        return Answer(got.status, {name.lower(): value for name, value in got.getheaders()}, got.read())


class Player:
    """A guest with a token at a table of two, who is to move."""

    def __init__(self, processes: Processes) -> None:
        me, other = accounts.create_guest(), accounts.create_guest()
        self.table = services.open_table(
            game="duck-soup", options={}, seats=[me.pk, other.pk], clock=None, rated=False, opener=me.pk
        )
        self.move = selectors.view(table_id=self.table, user_id=me.pk).legal[0]
        self.processes = processes
        self.key = accounts.create_token(user=me, name="test")[1]

    def post(self) -> Answer:
        headers = {"Authorization": f"Bearer {self.key}", "Idempotency-Key": "once"}
        return ask(self.processes, "POST", f"/api/tables/{self.table}/move/{self.move}", **headers)


@contextmanager
def frozen_valkey() -> Iterator[None]:
    """The server that tests and processes share lives on, but says nothing."""
    pid = int(valkey.client().info("server")["process_id"])
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
        valkey.breaker.reset()


def test_a_move_is_made_once_while_valkey_is_frozen(processes: Processes) -> None:
    player = Player(processes)
    with frozen_valkey():
        first, again = player.post(), player.post()
        pages = [ask(processes, "GET", path) for path in ("/", f"/tables/{player.table}")]
    assert (first.status, again.status) == (200, 200)
    assert first.json() == again.json()
    assert selectors.summary(player.table).seq == first.json()["seq"]
    assert [page.status for page in pages] == [200, 200]


def test_nobodys_request_fails_because_anothers_was_refused(processes: Processes) -> None:
    """Refused without a look at what it brings along: for want of a token, of a right, of a page."""
    player = Player(processes)
    refused = {"/api/tables": 401, f"/tables/{player.table}/move": 403, "/api/nowhere": 404}

    def intrude(path: str) -> set[int]:
        headers = {"Content-Type": "application/json"}
        return {ask(processes, "POST", path, body=b"x" * 60_000, **headers).status for _ in range(60)}

    def play(_number: int) -> set[int]:
        return {player.post().status for _ in range(60)}

    with ThreadPoolExecutor(8) as threads:
        intruders = threads.map(intrude, refused)
        players = threads.map(play, range(5))
        assert list(players) == [{200}] * 5
        assert list(intruders) == [{status} for status in refused.values()]
