"""What was played is there again after a restore, and whatever goes wrong leaves everything as it was."""

from __future__ import annotations

import stat
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django import DjangoDbBlocker

from accounts.models import User
from tests.factories import open_for, started
from tests.log.streams import grow
from tests.log.test_verification import lifted_triggers
from tests.processes import database_url
from tournaments.config.backup import draft, target, tools
from tournaments.config.version import VERSION
from tournaments.log import anchors
from tournaments.log import selectors as log
from tournaments.tables import selectors, services

COMMITTED = pytest.mark.django_db(transaction=True)

OTHER = "restored"


def manage(command: str, *arguments: object, **given: Any) -> str:
    told = StringIO()
    call_command(command, *map(str, arguments), stdout=told, stderr=told, **given)
    return told.getvalue()


@pytest.fixture(scope="module", autouse=True)
def _secret() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECRET_KEY", "only for tests " * 3)
        yield


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("keys") / "key"
    manage("backup", new_key=path)
    return path


def server() -> psycopg.Connection[Any]:
    return psycopg.connect(database_url(), dbname="postgres", autocommit=True)


@pytest.fixture
def other(transactional_db: None) -> Iterator[Callable[[], Any]]:
    """An empty database beside the one of the tests, and a way to be in it."""
    with server() as control:
        control.execute(f"CREATE DATABASE {OTHER}")
    yield lambda: elsewhere(OTHER)
    with server() as control:
        control.execute(f"DROP DATABASE {OTHER} WITH (FORCE)")


@contextmanager
def elsewhere(name: str) -> Iterator[None]:
    here = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = here


