"""On the way to the archive: what stays, what is killed, who comes in between. Nothing is lost."""

import os
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import connection, transaction

from tests.log.archives import OTHER, STREAM, away, grow, read, rows
from tests.log.streams import event, lifted_triggers
from tests.meeting import blocked, until
from tournaments.log import archiving, followers
from tournaments.log.archive import reading
from tournaments.log.archive.records import Mark, Record
from tournaments.log.errors import Archived
from tournaments.log.services import append
from tournaments.log.verification import verify
from tournaments.platform.database import execute

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("archive")]


def test_what_a_follower_has_not_taken_in_stays_and_so_does_the_last_commit():
    grow()
    archiving.begin()
    with pytest.raises(archiving.Kept, match="last of all"):
        archiving.archive(STREAM)
    grow(OTHER)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO log_follower (name, position) VALUES ('slow', 0)")
    with pytest.raises(archiving.Kept, match="slow"):
        archiving.archive(STREAM)
    assert len(rows()) == 4
    with connection.cursor() as cursor:
        cursor.execute("UPDATE log_follower SET position = (SELECT max(position) FROM log_event)")
    away()
    assert rows() == []
    archiving.bring_back(STREAM)
    assert followers.behind("slow", most=10) == (0, None)


def test_the_anchors_that_nobody_wants_any_more_hold_up_nothing(settings):
    grow()
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO log_follower (name, position) VALUES ('anchors', 0)")
    settings.ANCHORS = "/var/anchors"
    with pytest.raises(archiving.Kept, match="anchors"):
        away()
    settings.ANCHORS = ""
    away()
    assert rows() == []


STEPS = ["find_fault_in", "shelf", "packed", "reading.fetch", "_leave", "execute"]


@pytest.mark.parametrize("step", STEPS)
def test_whatever_ends_it_in_between_nothing_is_lost_and_the_next_time_does_it(step, monkeypatch):
    grow()
    grow(OTHER)
    stored = rows()

    def killed(*_args: object, **_kwargs: object) -> None:
        raise KeyboardInterrupt

    before = read()
    with monkeypatch.context() as patch:
        patch.setattr(f"tournaments.log.archiving.{step}", killed)
        with pytest.raises(KeyboardInterrupt):
            away()
    assert rows() == stored
    away()
    assert rows() == []
    assert read() == before
    assert verify(STREAM) is None


def test_a_tampered_stream_does_not_leave(archive):
    grow()
    grow(OTHER)
    with lifted_triggers(), connection.cursor() as cursor:
        cursor.execute("UPDATE log_event SET version = 2 WHERE stream = %s AND seq = 3", [STREAM])
    with pytest.raises(archiving.Broken, match="event 3"):
        away()
    assert len(rows()) == 4
    assert list(archive.rglob("*.gz")) == []


def test_a_folder_whose_disk_is_not_mounted_takes_nothing(settings, tmp_path):
    grow()
    away()
    (tmp_path / "empty").mkdir()
    settings.ARCHIVE = str(tmp_path / "empty")
    with pytest.raises(archiving.Away, match="mounted"):
        archiving.begin()
    assert list((tmp_path / "empty").iterdir()) == []


def test_a_folder_that_cannot_be_looked_at_is_away(settings):
    """As that of another machine which has forgotten it (ESTALE): nothing breaks, it is said."""
    grow()
    away()
    settings.ARCHIVE += "/" + "x" * 300
    with pytest.raises(archiving.Away, match="File name too long"):
        archiving.begin()
    assert "File name too long" in archiving.trouble(begun=True)


def test_what_a_killed_archiver_left_is_swept_and_what_another_one_writes_is_not(archive, monkeypatch):
    def killed(*_args: object, **_given: object) -> None:
        raise Killed

    grow()
    archiving.begin()
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", killed)
        patch.setattr(Path, "unlink", killed)  # not even that is done
        with pytest.raises(Killed):
            away()
    (draft,) = left(archive)
    away()
    assert left(archive) == [draft], "another machine may be writing it"
    aged(draft)
    archiving.begin()
    assert left(archive) == []
    assert verify(STREAM) is None


def test_an_archiver_that_stood_still_for_a_day_leaves_its_stream_in_the_log(archive, monkeypatch):
    grow()
    grow(OTHER)
    replace = os.replace
    archiving.begin()

    def replace_late(draft: str, path: Path) -> None:
        aged(Path(draft))
        archiving.begin()
        replace(draft, path)

    monkeypatch.setattr(os, "replace", replace_late)
    with pytest.raises(archiving.Away, match="No such file"):
        archiving.archive(STREAM)
    assert len(rows()) == 4
    assert left(archive) == []


class Killed(BaseException):
    pass


def left(archive: Path) -> list[Path]:
    """The drafts in *archive*, wherever they are."""
    return [path for path in archive.rglob("*") if path.name.startswith(".draft-")]


def aged(draft: Path) -> None:
    """*draft* is of more than a day ago."""
    at = draft.stat().st_mtime - 86_500
    os.utime(draft, (at, at))


def test_a_stream_to_which_somebody_appends_meanwhile_stays(monkeypatch):
    head = grow()
    grow(OTHER)
    fetch = reading.fetch

    def fetch_late(mark: Mark) -> Record:
        append(STREAM, head=head, events=[event()])
        return fetch(mark)

    monkeypatch.setattr(reading, "fetch", fetch_late)
    with pytest.raises(archiving.Kept):
        away()
    assert len(rows()) == 5
    assert verify(STREAM) is None


@pytest.mark.django_db(transaction=True)
def test_who_appends_while_a_stream_leaves_waits_and_is_refused(monkeypatch):
    head = grow()
    grow(OTHER)
    leave, done = archiving._leave, []

    def late() -> None:
        try:
            append(STREAM, head=head, events=[event()])
        except Archived as refused:
            done.append(refused)
        finally:
            connection.close()

    def leave_slowly(mark: Mark, record: Record) -> None:
        with transaction.atomic():
            leave(mark, record)
            writer.start()
            until(blocked, "the writer waits")

    writer = Thread(target=late)
    monkeypatch.setattr(archiving, "_leave", leave_slowly)
    away()
    writer.join(10)
    assert len(done) == 1
    assert rows() == []
    assert verify(STREAM) is None


def test_killed_before_the_commit_everything_is_still_here(monkeypatch):
    grow()
    grow(OTHER)
    stored = rows()

    def killed_behind(statement: Any, params: dict[str, Any]) -> Any:
        found = execute(statement, params)
        if "log_archive" in statement:
            assert rows() == []
            raise KeyboardInterrupt
        return found

    with monkeypatch.context() as patch:
        patch.setattr(archiving, "execute", killed_behind)
        with pytest.raises(KeyboardInterrupt):
            away()
    assert rows() == stored
    assert verify(STREAM) is None
