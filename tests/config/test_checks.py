"""What commands leave out, so that they answer at once."""

import subprocess
import sys

from django.core.management import call_command

from tournaments.config.supervisor.home import ROOT

LOADED = """
import sys
sys.argv = ["manage.py", "verify", "--help"]
import manage
try:
    manage.main()
except SystemExit:
    left_out = "tournaments.config.urls", "engine.games."
    print("loaded:", [name for name in sys.modules if name.startswith(left_out)])
"""


def test_the_checks_that_commands_leave_out_find_nothing() -> None:
    call_command("check", fail_level="WARNING")


def test_a_command_loads_neither_pages_nor_games() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "loaded: []", done.stderr