@pytest.fixture(scope="module")
def made(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, key: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A backup of one stream, of which nothing stays in the database."""
    folder = tmp_path_factory.mktemp("made")
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        grow("table:kept000000", sizes=[1, 2])
        manage("backup", folder, key=key)
        with lifted_triggers():
            cursor.execute("DELETE FROM log_event; DELETE FROM log_stream")
    (path,) = folder.iterdir()
    return path


def ends() -> list[anchors.Anchor]:
    return list(anchors.ends(log.streams()))


def move(table: str, user: User) -> None:
    legal = selectors.view(table_id=table, user_id=user.pk).legal
    services.make_move(table_id=table, user_id=user.pk, move=legal[0])


def play(table: str, *users: User, moves: int) -> None:
    for _ in range(moves):
        (seat,) = selectors.summary(table).to_act
        move(table, users[seat])


@pytest.mark.usefixtures("sent")
def test_drill(ann: User, bob: User, cleo: User, key: Path, other: Callable[[], Any], tmp_path: Path) -> None:
    table = open_for(ann, bob)
    started(cleo.pk, [ann.pk, bob.pk])
    play(table, ann, bob, moves=5)
    then, seen = ends(), selectors.view(table_id=table, user_id=ann.pk)
    said = manage("backup", tmp_path, key=key)
    assert f"{len(then)} streams, {sum(end.seq for end in then)} events" in said
    play(table, ann, bob, moves=3)
    assert ends() != then
    with other():
        said = manage("restore", tmp_path, key=key)
        assert f"{len(then)} streams are as they were written." in said
        assert "It is restored" in said
        assert "SECRET_KEY" not in said
        assert ends() == then
        assert selectors.view(table_id=table, user_id=ann.pk) == seen
        assert "nothing differs" in manage("rebuild", "--check")
        play(table, ann, bob, moves=3)
        assert "are as they were written" in manage("verify")
        with pytest.raises(psycopg.errors.RaiseException):
            connection.connection.execute("UPDATE log_event SET version = 2")


@COMMITTED
def test_a_backup_is_of_one_moment_and_holds_nobody_up(key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever writes between the anchors and the dump is in neither."""
    grow("table:one0000000", sizes=[1, 2])
    add = draft.Draft.add

    def add_slowly(self: draft.Draft, name: str, write: Any) -> Any:
        member = add(self, name, write)
        if name.startswith("anchors"):
            with psycopg.connect(database_url(), autocommit=True) as writer:
                writer.execute("SELECT pg_current_xact_id()")
                writer.execute("INSERT INTO log_follower (name, position) VALUES ('late', 1)")
                writer.execute("INSERT INTO log_stream (name, seq, digest, recorded_at) VALUES ('late', 1, '', now())")
        return member

    monkeypatch.setattr(draft.Draft, "add", add_slowly)
    assert "1 streams, 3 events" in manage("backup", tmp_path)
    (path,) = tmp_path.iterdir()
    with tarfile.open(path) as tar:
        tar.extractall(tmp_path, filter="data")
    assert (tmp_path / "anchors.txt").read_text() == anchors.told(anchors.ends(["table:one0000000"]))
    program = tools.folder(connection.connection.info.server_version // 10_000) / "pg_restore"
    argv = [str(program), "-a", "-t", "log_stream", "-f", "-", str(tmp_path / "database.dump")]
    listed = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    assert "table:one0000000" in listed
    assert "late" not in listed


def test_it_says_what_it_holds_and_is_for_nobody_elses_eyes(made: Path, key: Path, tmp_path: Path) -> None:
    assert stat.S_IMODE(made.stat().st_mode) == stat.S_IMODE(key.stat().st_mode) == 0o600
    said = manage("restore", made, "--check", key=key)
    assert "1 streams, 3 events" in said
    assert f"by Cardroom {VERSION}. It is whole." in said
    with tarfile.open(made) as tar:
        assert tar.getnames() == ["anchors.txt.age", "database.dump.age", "manifest.json"]
    assert b"table:kept000000" not in made.read_bytes()


@COMMITTED
def test_a_machine_with_the_public_half_can_back_up_and_not_read(key: Path, tmp_path: Path) -> None:
    public = tmp_path / "public"
    public.write_text(manage("backup", new_key=tmp_path / "another").split()[-1])
    folder = tmp_path / "backups"
    folder.mkdir()
    manage("backup", folder, key=public)
    with pytest.raises(CommandError, match="public key alone"):
        manage("restore", folder, "--check", key=public)
    assert "It is whole" in manage("restore", folder, "--check", key=tmp_path / "another")


@COMMITTED
def test_the_oldest_go_and_what_is_no_backup_stays(tmp_path: Path) -> None:
    mine = tmp_path / "cardroom-notes.tar"
    old = [tmp_path / f"cardroom-2025010{day}T000000Z.tar" for day in (1, 2, 3)]
    killed = tmp_path / ".cardroom-20250104T000000Z.tar.part"
    for path in (mine, killed, *old):
        path.touch()
    said = manage("backup", tmp_path, keep=2)
    assert [str(path) in said for path in old] == [True, True, False]
    (new,) = set(tmp_path.iterdir()) - {mine, old[2]}
    assert str(new) in said


class Full:
    """A disk with room for so many bytes."""

    def __init__(self, file: Any, room: int) -> None:
        self._file, self._room = file, room

    def write(self, data: bytes) -> int:
        self._room -= len(data)
        if self._room < 0:
            raise OSError(28, "No space left on device")
        return int(self._file.write(data))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


@COMMITTED
@pytest.mark.parametrize("room", [0, 1_000, 30_000])
def test_a_full_disk_leaves_no_backup(room: int, key: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "Draft", lambda file: FULL_DRAFT(Full(file, room)))
    with pytest.raises(CommandError, match="No space left"):
        manage("backup", tmp_path, key=key)
    assert list(tmp_path.iterdir()) == []


FULL_DRAFT: Any = draft.Draft


def damaged(path: Path, made: Path, change: Callable[[bytes], bytes]) -> Path:
    path.write_bytes(change(made.read_bytes()))
    return path


def flip(data: bytes) -> bytes:
    return data[:5_000] + bytes([data[5_000] ^ 1]) + data[5_001:]


def newer(data: bytes) -> bytes:
    return data.replace(b'"format": 1', b'"format": 9')


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda data: data[:-3_000], "not whole"),
        (lambda data: data[: len(data) // 2], "not whole"),
        (lambda data: data[:700], "not whole"),
        (lambda data: b"", "not whole|no backup"),
        (lambda data: b"hello " * 1_000, "no backup"),
        (flip, "is not as it was written"),
        (newer, "newer Cardroom"),
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
        assert [end.seq for end in ends()] == [3]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "Name a folder"),
        ({"folder": "/nowhere/at/all"}, "no folder /nowhere/at/all"),
        ({"new_key": "/nowhere/at/all"}, "Can't write the key"),
        ({"folder": ".", "key": "/nowhere/at/all"}, "Can't read the key"),
        ({"folder": ".", "key": "pyproject.toml"}, "line 1 is no key"),
        ({"folder": ".", "key": "tests/__init__.py"}, "holds no key"),
    ],
)
def test_a_wrong_word_is_one_line(given: dict[str, str], why: str) -> None:
    paths = {name: Path(path) for name, path in given.items()}
    with pytest.raises(CommandError, match=why):
        manage("backup", **paths)


@pytest.mark.parametrize("keep", ["0", "-1", "all"])
def test_none_is_not_a_number_to_keep(keep: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--keep"):
        manage("backup", tmp_path, f"--keep={keep}")


def test_a_key_is_never_overwritten(key: Path) -> None:
    before = key.read_text()
    with pytest.raises(CommandError, match="never overwritten"):
        manage("backup", new_key=key)
    assert key.read_text() == before


@COMMITTED
def test_programs_that_are_older_than_the_server_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in tools.NEEDED:
        program = tmp_path / name
        program.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 14.1 (Debian)'\n")
        program.chmod(0o700)
    monkeypatch.setattr(tools, "_places", lambda: [tmp_path])
    assert tools.folder(13) == tools.folder(14) == tmp_path
    with pytest.raises(CommandError, match=r"programs here are of version 14, too old"):
        manage("backup", tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(tools.NEEDED)
    monkeypatch.setattr(tools, "_places", list)
    with pytest.raises(CommandError, match="are missing"):
        manage("backup", tmp_path)


def test_the_version_is_that_of_the_package() -> None:
    assert f'\nversion = "{VERSION}"\n' in Path("pyproject.toml").read_text()
