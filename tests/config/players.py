"""A player who goes on through outages, and what they are answered."""

import http.client
import json
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from accounts import services as accounts
from tests.processes import Processes
from tournaments.tables import selectors, services

PATIENCE = 3


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)


def ask(processes: Processes, method: str, path: str, *, body: bytes | None = None, **headers: str) -> Answer:
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
        self.user = me
        self.processes = processes
        self.key = accounts.create_token(user=me, name="test")[1]

    def post(self) -> Answer:
        headers = {"Authorization": f"Bearer {self.key}", "Idempotency-Key": "once"}
        return ask(self.processes, "POST", f"/api/tables/{self.table}/move/{self.move}", body=None, **headers)
