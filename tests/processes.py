"""The service's real processes, for tests: the same list as ``make run``, on the test database."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings
from django.db import connection

from tournaments.config.supervisor import postgres
from tournaments.config.supervisor.child import MARK, Child
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.supervisor.processes import stages
from tournaments.config.supervisor.service import await_healthy
from tournaments.config.supervisor.valkey import free_port
from tournaments.platform.counting import FOLDER

SECRET_KEY = "only for tests " * 4

# As in production but for the pace, as nobody watches these bots, and the guests' limits, as all come by one address
# and a fast machine lets more of them in within a minute than a club would send.
ENVIRONMENT = {
    "DEBUG": "0",
    "BOT_PACE": "0.05",
    "RATES": "address_guests=10000/m guest_tables=10000/m address_tables=10000/m",
    "LIMITS": "guest_tables=10000 address_bot_tables=10000",
    "WEB_WORKERS": "1",
    "SECRET_KEY": SECRET_KEY,
}
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.passwords"}

OWN = ("DJANGO_ALLOW_ASYNC_UNSAFE", "PGAPPNAME")
"""Of the tests' process: Playwright's loop, and what the streams' application calls itself where it was imported."""


class Processes:
    """Web, streams, workers (``bots``, ``clocks``, ``director``, ``analysis``) and ``proxy``, behind one address."""

    def __init__(self, crew: Crew, port: int) -> None:
        self.crew = crew
        self.port = port
        self.url = f"http://localhost:{port}"

    def __getitem__(self, name: str) -> Child:
        return self.crew[name]

    def kill(self, name: str) -> None:
        """SIGKILL to the process and all that it started, as when the machine's memory runs out."""
        os.killpg(self.crew[name].pid, signal.SIGKILL)
        self.crew[name].await_end()

    def lives(self) -> bool:
        return all(child.running() for stage in self.crew.stages for child in stage)

    def revive(self) -> None:
        """Start again what died, as the supervisor does, and wait until everything serves."""
        while not self.lives():
            self.crew.watch()
            time.sleep(0.05)
        for child in (child for stage in self.crew.stages for child in stage):
            child.await_ready(patience=180)
        await_healthy(self.crew, self.port)


@contextmanager
def own_postgresql(path: Path, *, throwaway: bool) -> Iterator[Crew]:
    """A PostgreSQL beside the one of the tests, its database empty; as durable as the service's unless *throwaway*."""
    home = Home(path)
    with home.claim():
        crew = Crew(home, say=lambda line: None)
        try:
            postgres.prepare(home)
            crew.start([postgres.spec(home, dict(os.environ), throwaway=throwaway)])
            postgres.create_database(home)
            yield crew
        finally:
            crew.stop()


def database_url() -> str:
    """The test database's address, for processes that read it from their environment."""
    known = connection.settings_dict
    options = {"host": known["OPTIONS"].get("host"), "port": known["OPTIONS"].get("port")}
    user = quote(known["USER"]) + (f":{quote(known['PASSWORD'], safe='')}" if known["PASSWORD"] else "")
    place = known["HOST"] + (f":{known['PORT']}" if known["PORT"] else "")
    query = urlencode({name: value for name, value in options.items() if value})
    return f"postgres://{user}@{place}/{known['NAME']}" + (f"?{query}" if query else "")


@pytest.fixture(scope="session")
def started_processes(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Processes]:
    home = Home(tmp_path_factory.mktemp("processes"))
    home.make()
    home.begin_counts()
    port = free_port()
    env = {name: value for name, value in os.environ.items() if name not in OWN} | ENVIRONMENT
    env |= {
        "DATABASE_URL": database_url(),
        "REDIS_URL": settings.REDIS_URL,
        "REDIS_PREFIX": settings.REDIS_PREFIX,
        "SITE_URL": f"http://localhost:{port}",
        "STATIC_ROOT": str(home.path / "static"),
        FOLDER: str(home.counts),
        "XDG_RUNTIME_DIR": str(home.runtime),
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(collect, cwd=ROOT, env=env, check=True)
    mark = os.environ.get(MARK)  # those of a killed test run are found and ended with its servers
    crew = Crew(home, say=lambda line: None, mark=Path(mark) if mark else None)
    try:
        crew.start(
            *([replace(spec, env={**spec.env, **SETTINGS}) for spec in each] for each in stages(home, env, port=port))
        )
        await_healthy(crew, port)
        yield Processes(crew, port)
    finally:
        crew.stop()
        home.discard()


@pytest.fixture
def processes(transactional_db: None, started_processes: Processes) -> Iterator[Processes]:
    """All of them running, at first and at the end; what the test commits is cleared away after it."""
    started_processes.revive()
    yield started_processes
    if not started_processes.lives():  # else the next test asks whether they serve
        started_processes.revive()
