"""A cluster of Citus on loopback: a coordinator and workers, each of which can be killed and comes back."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import psutil
import psycopg

from tournaments.config.supervisor import postgres
from tournaments.config.supervisor.child import Spec
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import Home
from tournaments.config.supervisor.valkey import free_port

COORDINATOR: Final = "coordinator"
SETTINGS: Final = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "shared_preload_libraries": "citus",
    "max_connections": "200",
    "wal_level": "logical",
    "citus.enable_unsafe_triggers": "on",
    "citus.recover_2pc_interval": "5s",
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
}
"""As docker/nodes.md says."""


def unfit(prefix: str) -> str:
    """Why there is no Citus at *prefix*, in words; empty if there is."""
    if not prefix:
        return "make test-citus needs a PostgreSQL with Citus: CITUS=PREFIX, the folder that has bin/postgres."
    program = Path(prefix) / "bin" / "pg_config"
    if not program.exists():
        return f"There is no PostgreSQL in {prefix}: bin/pg_config is missing."
    return "" if (library(Path(prefix)) / "citus.so").exists() else f"The PostgreSQL in {prefix} has no Citus."


def library(prefix: Path) -> Path:
    told = subprocess.run([prefix / "bin" / "pg_config", "--pkglibdir"], capture_output=True, text=True, check=True)
    return Path(told.stdout.strip())


class Cluster:
    def __init__(self, folder: Path, prefix: Path) -> None:
        self._programs = prefix / "bin"
        self._home = Home(folder / "cluster")
        self._home.make()
        self.crew = Crew(self._home, say=lambda line: None)
        self.ports: dict[str, int] = {}

    def url(self, name: str = COORDINATOR) -> str:
        return f"postgres://{postgres.ROLE}@127.0.0.1:{self.ports[name]}/{postgres.ROLE}"

    def ask(self, statement: str, *given: object, server: str = COORDINATOR) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url(server), autocommit=True) as connection:
            cursor = connection.execute(statement.encode(), given)
            return cursor.fetchall() if cursor.description else []

    def add(self, *names: str) -> None:
        """Servers of their own, each with the extension; all but the coordinator are made known to it."""
        for name in names:
            self.ports[name] = free_port()
            self._initialise(name)
        self.crew.start([self._spec(name) for name in names])
        for name in names:
            with psycopg.connect(self.url(name), dbname="postgres", autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {postgres.ROLE}")
            self.ask("CREATE EXTENSION citus", server=name)
            call = "citus_set_coordinator_host" if name == COORDINATOR else "citus_add_node"
            self.ask(f"SELECT {call}('127.0.0.1', {self.ports[name]})")

    def seconds(self, name: str) -> float:
        """Processors' time of a server since its start, also of those of its processes that have ended."""
        first = psutil.Process(self.crew[name].pid)
        spent = 0.0
        for process in (first, *first.children(recursive=True)):
            with suppress(psutil.Error):
                spent += sum(process.cpu_times()[: 4 if process is first else 2])
        return spent

    def kill(self, name: str) -> None:
        """SIGKILL to the server and all of its processes, as when its machine loses its power."""
        os.killpg(self.crew[name].pid, signal.SIGKILL)
        self.crew[name].await_end()

    def revive(self, name: str) -> None:
        self.crew[name].start()
        self.crew[name].await_ready(patience=120)

    def _initialise(self, name: str) -> None:
        data, user = self._home.path / name, postgres._system_user()
        data.mkdir(mode=0o700)
        if user is not None:
            postgres._open_way(data)
            shutil.chown(data, user, user)
            data.chmod(0o700)
        command = [str(self._programs / "initdb"), "-D", str(data), "-U", postgres.ROLE, "--auth=trust", "--no-sync"]
        subprocess.run(
            [*command, "--encoding=UTF8", "--locale=C.UTF-8"],
            user=user,
            group=user,
            extra_groups=None if user is None else [],
            cwd=data,
            check=True,
            capture_output=True,
        )

    def _spec(self, name: str) -> Spec:
        settings = {**SETTINGS, "port": str(self.ports[name])}
        options = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
        user = postgres._system_user()
        return Spec(
            name=name,
            title=name,
            argv=(str(self._programs / "postgres"), "-D", str(self._home.path / name), *options),
            env={**os.environ, "HOME": str(self._home.path / name)},
            ready="database system is ready to accept connections",
            stop_signal=signal.SIGINT,
            patience=30.0,
            user=user,
            group=user,
        )


@contextmanager
def running(folder: Path, prefix: Path) -> Iterator[Cluster]:
    """A coordinator and two workers."""
    cluster = Cluster(folder, prefix)
    try:
        cluster.add(COORDINATOR, "first", "second")
        yield cluster
    finally:
        cluster.crew.stop()
