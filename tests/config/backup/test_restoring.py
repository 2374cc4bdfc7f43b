"""A restore that cannot come to a good end leaves everything as it was."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError
from django.db import connection

from tests.config.backup.acts import COMMITTED, manage
from tests.processes import database_url
from tournaments.config.backup import target
from tournaments.config.version import VERSION
from tournaments.log import selectors as log


def damaged(path: Path, made: Path, change: Callable[[bytes], bytes]) -> Path:
    path.write_bytes(change(made.read_bytes()))
    return path


def flip(data: bytes) -> bytes:
    return data[:5_000] + bytes([data[5_000] ^ 1]) + data[5_001:]


def newer(data: bytes) -> bytes:
    return data.replace(b'"format": 1', b'"format": 9')


def before_the_first(data: bytes) -> bytes:
    return data.replace(f'"version": "{VERSION}"'.encode(), f'"version": "0{VERSION[1:]}"'.encode())


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data[:-12_000], "incomplete"),  # more than the padding at its end
        (lambda data: data[: len(data) // 2], "incomplete"),
        (lambda data: data[:700], "incomplete"),
        (lambda data: b"", "incomplete"),
        (lambda data: b"hello " * 1_000, "not a backup"),
        (flip, "is not as it was written"),
        (newer, "newer Cardroom"),
        (before_the_first, "before 1.0 is not read"),
    ],
)
def test_what_is_cut_or_changed_is_refused_before_anything(
    change: Callable[[bytes], bytes], why: str, made: Path, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(target, "load", pytest.fail)
    with pytest.raises(CommandError, match=why):
        manage("restore", damaged(tmp_path / "changed.tar", made, change), key=key, replace=True)


@COMMITTED
def test_what_cannot_be_opened_or_has_no_room_is_refused(
    made: Path, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(target, "load", pytest.fail)
    manage("backup", new_key=tmp_path / "wrong")
    with pytest.raises(CommandError, match="made with another one"):
        manage("restore", made, "--replace", key=tmp_path / "wrong")
    with pytest.raises(CommandError, match="--key FILE"):
        manage("restore", made, "--replace")
    with pytest.raises(CommandError, match="not empty"):
        manage("restore", made, key=key)
    with psycopg.connect(database_url()), pytest.raises(CommandError, match="Stop the service"):
        manage("restore", made, "--replace", key=key)
    monkeypatch.setattr(target, "MigrationLoader", NoMigrations)
    with pytest.raises(CommandError, match=r"newer Cardroom .*log\.0"):
        manage("restore", made, "--replace", key=key)


class NoMigrations:
    """As a Cardroom of long ago had them."""

    disk_migrations = {("log", "0000_nothing"): None}

    def __init__(self, *_args: object, **_given: object) -> None:
        pass


FILL_UP = """
CREATE FUNCTION fill_up() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
CREATE EVENT TRIGGER fill_up ON ddl_command_start WHEN TAG IN ('CREATE INDEX') EXECUTE FUNCTION fill_up()"""


def test_a_database_that_runs_full_is_as_it_was(made: Path, key: Path, other: Callable[[], Any]) -> None:
    with other():
        with connection.cursor() as cursor:
            cursor.execute("CREATE SCHEMA disk; SET search_path TO disk;" + FILL_UP)
            cursor.execute("CREATE TABLE public.mine (line text); INSERT INTO public.mine VALUES ('here')")
        with pytest.raises(CommandError, match="No space left on device"):
            manage("restore", made, "--replace", key=key)
        with connection.cursor() as cursor:
            cursor.execute("SELECT line FROM public.mine")
            assert cursor.fetchall() == [("here",)]
        assert connection.introspection.table_names() == ["mine"]


def test_what_is_there_is_replaced_when_told_so(
    made: Path, key: Path, other: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "another one than that of the backup")
    with other():
        with connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION pg_trgm; CREATE TABLE log_event (mine text)")
        said = manage("restore", made.parent, "--replace", key=key)
        assert "1 streams are as they were written." in said
        assert "SECRET_KEY is another one" in said
        assert log.seqs(["table:kept000000"]) == {"table:kept000000": 3}
