"""A secret in a file: read before anything else, and what is wrong with it is one line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.processes import database_url
from tournaments.config import secret_files
from tournaments.config.supervisor.home import ROOT
from tournaments.config.variables import Wrong


def test_a_secret_is_what_stands_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("k" * 40 + "\n")
    environment = {"SECRET_KEY_FILE": str(tmp_path / "key"), "BIND_FILE": "not a secret", "METRICS": ""}
    secret_files.read(environment)
    assert environment == {"SECRET_KEY": "k" * 40, "BIND_FILE": "not a secret", "METRICS": ""}


@pytest.mark.parametrize(
    ("environment", "complaint"),
    [
        ({"SECRET_KEY": "k", "SECRET_KEY_FILE": __file__}, "are both set"),
        ({"DATABASE_PASSWORD_FILE": "/nowhere/at/all"}, "may read, not '/nowhere/at/all'"),
        ({"EMAIL_URL_FILE": os.devnull}, "in which nothing stands"),
    ],
)
def test_what_is_wrong_with_one_is_said(environment: dict[str, str], complaint: str) -> None:
    with pytest.raises(Wrong, match=complaint):
        secret_files.read(environment)


def test_every_process_takes_its_secrets_from_files(tmp_path: Path) -> None:
    for name, content in {"key": "k" * 40, "password": "pa ss/word"}.items():
        (tmp_path / name).write_text(content)
    code = "from django.conf import settings as s; print(s.SECRET_KEY[:3], s.DATABASES['default']['PASSWORD'])"
    given = {"DATABASE_URL": "postgres://me@host/cards", "DJANGO_SETTINGS_MODULE": "tournaments.config.settings"}
    given |= {"SECRET_KEY_FILE": str(tmp_path / "key"), "DATABASE_PASSWORD_FILE": str(tmp_path / "password")}
    env = {name: value for name, value in os.environ.items() if name not in ("SECRET_KEY", "DATABASE_URL")} | given
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
    assert done.stdout == "kkk pa ss/word\n", done.stderr


def test_a_standby_is_asked_as_the_primary_is(tmp_path: Path) -> None:
    """With the same password, as patiently, and through a pooler of the same kind."""
    code = """
from django.conf import settings
from django.db import connections
from tournaments.config.postgresql import patience
patience.begin(patience.WEB)
one, other = (connections.settings[name] for name in ("default", "replica"))
same = ("ENGINE", "PASSWORD", "DISABLE_SERVER_SIDE_CURSORS", "CONN_MAX_AGE")
assert [one[name] for name in same] == [other[name] for name in same]
assert {**other["OPTIONS"], **one["OPTIONS"]} == other["OPTIONS"]
print(other["HOST"], other["OPTIONS"]["prepare_threshold"], other["OPTIONS"].get("options"))
"""
    given = {"DATABASE_URL": "postgres://me@host/cards", "DJANGO_SETTINGS_MODULE": "tournaments.config.settings"}
    given |= {"DATABASE_REPLICA_URL_FILE": str(tmp_path / "standby"), "DATABASE_PASSWORD": "pa ss"}
    limits = "-c statement_timeout=20s -c lock_timeout=10s"
    own = "?options=-c%20statement_timeout%3D3000"
    for pooler, more, said in (
        ("", "", f"3 {limits}"),
        ("transaction", "", "None None"),
        ("transaction", own, "None -c statement_timeout=3000"),
    ):
        (tmp_path / "standby").write_text(f"postgres://me@standby/cards{more}")
        env = {**os.environ, **given, "DATABASE_POOLER": pooler}
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True)
        assert done.stdout == f"standby {said}\n", done.stderr


@pytest.mark.django_db
def test_a_command_that_goes_round_the_pooler_finds_both_addresses_in_files(tmp_path: Path) -> None:
    (tmp_path / "pooler").write_text("postgres://nobody@127.0.0.1:1/none")
    (tmp_path / "server").write_text(database_url())
    given = {"DATABASE_POOLER": "transaction", "DATABASE_URL_FILE": str(tmp_path / "pooler")}
    given |= {"DATABASE_DIRECT_URL_FILE": str(tmp_path / "server")}
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | given
    command = [sys.executable, "manage.py", "migrate", "--check"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
