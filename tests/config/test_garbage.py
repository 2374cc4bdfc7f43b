"""A full collection of garbage stops a process: it must not look through everything that was loaded at the start."""

import subprocess
import sys

import pytest

from tournaments.config.supervisor.home import ROOT

LOADED = """
import gc, sys
import tournaments.config.{name}
print(gc.get_freeze_count(), len(gc.get_objects()), "tournaments.tables.web.views.tables" in sys.modules)
"""


@pytest.mark.parametrize(("name", "pages"), [("wsgi", "True"), ("asgi", "False")])
def test_what_was_loaded_at_the_start_is_not_looked_through_again(name: str, pages: str) -> None:
    program = LOADED.format(name=name)
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    spared, looked_through, loaded = done.stdout.split()
    assert int(spared) > 30_000
    assert int(looked_through) < int(spared) / 10
    assert loaded == pages
