"""What was played is there again after a restore, as it was at the moment of the backup."""

import subprocess
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from accounts.models import User
from tests.config.backup.acts import COMMITTED, manage
from tests.factories import open_for, started
from tests.log.streams import grow
from tests.processes import database_url
from tournaments.config.backup import draft, tools
from tournaments.log import anchors
from tournaments.log import selectors as log
from tournaments.tables import selectors, services


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
    """What is written between the anchors and the dump is in neither."""
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
    assert (tmp_path / "anchors.txt").read_text() == anchors.as_lines(anchors.ends(["table:one0000000"]))
    program = tools.folder(connection.connection.info.server_version // 10_000) / "pg_restore"
    argv = [str(program), "-a", "-t", "log_stream", "-f", "-", str(tmp_path / "database.dump")]
    listed = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    assert "table:one0000000" in listed
    assert "late" not in listed
