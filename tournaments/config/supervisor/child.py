"""One process of the service: how it is started, when it is ready, how it is stopped."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tournaments.config.supervisor.problem import WouldNotStart

# Every process that a supervisor starts carries its home in this variable, and so do the processes that these start:
# by it the next supervisor finds what a killed one left behind.
MARK: Final = "CARDROOM_SUPERVISED"
LONGEST_PAUSE: Final = 30.0


# An exception in a request or a task that nobody caught (a line of JSON; a 403 is logged with its own, as a warning),
# a lost worker of granian's, of Celery's.
CRASH: Final = re.compile(
    r'^\{(?=.*"level": "(?:error|critical)").*"exception": "'
    r"|Unexpected exit from worker|WorkerLostError|exited with .signal \d"
)
LONGEST_GIST: Final = 200


def aside(log: Path) -> Path:
    """Where the one old log is kept."""
    return log.with_suffix(".log.1")


def gist(line: str) -> str:
    """A line of a log, short enough for a screen; of an exception in JSON, what happened and the exception itself."""
    try:
        told = json.loads(line)
        line = ": ".join([str(told["event"]), *str(told.get("exception", "")).strip().splitlines()[-1:]])
    except (ValueError, KeyError, TypeError):
        pass
    line = " ".join(line.split())
    return line if len(line) <= LONGEST_GIST else line[: LONGEST_GIST - 1] + "…"


@dataclass(frozen=True)
class Spec:
    """What to start. ``ready`` is the text that its log shows once it serves."""

    name: str
    title: str
    argv: tuple[str, ...]
    env: Mapping[str, str]
    ready: str
    stop_signal: signal.Signals = signal.SIGTERM
    patience: float = 10.0
    user: str | int | None = None
    group: str | int | None = None
    sockets: tuple[Path, ...] = field(default=())


class Child:
    def __init__(self, spec: Spec, *, logs: Path, mark: Path) -> None:
        self.spec = spec
        self.log = logs / f"{spec.name}.log"
        self.mark = mark
        self.failures = 0
        self.due = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._started = 0.0
        self._log_start = 0
        self._heard = 0
        self._ready = False

    @property
    def pid(self) -> int:
        if self._process is None:
            raise RuntimeError(f"{self.spec.name} was not started")
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        """Once it has ended."""
        return self._process.poll() if self._process else None

    def start(self) -> None:
        for socket in self.spec.sockets:
            socket.unlink(missing_ok=True)
        env = {**self.spec.env, MARK: str(self.mark)}
        with self.log.open("ab") as log:
            self._log_start = self._heard = log.tell()
            self._process = subprocess.Popen(
                self.spec.argv,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # Ctrl-C at the terminal is for the supervisor, which stops them in order
                user=self.spec.user,
                group=self.spec.group,
                extra_groups=None if self.spec.user is None else [],
            )
        self._started = time.monotonic()
        self._ready = False

    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def output(self) -> str:
        """What it has logged since its last start."""
        with self.log.open("rb") as log:
            log.seek(self._log_start)
            return log.read().decode(errors="replace")

    def limit_log(self, most: int) -> None:
        """Set the log aside once it is longer than *most* bytes, in place of the one that was set aside before.

        The process goes on writing to the same file, each time at its end: so it is copied and emptied. A line that is
        written in between is lost."""
        if self.log.stat().st_size <= most:
            return
        shutil.copyfile(self.log, aside(self.log))
        os.truncate(self.log, 0)
        self._log_start = self._heard = 0

    def last_words(self) -> str:
        lines = [line for line in self.output().splitlines() if line.strip()]
        return gist(lines[-1]) if lines else "it said nothing"

    def alarm(self) -> str:
        """The last crash that it has logged since this was last asked: of a request, a task, one of its workers."""
        with self.log.open("rb") as log:
            size = log.seek(0, os.SEEK_END)
            log.seek(min(self._heard, size))
            news, _newline, _unfinished = log.read().rpartition(b"\n")
            self._heard = min(self._heard, size) + len(news) + bool(_newline)
        crashes = [line for line in news.decode(errors="replace").splitlines() if CRASH.search(line)]
        return gist(crashes[-1]) if crashes else ""

    def is_ready(self) -> bool:
        """Raises when it ended instead of getting ready."""
        if not self.running():
            raise WouldNotStart(f"{self.spec.title} would not start: {self.last_words()} (see {self.log})")
        self._ready = self._ready or self.spec.ready in self.output()  # the line that said so may be set aside since
        return self._ready

    def await_ready(self, *, patience: float) -> float:
        """Seconds since the start, once it is ready."""
        deadline = time.monotonic() + patience
        while not self.is_ready():
            if time.monotonic() > deadline:
                raise WouldNotStart(f"{self.spec.title} was not ready after {patience:.0f} s (see {self.log})")
            time.sleep(0.05)
        return time.monotonic() - self._started

    def bury(self) -> float:
        """Clear up after it died by itself; the pause before the next try, longer each time that it dies young."""
        self._end_group()
        lived = time.monotonic() - self._started
        self.failures = 0 if lived > LONGEST_PAUSE else self.failures + 1
        pause = min(LONGEST_PAUSE, 0.25 * 2.0**self.failures)
        self.due = time.monotonic() + pause
        return pause

    def ask_to_stop(self) -> None:
        if self.running():
            os.kill(self.pid, self.spec.stop_signal)

    def await_end(self) -> None:
        if self._process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(self.spec.patience)
        self._end_group()

    def _end_group(self) -> None:
        """Kill what is left of it and of the processes that it started."""
        if self._process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
