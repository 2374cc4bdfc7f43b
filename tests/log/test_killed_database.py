"""A SIGKILL of PostgreSQL itself, in the middle of writing: whatever was acknowledged is there afterwards."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.log.streams import STREAM
from tests.processes import own_postgresql
from tournaments.config.supervisor import postgres
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import ROOT

pytestmark = pytest.mark.processes

PATIENCE = 120.0
SETUP = "import django; django.setup()\nfrom tests.log.streams import *\n"
WRITE = """
end = Head()
while True:
    end = grow(head=end, sizes=[2])
    print(end.seq, flush=True)
"""
LOOK = """
from tournaments.log import selectors, verification
print(selectors.head(STREAM).seq, verification.verify(STREAM))
"""


@pytest.fixture
def crew(home_path: Path) -> Iterator[Crew]:
    """A PostgreSQL of its own, as durable as the service's."""
    with own_postgresql(home_path, throwaway=False) as crew:
        yield crew


def kill(crew: Crew) -> None:
    """PostgreSQL and its backends at once; start it again, as the supervisor does."""
    child = crew["postgres"]
    os.killpg(child.pid, signal.SIGKILL)
    child.await_end()
    deadline = time.monotonic() + PATIENCE
    while not child.running():
        assert time.monotonic() < deadline
        crew.watch()
    child.await_ready(patience=PATIENCE)


def test_what_was_acknowledged_survives_a_killed_database(crew: Crew) -> None:
    env = os.environ | {
        "DATABASE_URL": postgres.url(crew.home),
        "DJANGO_SETTINGS_MODULE": "tournaments.config.settings",
    }
    subprocess.run([sys.executable, "manage.py", "migrate", "log", "--verbosity", "0"], cwd=ROOT, env=env, check=True)
    command = [sys.executable, "-c", SETUP + WRITE]
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as writer:
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(50)]
        kill(crew)
        acknowledged += map(int, writer.stdout)
        assert writer.wait(PATIENCE) != 0  # it lost its connection in the middle
    look = subprocess.run(
        [sys.executable, "-c", SETUP + LOOK], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    )
    seq, fault = look.stdout.split()
    # The last append may have been committed without its writer hearing of it.
    assert int(seq) - acknowledged[-1] in (0, 2)
    assert fault == "None", f"{STREAM}: {look.stdout}"
