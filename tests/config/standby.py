"""A standby of the tests' PostgreSQL, and a moment for what watches it."""

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import psutil
import psycopg
from django.db import connection, connections
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from accounts.models import User
from tests.factories import concede, open_for
from tests.meeting import until
from tournaments.config.supervisor import postgres
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import Home
from tournaments.platform import replica

T = TypeVar("T")


@contextmanager
def following(path: Path) -> Iterator[Crew]:
    """A copy of the tests' server that follows it."""
    home = Home(path)
    with home.claim():
        copy(home)
        crew = Crew(home, say=lambda line: None)
        try:
            spec = postgres.spec(home, dict(os.environ), throwaway=True)
            crew.start([replace(spec, ready="database system is ready to accept read-only connections")])
            connections.settings[replica.REPLICA] = address(home)
            yield crew
        finally:
            if connections.settings.pop(replica.REPLICA, None):
                del connections[replica.REPLICA]
            crew.stop()


def copy(home: Home) -> None:
    data, primary = home.path / "postgres", connection.settings_dict
    host = primary["OPTIONS"].get("host") or primary["HOST"]
    command = [str(postgres.binaries() / "pg_basebackup"), "--host", host, "--username", primary["USER"]]
    command += ["--pgdata", str(data), "--write-recovery-conf", "--checkpoint", "fast", "--no-sync"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    if os.geteuid() == 0:
        for each in (data, *data.rglob("*")):
            shutil.chown(each, postgres.SYSTEM_USER, postgres.SYSTEM_USER)
    postgres.prepare(home)


def address(home: Home) -> dict[str, Any]:
    """As the settings have it. Django's tests are told that there is nothing of its own to clear away."""
    known = deepcopy(connection.settings_dict)
    known["OPTIONS"].pop("host", None)
    known["TEST"]["MIRROR"] = "default"
    return known | {"HOST": str(postgres.socket_folder(home)), "PATIENCE": 0.5}


class Standby:
    """What the service reads from, as if DATABASE_REPLICA_URL led to *crew*'s server; and the time of its watch."""

    def __init__(self, crew: Crew) -> None:
        self.moment = 1_000.0
        self.watch = replica.Watch(lambda: self.moment)
        self._crew = crew

    def control(self, statement: str) -> Any:
        with psycopg.connect(postgres.url(self._crew.home), dbname="postgres", autocommit=True) as control:
            return control.execute(statement).fetchall()

    def pause(self) -> None:
        """It replays nothing from now on: all that was written before is there."""
        self.catch_up()
        self.control("SELECT pg_wal_replay_pause()")
        until(lambda: self.control("SELECT pg_get_wal_replay_pause_state()") == [("paused",)], "replay is paused")
        assert self.watch.is_fresh()

    def resume(self) -> None:
        self.control("SELECT pg_wal_replay_resume()")

    def catch_up(self) -> None:
        end = replica.written().at
        until(lambda: replica.replayed().at >= end, "the standby has come so far")

    def kill(self) -> None:
        """As a machine that loses its power."""
        server = self._crew["postgres"]
        os.killpg(server.pid, signal.SIGKILL)
        until(lambda: not server.running(), "it is dead")

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """It lives on, but says nothing."""
        server = psutil.Process(self._crew["postgres"].pid)
        stopped = [server, *server.children()]
        for each in stopped:
            each.suspend()
        try:
            yield
        finally:
            for each in reversed(stopped):
                each.resume()

    def revive(self) -> None:
        server = self._crew["postgres"]
        while not server.running():
            self._crew.watch()
            time.sleep(0.05)
        server.await_ready(patience=60)

    def send_away(self) -> None:
        """End every connection to it, in the middle of whatever it does."""
        self.control("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname LIKE 'test%'")


def finished(*users: User, **given: Any) -> str:
    table = open_for(*users, **given)
    concede(table, settle=False)
    return table


def tables(client: Client, path: str = "/games/search") -> set[str]:
    page = client.get(path)
    assert page.status_code == 200
    return set(re.findall(r'/tables/([A-Za-z0-9]{10})["/]', page.content.decode()))


def read(question: Callable[[], T]) -> T:
    """As a view asks whose rows may be old."""
    found: list[T] = []

    @replica.may_be_old
    def view(request: HttpRequest) -> HttpResponse:
        found.append(question())
        return HttpResponse()

    view(RequestFactory().get("/"))
    return found[0]


def unasked(*_given: object) -> Any:
    raise AssertionError("this costs a statement")
