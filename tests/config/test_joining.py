"""What ``manage.py`` in another terminal knows of the service that runs."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tournaments.config.supervisor import joining
from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.version import VERSION


def test_a_command_reaches_the_database_and_the_log_as_the_service_does(tmp_path: Path) -> None:
    known = {
        "DATABASE_URL": "postgres://cardroom@database/cards",
        "DATABASE_PASSWORD": "pa ss",
        "DATABASE_POOLER": "prepared",
        "DATABASE_DIRECT_URL": "postgres://cardroom@server/cards",
        "DATABASE_REPLICA_URL": "postgres://cardroom@standby/cards",
        "LOG_APPEND": "function",
        "OPEN_DATA": "/srv/open-data",
        "OPEN_DATA_LICENCE": "Ask us first",
        "SIGNING_KEY": "A" * 43,
    }
    home = Home(tmp_path)
    with home.claim():
        joining.note(home, {**known, "HOME": "/root"})
        assert joining.noted(home) == known
    assert joining.noted(home) == {}


def test_it_says_which_cardroom_it_is() -> None:
    asked = [sys.executable, str(ROOT / "manage.py"), "--version"]
    assert subprocess.run(asked, capture_output=True, text=True, check=True).stdout == f"{VERSION}\n"


COMMANDS = ("verify", "distribute --plan", "token ann", "backup .")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_database_that_does_not_answer_is_one_line(tmp_path: Path, command: str) -> None:
    said = refused(tmp_path, command, "postgres://cardroom:hidden@127.0.0.1:1/cards")
    assert said.startswith("The database does not answer: ")


@pytest.mark.django_db
@pytest.mark.parametrize("command", ["verify", "backup ."])
def test_a_database_without_our_tables_is_one_line(tmp_path: Path, command: str) -> None:
    assert "See manage.py migrate." in refused(tmp_path, command, address("postgres"))


@pytest.mark.django_db
def test_a_database_that_can_only_be_read_is_one_line(tmp_path: Path) -> None:
    options = {"PGOPTIONS": "-c default_transaction_read_only=on"}
    said = refused(tmp_path, "rebuild", address(connection.settings_dict["NAME"]), options)
    assert said.startswith("The database can only be read: "), said


def address(database: str) -> str:
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl()


def refused(folder: Path, command: str, database: str, more: dict[str, str] | None = None) -> str:
    """The one line that *command* ends with."""
    env = {**os.environ, "DATABASE_URL": database, **(more or {})}
    argv = [sys.executable, str(ROOT / "manage.py"), *command.split()]
    ended = subprocess.run(argv, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 1
    (line,) = ended.stderr.strip().splitlines()
    assert "hidden" not in line
    return line
