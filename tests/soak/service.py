"""The service under test: a supervisor of its own, whose processes are killed one after the other."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import psutil

from tests.soak.strangers import NameServer
from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.supervisor.joining import noted
from tournaments.config.supervisor.remains import find_remains
from tournaments.config.supervisor.valkey import free_port

PARTS = {
    "web": "config.serving",
    "streams": "config.streaming",
    "bots": "-n bots@",
    "clocks": "-n clocks@",
    "director": "-n director@",
    "analysis": "-n analysis@",
    "valkey": "valkey.conf",
    "postgres": "postgres -D",
    "proxy": "caddy run",
    "metrics": "manage.py metrics",
}
"""Each process that is killed, and what its command line says."""
RATES = ("moves", "tables", "guest_tables", "address_tables", "tournaments", "chat", "leagues", "club_joins")
WIDE = {
    "RATES": " ".join(f"{name}=100000/s" for name in RATES),
    "LIMITS": "address_streams=100000",
    "BOT_PACE": "0.2",
    "DEMO": "0",
}
"""Everybody comes from one address here."""
OURS = ("DATABASE_URL", "REDIS_URL", "REDIS_PREFIX", "SITE_URL", "SECRET_KEY", "STATIC_ROOT", "DEBUG", "PORT", "BIND")
PATIENCE = 300.0


class Service:
    """*plain*: as it is started by somebody who has set nothing but *env*. *within* stands before the command."""

    def __init__(
        self, folder: Path, *, plain: bool = False, within: Sequence[str] = (), env: Mapping[str, str] | None = None
    ) -> None:
        self.home = Home(folder / "home")
        self.port, self.metrics_port = free_port(), free_port()
        self.screen = folder / "screen.txt"
        self.names = NameServer("known.")
        self._started = time.monotonic()
        given, env = env or {}, {name: value for name, value in os.environ.items() if name not in OURS}
        env.pop("CARDROOM_SUPERVISED", None)
        if not plain:
            env |= {**WIDE, "NAME_SERVERS": self.names.address, "METRICS": f"127.0.0.1:{self.metrics_port}"}
        # As a script starts it in the background: with Ctrl-C's signal ignored, which ends it all the same.
        command = ["sh", "-c", 'trap "" INT; exec "$@"', "sh"]
        command += [sys.executable, "-m", "tournaments.config.supervisor", "run", "--no-demo"]
        with self.screen.open("wb") as screen:
            self._process = subprocess.Popen(
                [*within, *command, "--home", str(self.home.path)],
                cwd=ROOT,
                env={**env, **given, "PORT": str(self.port)},
                stdout=screen,
                stderr=subprocess.STDOUT,
            )

    def await_address(self) -> dict[str, str]:
        """The environment of its processes, once it serves."""
        while "Cardroom is at" not in self.screen.read_text():
            if self._process.poll() is not None or time.monotonic() > self._started + PATIENCE:
                raise RuntimeError(self.screen.read_text())
            time.sleep(0.1)
        return noted(self.home)

    def kill(self, part: str) -> None:
        """SIGKILL to the process and its group; the supervisor starts it again."""
        for process in self._leaders(PARTS[part]):
            os.killpg(process.pid, signal.SIGKILL)

    def lives(self, part: str) -> bool:
        return any(True for _process in self._leaders(PARTS[part]))

    def _leaders(self, words: str) -> Iterator[psutil.Process]:
        """The supervisor's own children: PostgreSQL's and Celery's have other parents."""
        for process in psutil.Process(self._process.pid).children():
            try:
                line = " ".join(process.cmdline())
            except psutil.Error:
                continue
            if words in line:
                yield process

    def processes(self) -> list[psutil.Process]:
        """The supervisor, and all that has come of it."""
        supervisor = psutil.Process(self._process.pid)
        return [supervisor, *supervisor.children(recursive=True)]

    def memory(self) -> dict[str, int]:
        """Megabytes of each part and what it has started; of what processes share, to each its part."""
        return {part: int(used) >> 20 for part, used in self._used(resident).items()}

    def seconds(self) -> dict[str, float]:
        """Processors' time of each part and what it has started, also of what has ended."""
        return self._used(lambda process: sum(process.cpu_times()[:4]))

    def _used(self, of: Callable[[psutil.Process], float]) -> dict[str, float]:
        used = dict.fromkeys(PARTS, 0.0)
        for part, words in PARTS.items():
            for leader in self._leaders(words):
                for process in [leader, *leader.children(recursive=True)]:
                    with suppress(psutil.Error):
                        used[part] += of(process)
        return used

    def manage(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        env = {**os.environ, "CARDROOM_HOME": str(self.home.path)}
        for name in OURS:
            env.pop(name, None)
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)

    def stop(self) -> int:
        self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(60)
        finally:
            self.names.close()
            for process in find_remains(self.home.path):
                process.kill()


def resident(process: psutil.Process) -> float:
    """Bytes; PostgreSQL's processes share most of theirs. Only Linux says how many share."""
    return float(getattr(process.memory_full_info(), "pss", process.memory_info().rss))
