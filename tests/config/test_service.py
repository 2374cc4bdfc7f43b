"""The life of ``make run``: started, refused twice, killed, found again, stopped."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.conditions import PARTS
from tournaments.config.logins import LOGINS
from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.supervisor.remains import end_remains, find_remains
from tournaments.config.supervisor.showing import BEGINS
from tournaments.config.supervisor.valkey import free_port

pytestmark = pytest.mark.processes

PATIENCE = 300.0


OURS = ("DATABASE_URL", "REDIS_URL", "DJANGO_ALLOW_ASYNC_UNSAFE", "SITE_URL", "DEBUG", "DEMO", "SECRET_KEY")


def terminal() -> dict[str, str]:
    """The environment of somebody who has set nothing."""
    return {name: value for name, value in os.environ.items() if name not in OURS}


class Service:
    """A supervisor in a process of its own, and what it says."""

    def __init__(self, home: Path, port: int | str, *, demo: bool = False, **settings: str) -> None:
        env = terminal()
        self.home = home
        self.url = f"http://127.0.0.1:{port}"
        self.log = home.with_suffix(f".{time.monotonic_ns()}.txt")
        command = [sys.executable, "-m", "tournaments.config.supervisor", "run", "--home", str(home)]
        command += [] if demo else ["--no-demo"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=env | {"PORT": str(port)} | settings,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def output(self) -> str:
        return self.log.read_text()

    def await_words(self, words: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while words not in self.output():
            assert self.process.poll() is None, self.output()
            assert time.monotonic() < deadline, self.output()
            time.sleep(0.1)

    def ready(self) -> dict[str, bool]:
        with urllib.request.urlopen(f"{self.url}/readyz", timeout=30) as answer:  # noqa: S310
            found: dict[str, bool] = json.load(answer)
            return found

    def end(self, number: signal.Signals) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)


@pytest.fixture
def home(home_path: Path) -> Iterator[Path]:
    yield home_path
    end_remains(home_path)


def names(home: Path) -> list[str]:
    return sorted(process.name() for process in find_remains(home))


def test_a_second_copy_is_refused_in_one_line(home: Path) -> None:
    with Home(home).claim():
        second = Service(home, free_port())
        assert second.process.wait(PATIENCE) == 4
    assert second.output() == (
        f"Cardroom is already running from this folder (process {os.getpid()}). Stop that one first.\n"
    )


def test_a_port_in_use_is_one_line_that_says_what_to_do(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = Service(home, port)
        assert refused.process.wait(PATIENCE) == 5
    assert refused.output() == (
        f"Can't use port {port}: Address already in use. Take another: make run PORT={port + 1}\n"
    )
    assert names(home) == []


def test_a_port_that_is_no_number_is_one_line(home: Path) -> None:
    refused = Service(home, "80O0")
    assert refused.process.wait(PATIENCE) == 1
    assert refused.output() == "PORT must be a number from 1 to 65535, not '80O0'.\n"


def manage(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = terminal() | {"CARDROOM_HOME": str(home)}
    return subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=env, capture_output=True, text=True)


@pytest.mark.parametrize("command", ["verify", "status"])
def test_manage_finds_no_database_where_no_service_runs(home: Path, command: str) -> None:
    refused = manage(home, command)
    assert refused.returncode == 1
    assert refused.stderr.startswith("There is no database to work on: DATABASE_URL is not set")


def test_where_nobody_can_log_in_as_the_demos_people_the_demo_is_not_loaded(home: Path) -> None:
    service = Service(home, free_port(), demo=True, DEMO="Off")
    service.await_words("Cardroom is at")
    assert service.ready() == dict.fromkeys(PARTS, True)
    assert service.end(signal.SIGINT) == 0
    assert BEGINS not in service.output()
    assert LOGINS not in service.output()


def test_killed_while_the_demo_loads_the_next_one_cleans_up_serves_and_is_stopped(home: Path) -> None:
    port = free_port()
    service = Service(home, port, demo=True)
    service.await_words(BEGINS)
    said = service.output()
    assert said.index("Cardroom is at") < said.index(LOGINS) < said.index(BEGINS)
    assert service.ready() == dict.fromkeys(PARTS, True)
    key = (home / "secret-key").read_text()
    assert manage(home, "verify").returncode == 0, "in another terminal"
    assert "There is no account called" in manage(home, "token", "nobody").stderr
    assert (home / "run" / "environment.json").stat().st_mode & 0o077 == 0
    assert service.end(signal.SIGKILL) == -signal.SIGKILL
    left = {process.pid for process in find_remains(home)}
    assert len(left) > 6

    # One of the orphans dies as well, with no time to tidy up its pid file.
    cluster = int((home / "postgres" / "postmaster.pid").read_text().split()[0])
    os.kill(cluster, signal.SIGKILL)

    again = Service(home, port, demo=True)
    again.await_words(BEGINS)
    assert "processes that an earlier run had left behind" in again.output()
    assert again.ready() == dict.fromkeys(PARTS, True)
    assert (home / "secret-key").read_text() == key
    assert left.isdisjoint(process.pid for process in find_remains(home))

    os.killpg(again.process.pid, signal.SIGINT)  # as a terminal does: to all in the foreground
    assert again.process.wait(PATIENCE) == 0
    assert "Stopped. Everything is kept in" in again.output()
    assert "Traceback" not in again.output()
    assert "KeyboardInterrupt" not in again.output()
    assert names(home) == []
    assert not (home / "demo-loaded").exists()
    assert manage(home, "verify").returncode == 1, "nothing runs any more"
