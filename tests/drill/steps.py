"""What both drills do to a database: play on it, and hold it against what was kept."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournaments.config.supervisor.home import ROOT

ENV = {"DJANGO_SETTINGS_MODULE": "tournaments.config.settings", "SECRET_KEY": "only for the drill " * 3}


class Differs(Exception):
    """Something is not as it was, or a step failed."""


@contextmanager
def timed(what: str) -> Iterator[None]:
    began = time.monotonic()
    yield
    print(f"  {what}: {time.monotonic() - began:.1f} s", flush=True)


def run(*command: str | Path, env: dict[str, str] | None = None, user: str | None = None) -> str:
    done = subprocess.run(
        [*map(str, command)], env=env, user=user, cwd="/" if user else ROOT, capture_output=True, text=True
    )
    if done.returncode:
        raise Differs(f"{' '.join(map(str, command))}: {done.stdout}{done.stderr}")
    return done.stdout


def manage(url: str, *arguments: str | Path) -> str:
    return run(sys.executable, "manage.py", *arguments, env=os.environ | ENV | {"DATABASE_URL": url})


def play(url: str, tables: int) -> None:
    with timed(f"{tables} tables played"):
        run(*_players(tables), env=os.environ | ENV | {"DATABASE_URL": url})


@contextmanager
def playing(url: str) -> Iterator[None]:
    """Somebody plays all the while."""
    with subprocess.Popen(_players(1_000_000), cwd=ROOT, env=os.environ | ENV | {"DATABASE_URL": url}) as players:
        try:
            yield
        finally:
            alive = players.poll() is None
            players.send_signal(signal.SIGKILL)
    if not alive:
        raise Differs("the players gave up")


def _players(tables: int) -> list[str]:
    return [sys.executable, "-m", "tests.drill.players", str(tables)]


def heads(url: str, path: Path) -> Path:
    """Where every stream ends, in a file."""
    path.write_text(manage(url, "anchor", "--all"))
    return path


def compare(url: str, then: Path, *, now: Path) -> None:
    """Whether a database is what it was when *then* was written: every digest, every projection, every head."""
    with timed("verify, rebuild --check, heads"):
        manage(url, "verify", "--against", then)
        manage(url, "rebuild", "--check")
        if heads(url, now).read_text() != then.read_text():
            raise Differs(f"{now} is not {then}")
    lines = then.read_text().splitlines()
    events = sum(int(line.split()[1]) for line in lines)
    print(f"  {len(lines)} streams with {events} events are as they were", flush=True)
