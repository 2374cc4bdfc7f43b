"""How many files may be open: as many as the machine allows, or a word about it."""

import resource
import subprocess
import sys

import pytest

from tournaments.config.files import ENOUGH, complaint
from tournaments.config.supervisor.home import ROOT

PROGRAM = """
import resource, subprocess, sys
from tournaments.config.files import allow_many
print(allow_many(), resource.getrlimit(resource.RLIMIT_NOFILE)[0], flush=True)
subprocess.run([sys.executable, "-c", "import resource; print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"])
"""


@pytest.mark.parametrize("hard", [300, 1_000])
def test_a_process_and_what_it_starts_may_open_all_that_the_machine_allows(hard: int) -> None:
    lower = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (100, {hard}))"
    done = subprocess.run([sys.executable, "-c", lower + PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(hard)] * 3


def test_no_more_is_asked_for_than_is_of_use() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    most = ENOUGH if hard == resource.RLIM_INFINITY else min(hard, ENOUGH)
    assert int(done.stdout.split()[0]) <= max(most, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def test_few_are_told_of_in_one_line() -> None:
    assert "256 files" in complaint(256)
    assert "\n" not in complaint(256)
    assert complaint(ENOUGH) == ""
