"""Several machines, or much to lose: pgBackRest with continuous WAL, and back to a moment between two backups."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

from tests.drill import steps
from tournaments.config.supervisor.home import ROOT

FILES = ROOT / "docker" / "pgbackrest"
PATIENCE = 60.0


def programs() -> Path | None:
    """Of the newest PostgreSQL that Debian has put here."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


class Machine:
    """A PostgreSQL with its data, as the user that it runs as; what pgBackRest needs to know of both."""

    user = "postgres" if os.geteuid() == 0 else None

    def __init__(self, folder: Path, programs: Path, name: str) -> None:
        self.programs, self.folder = programs, folder
        self.data = folder / name / "data"
        self.url = f"postgres://postgres@/postgres?host={folder / name}"
        self.env = {"PATH": os.environ["PATH"]} | {
            f"PGBACKREST_{option}": str(value)
            for option, value in {
                "CONFIG": folder / "pgbackrest.conf",
                "STANZA": "cardroom",
                "PG1_PATH": self.data,
                "PG1_SOCKET_PATH": folder / name,
                "REPO1_PATH": folder / "repository",
                "REPO1_CIPHER_PASS": "only for the drill",
                "SPOOL_PATH": folder / "spool",
                "LOCK_PATH": folder / "lock",
                "LOG_PATH": folder / "log",
            }.items()
        }
        self.make(self.data.parent)

    def make(self, path: Path) -> None:
        path.mkdir(parents=True, exist_ok=True)
        if self.user:
            shutil.chown(path, self.user, self.user)

    def run(self, program: str | Path, *arguments: str) -> str:
        return steps.run(program, *arguments, env=self.env, user=self.user)

    def initialise(self) -> None:
        self.run(self.programs / "initdb", "-D", str(self.data), "-U", "postgres", "--auth=trust", "--encoding=UTF8")
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write((FILES / "cardroom.conf").read_text())

    @contextmanager
    def running(self) -> Iterator[psycopg.Connection[tuple[object, ...]]]:
        """Until it is killed, as a machine that loses its power."""
        options = ("-c", "listen_addresses=", "-c", f"unix_socket_directories={self.data.parent}")
        argv = [str(self.programs / "postgres"), "-D", str(self.data), *options]
        with (self.data.parent / "log").open("w") as log:
            server = subprocess.Popen(
                argv, env=self.env, user=self.user, cwd="/", stdout=log, stderr=log, start_new_session=True
            )
        try:
            with psycopg.connect(self.url, autocommit=True) if self._answers(server) else self._dead() as control:
                yield control
        finally:
            os.killpg(server.pid, signal.SIGKILL)
            server.wait()

    def _answers(self, server: subprocess.Popen[bytes]) -> bool:
        """Once it does and is done with recovery."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and server.poll() is None:
            try:
                with psycopg.connect(self.url) as asked:
                    if asked.execute("SELECT pg_is_in_recovery()").fetchone() == (False,):
                        return True
            except psycopg.OperationalError:
                pass
            time.sleep(0.05)
        return False

    def _dead(self) -> psycopg.Connection[tuple[object, ...]]:
        raise steps.Differs((self.data.parent / "log").read_text()[-2_000:])


def drill(folder: Path, programs: Path, *, tables: int) -> None:
    shutil.copy(FILES / "pgbackrest.conf", folder)
    first = Machine(folder, programs, "first")
    for name in ("repository", "spool", "lock", "log"):
        first.make(folder / name)
    first.initialise()
    with first.running() as control:
        moment, then = _live(first, control, folder, tables)
    second = Machine(folder, programs, "second")
    with steps.timed(f"restore to {moment}"):
        second.run("pgbackrest", "restore", "--type=time", f"--target={moment}", "--target-action=promote")
    with steps.timed("second machine: WAL and promotion"):
        running = second.running()
        running.__enter__()
    try:
        steps.compare(second.url, then, now=folder / "now.txt")
    finally:
        running.__exit__(None, None, None)


def _live(
    machine: Machine, control: psycopg.Connection[tuple[object, ...]], folder: Path, tables: int
) -> tuple[object, Path]:
    """Played, backed up while it was, and played on; the moment in between and where the streams ended then."""
    machine.run("pgbackrest", "stanza-create")
    steps.manage(machine.url, "migrate", "--no-input")
    steps.play(machine.url, tables)
    with steps.playing(machine.url), steps.timed("backup while somebody plays"):
        machine.run("pgbackrest", "backup", "--type=full")
    steps.play(machine.url, tables // 2)
    then = steps.heads(machine.url, folder / "then.txt")
    (moment,) = control.execute("SELECT clock_timestamp()::text").fetchone() or ("",)
    steps.play(machine.url, tables // 2)
    with steps.timed("last WAL archived"):
        (segment,) = control.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone() or ("",)
        _await_archived(control, str(segment))
    return moment, then


def _await_archived(control: psycopg.Connection[tuple[object, ...]], segment: str) -> None:
    deadline = time.monotonic() + PATIENCE
    asked = "SELECT coalesce(last_archived_wal, '') >= %s FROM pg_stat_archiver"
    while control.execute(asked, [segment]).fetchone() != (True,):
        if time.monotonic() > deadline:
            raise steps.Differs(f"{segment} was not archived")
        time.sleep(0.05)
