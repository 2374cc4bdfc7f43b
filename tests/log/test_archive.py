"""Streams in the archive: read as before, held against their heads, brought back as they were; nothing else leaves."""

from __future__ import annotations

import time
from threading import Thread

import pytest
from django.db import ProgrammingError, connection, transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as checked
from hypothesis import strategies as st

from tests.log.archives import OTHER, STREAM, away, grow, record_of, rows
from tests.log.streams import NOON, event
from tests.log.test_verification import lifted_triggers
from tournaments.log import anchors, archiving, followers, projections, selectors
from tournaments.log.archive import reading
from tournaments.log.archive.records import Mark, Record
from tournaments.log.errors import ArchiveAway, Archived
from tournaments.log.services import Head, NewEvent, append
from tournaments.log.verification import verify

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("archive")]


def read() -> tuple[object, ...]:
    """All that the log tells of the stream."""
    kinds = ["test.happened", "test.other"]
    return (
        selectors.head(STREAM),
        selectors.load(STREAM),
        selectors.load(STREAM, after=1, until=3),
        selectors.load(STREAM, until=0),
        selectors.proof(STREAM),
        selectors.of_kinds([STREAM, OTHER], kinds),
        selectors.events_at(STREAM, [2, 3]),
        selectors.digests([(STREAM, seq) for seq in range(6)]),
        selectors.appended_by(STREAM, actor=7, command="command-1"),
        selectors.appended_by(STREAM, actor=8, command="command-1"),
        [name for name in selectors.streams() if name == STREAM],
    )


def test_what_is_read_is_the_same_and_the_rows_come_back_as_they_were():
    grow(sizes=[1, 2, 2])
    grow(OTHER)
    before, stored = read(), rows()
    away()
    assert rows() == []
    assert read() == before
    assert archiving.bring_back(STREAM)
    assert (rows(), read()) == (stored, before)
    assert not archiving.bring_back(STREAM)


TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]))
PAYLOADS = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abäé♠"), inner, max_size=3),
    max_leaves=6,
)


@given(st.lists(st.dictionaries(st.sampled_from(["card", "b", "é"]), PAYLOADS), min_size=1, max_size=4))
@checked(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True)
def test_whatever_stands_in_an_event_comes_back_to_the_byte(payloads):
    with transaction.atomic():
        append(STREAM, head=Head(), events=[NewEvent("test.happened", 1, one) for one in payloads], now=NOON)
        grow(OTHER)
        before, stored = selectors.load(STREAM), rows()
        away()
        assert selectors.load(STREAM) == before
        archiving.bring_back(STREAM)
        assert rows() == stored
        transaction.set_rollback(True)


def test_nothing_is_appended_to_an_archived_stream_until_it_is_brought_back():
    head = grow()
    away()
    for stale in (head, Head(), Head(2, head.digest)):
        with pytest.raises(Archived) as refused:
            append(STREAM, head=stale, events=[event()])
        assert (refused.value.status, refused.value.code) == (409, "archived")
    archiving.bring_back(STREAM)
    append(STREAM, head=head, events=[event()])
    assert selectors.head(STREAM).seq == 5
    grow("test:last")
    away()  # once more, to a record of its own
    assert verify(STREAM) is None
    assert len(list(record_of().parent.iterdir())) == 2


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM log_event",
        "DELETE FROM log_event WHERE stream = 'test:later'",
        "UPDATE log_event SET version = 2",
        "UPDATE log_stream SET archived_at = 1",
        "UPDATE log_stream SET archived_at = NULL",
        "DELETE FROM log_stream WHERE name = 'test:0123456789'",
        "SELECT log_bring_back('test:0123456789', '[]')",
    ],
)
def test_nothing_else_leaves_the_log_and_no_mark_is_made_or_taken_away(statement):
    grow()
    away()
    before = selectors.load(OTHER)
    with pytest.raises(ProgrammingError, match=r"Cannot|this is not what"), transaction.atomic():
        connection.cursor().execute(statement)
    assert selectors.load(OTHER) == before
    assert len(selectors.load(STREAM)) == 4


def test_the_way_out_is_for_the_head_that_was_archived_alone():
    head = grow()
    with connection.cursor() as cursor:
        for seq, digest in ((3, head.digest), (4, bytes(32))):
            cursor.execute("SELECT log_archive(%s, %s, %s, 1)", [STREAM, seq, digest])
            assert cursor.fetchone() == (False,)
    assert len(selectors.load(STREAM)) == 4
    assert len(rows()) == 4
    with pytest.raises(ProgrammingError, match="Cannot"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM log_event")  # the setting ended with the call


def test_an_archived_head_stays_as_it_is():
    head = grow()
    away()
    connection.cursor().execute("UPDATE log_stream SET seq = 9, digest = '' WHERE name = %s", [STREAM])
    assert selectors.head(STREAM) == head


def test_what_a_follower_has_not_taken_in_stays_and_so_does_the_last_commit():
    grow()
    key = archiving.begin()
    with pytest.raises(archiving.Kept, match="last of all"):
        archiving.archive(STREAM, key)
    grow(OTHER)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO log_follower (name, position) VALUES ('slow', 0)")
    with pytest.raises(archiving.Kept, match="slow"):
        archiving.archive(STREAM, key)
    assert len(rows()) == 4
    with connection.cursor() as cursor:
        cursor.execute("UPDATE log_follower SET position = (SELECT max(position) FROM log_event)")
    away()
    assert rows() == []
    archiving.bring_back(STREAM)
    assert followers.behind("slow", most=10) == (0, None)


def test_anchors_are_held_against_the_archive_too():
    grow(sizes=[2, 3])
    digests = selectors.digests([(STREAM, 2), (STREAM, 5)])
    ends = [anchors.Anchor(stream, seq, digest) for (stream, seq), digest in digests.items()]
    away()
    assert list(anchors.missing(ends)) == []
    assert list(anchors.ends([STREAM])) == ends[-1:]
    (fault,) = anchors.missing([ends[0]._replace(digest=bytes(32))])
    assert "another event" in fault.reason
    (fault,) = anchors.missing([ends[-1]._replace(seq=6)])
    assert "ends at 5" in fault.reason


def test_a_rebuild_leaves_the_heads_of_archived_streams():
    head = grow()
    away()
    assert projections.rebuild().changed == ()
    assert selectors.head(STREAM) == head
    with pytest.raises(Archived):
        append(STREAM, head=head, events=[event()])


def test_a_rebuild_without_the_archive_changes_nothing(settings):
    grow()
    away()
    reading.forget()
    settings.ARCHIVE = ""
    with pytest.raises(ArchiveAway), transaction.atomic():
        projections.rebuild()
    assert selectors.head(STREAM).seq == 4


STEPS = ["keys.remember", "find_fault_in", "shelf", "sealed", "reading.fetch", "_leave", "execute"]


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
            deadline = time.monotonic() + 30
            while not blocked() and time.monotonic() < deadline:
                pass

    writer = Thread(target=late)
    monkeypatch.setattr(archiving, "_leave", leave_slowly)
    away()
    writer.join(10)
    assert len(done) == 1
    assert rows() == []
    assert verify(STREAM) is None


def blocked() -> bool:
    """Whether somebody waits for a lock."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)")
        return bool(cursor.fetchone()[0])
