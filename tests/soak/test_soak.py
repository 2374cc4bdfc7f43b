"""The soak, short: what it finds in a minute it need not find in half an hour."""

import os
import subprocess
import sys

import pytest

from tournaments.config.supervisor.home import ROOT

pytestmark = pytest.mark.processes


def test_a_short_soak_finds_nothing_lost_doubled_or_broken() -> None:
    short = ["--minutes", "0.3", "--tables", "4", "--watchers", "40", "--members", "3", "--pace", "0.5"]
    short += ["--strangers", "20", "--kill", "web", "streams", "valkey", "postgres"]
    env = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.soak", *short], env=env, cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    assert "nothing lost, nothing doubled" in done.stdout
