"""The bot of the README, as its reader starts it: a whole table, a tournament and a night of invitations."""

import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Queue
from typing import Any

import pytest

from accounts.models import User
from tests.client.conftest import CLIENT, Installed
from tests.factories import announced, bot_of, open_for
from tests.processes import Processes
from tournaments.director import services as director
from tournaments.people import invitations

pytestmark = pytest.mark.processes

NIGHT = 3


def bot() -> str:
    """The lines of the README."""
    (found,) = re.findall(r"^```python\n(.+?)^```$", (CLIENT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    assert isinstance(found, str)
    return found


@contextmanager
def playing(installed: Installed, processes: Processes, user: User, *words: str) -> Iterator["Queue[str]"]:
    """The bot at work as *user*, and the lines that it writes."""
    path = installed.folder / "bot.py"
    path.write_text(bot())
    lines: Queue[str] = Queue()
    with installed.start("-W", "error", str(path), *words, site=processes, user=user) as process:
        threads = [threading.Thread(target=_copy, args=(pipe, lines)) for pipe in (process.stdout, process.stderr)]
        for thread in threads:
            thread.start()
        try:
            yield lines
        finally:
            process.kill()
            for thread in threads:
                thread.join()


def _copy(pipe: Any, lines: "Queue[str]") -> None:
    for line in pipe:
        lines.put(line.rstrip())


def results(lines: "Queue[str]", until: Callable[[list[str]], bool]) -> list[str]:
    """What the bot says, up to where *until* is content with it."""
    told: list[str] = []
    while not until(told):
        told.append(lines.get(timeout=60))
    return told


def test_it_is_short() -> None:
    code = [line for line in bot().splitlines() if line.strip()]
    assert len(code) <= 30


def test_its_types_are_checked(installed: Installed) -> None:
    path = installed.folder / "checked.py"
    path.write_text(bot())
    checked = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--python-executable", str(installed.python)]
    done = subprocess.run([*checked, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_it_plays_a_table_a_tournament_and_a_night_of_invitations(
    installed: Installed, processes: Processes, ann: User, bob: User
) -> None:
    robbie, rival = bot_of(ann), bot_of(bob, "rival")
    tournament = announced(ann.pk, format="knock-out", programs=True)
    with (
        playing(installed, processes, robbie, tournament) as mine,
        playing(installed, processes, rival, tournament) as theirs,
    ):
        table = results(mine, bool)
        assert table[0].startswith("german-whist ")
        results(theirs, bool)
        director.start(tournament_id=tournament, by=ann.pk)
        cup = results(mine, bool)
        assert results(theirs, bool) == cup
        processes.kill("streams")  # of all that it reads: it comes back where it was
        processes.revive()
        tables = [invited(rival, "robbie") for _ in range(NIGHT)]
        night = results(mine, lambda told: len(told) == NIGHT)
        assert sorted(re.findall(r"^duck-soup (\w+) \[", "\n".join(night), re.M)) == sorted(tables)


def invited(host: User, guest: str) -> str:
    """A table of *host* to which *guest* is invited."""
    table = open_for(host, None)
    invitations.invite(user=host, table_id=table, name=guest)
    return table
