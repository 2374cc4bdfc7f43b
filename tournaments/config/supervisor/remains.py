"""What a killed supervisor left running, found by the mark that all its processes carry, and ended."""

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import psutil

from tournaments.config.supervisor.child import MARK

PATIENCE = 5.0


def find_remains(home: Path) -> Iterator[psutil.Process]:
    """Processes of this home, but neither this one nor those above it."""
    family = {os.getpid(), *(parent.pid for parent in psutil.Process().parents())}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.pid not in family and process.environ().get(MARK) == str(home):
                yield process


def end_remains(home: Path) -> int:
    """Ask them to stop, then make them. How many there were."""
    remains = list(find_remains(home))
    for process in remains:
        with contextlib.suppress(psutil.Error):
            # SIGTERM makes PostgreSQL wait for its clients; SIGINT sends them away.
            process.send_signal(signal.SIGINT if process.name() == "postgres" else signal.SIGTERM)
    _, stubborn = psutil.wait_procs(remains, timeout=PATIENCE)
    for process in stubborn:
        with contextlib.suppress(psutil.Error):
            process.kill()
    psutil.wait_procs(stubborn, timeout=PATIENCE)
    return len(remains)
