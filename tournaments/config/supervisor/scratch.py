"""Servers for the length of one command: thrown away after it, or those of an installation that does not run."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tournaments.config.supervisor.child import MARK
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import LOCAL, Home
from tournaments.config.supervisor.problem import AlreadyRunning, NoRoom
from tournaments.config.supervisor.remains import end_remains
from tournaments.config.supervisor.servers import start_servers

SCRATCH: Final = LOCAL / "scratch"


def execute(command: Sequence[str], *, throwaway: bool = True) -> int:
    """Run the command with DATABASE_URL and REDIS_URL set; its exit code."""
    clear_abandoned()
    with scratch_servers(dict(os.environ), throwaway=throwaway) as env:
        return _run(command, env)


def execute_at_home(command: Sequence[str], path: Path) -> int:
    """The same on the data of an installation while its service is stopped: to restore a backup, say."""
    home = Home(path)
    with home.claim():
        end_remains(home.path)
        crew = Crew(home, say=lambda line: None)
        try:
            key = {"SECRET_KEY": os.environ.get("SECRET_KEY") or home.secret_key()}
            env = start_servers(crew, dict(os.environ) | key, throwaway=False)
            return _run(command, env | {MARK: str(home.path)})
        finally:
            crew.stop()


@contextmanager
def scratch_servers(env: dict[str, str], *, throwaway: bool = True) -> Iterator[dict[str, str]]:
    """The environment with the servers that it lacks, while they run."""
    try:
        SCRATCH.mkdir(parents=True, exist_ok=True)
        home = Home(Path(tempfile.mkdtemp(dir=SCRATCH)))
    except OSError as error:
        raise NoRoom(f"Can't write to {SCRATCH}: {error.strerror}.") from error
    with home.claim():
        crew = Crew(home, say=lambda line: None)
        try:
            yield start_servers(crew, env, throwaway=throwaway) | {MARK: str(home.path)}
        finally:
            crew.stop()
            home.discard()


def _run(command: Sequence[str], env: dict[str, str]) -> int:
    """In the terminal's own group, so that Ctrl-C reaches the command; the servers end after it."""
    signal.signal(signal.SIGINT, lambda *_: None)
    try:
        process = subprocess.Popen(command, env=env)
    except OSError as error:
        sys.stderr.write(f"Can't run {command[0]}: {error.strerror}\n")
        return 127
    signal.signal(signal.SIGTERM, lambda *_: process.terminate())
    code = process.wait()
    return code if code >= 0 else 128 - code


def clear_abandoned() -> None:
    """End and remove what killed runs left: a scratch home that nobody holds."""
    for path in SCRATCH.glob("*"):
        home = Home(path)
        try:
            with home.claim():
                end_remains(home.path)
                home.discard()
        except AlreadyRunning:
            continue
