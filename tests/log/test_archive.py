"""Streams in the archive: read as before, held against their heads, brought back as they were; nothing else leaves."""

import pytest
from django.db import IntegrityError, ProgrammingError, connection, transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as checked
from hypothesis import strategies as st

from tests.log.archives import OTHER, STREAM, away, grow, read, record_of, rows
from tests.log.rooms import Added, Counters, adding
from tests.log.streams import NOON, event
from tournaments.log import anchors, archiving, projections, selectors
from tournaments.log.archive import reading
from tournaments.log.commands import command_for
from tournaments.log.errors import ArchiveAway, Archived, KeyReused
from tournaments.log.services import Conflict, Head, NewEvent, append
from tournaments.log.verification import verify

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("archive")]


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


def test_a_request_repeated_after_archiving_is_known_again():
    counters = Counters()
    counters.begin("a", [Added(5)], actor=7, command=command_for("open", 5))
    first = counters.carry_out("a", adding(-2), actor=7, command=command_for("take", -2))
    counters.carry_out("a", adding(-3), actor=7, command=command_for("more", -3))
    for move in (away, archiving.bring_back):
        move("counter:a")
        for asked in (Counters(), counters):
            assert asked.carry_out("a", adding(-2), actor=7, command=command_for("take", -2)) == first
            assert asked.has_taken("a", actor=7, command=command_for("open", 5))
            with pytest.raises(KeyReused):
                asked.carry_out("a", adding(-1), actor=7, command=command_for("take", -1))


def test_nothing_is_appended_to_an_archived_stream_until_it_is_brought_back():
    head = grow()
    away()
    with pytest.raises(Conflict):
        append(STREAM, head=Head(), events=[event()])
    for stale in (head, Head(2, head.digest)):
        with pytest.raises(Archived) as refused:
            append(STREAM, head=stale, events=[event()])
        assert (refused.value.status, refused.value.code) == (409, "archived")
    archiving.bring_back(STREAM)
    append(STREAM, head=head, events=[event()], now=NOON + 9)  # records lie by the month of their last event
    assert selectors.head(STREAM).seq == 5
    grow("test:last")
    away()  # again, to a record of its own
    assert verify(STREAM) is None
    assert len(list(record_of().parent.iterdir())) == 2


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM log_event",
        "DELETE FROM log_event WHERE stream = 'test:later'",
        "UPDATE log_event SET version = 2",
        "UPDATE log_stream SET archived = digest",
        "UPDATE log_stream SET archived = NULL",
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
            cursor.execute("SELECT log_archive(%s, %s, %s)", [STREAM, seq, digest])
            assert cursor.fetchone() == (False,)
    assert len(selectors.load(STREAM)) == 4
    assert len(rows()) == 4
    with pytest.raises(ProgrammingError, match="Cannot"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM log_event")  # the setting ended with the call


@pytest.mark.parametrize("change", ["seq = 9, digest = ''", "archived = NULL, seq = 9"])
def test_an_archived_head_stays_as_it_is(change):
    head = grow()
    away()
    with pytest.raises((IntegrityError, ProgrammingError)), transaction.atomic():
        connection.cursor().execute(f"UPDATE log_stream SET {change} WHERE name = '{STREAM}'")  # noqa: S608
    assert selectors.head(STREAM) == head


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
