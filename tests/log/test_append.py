"""Appending: one statement, in order, once."""

from typing import Any

import msgspec
import pytest
from django.db import connection, transaction
from pytest_django import Settings

from tests.log.streams import NOON, STREAM, event, grow
from tournaments.log import selectors
from tournaments.log.events import commits
from tournaments.log.services import Commit, Conflict, Head, NewEvent, Projected, Unstorable, append, append_commits
from tournaments.log.verification import verify

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True, params=["statement", "function"])
def form(request: pytest.FixtureRequest, settings: Settings) -> str:
    """Everything holds for the one statement and for the function of the database."""
    settings.LOG_APPEND = request.param
    return str(request.param)


@pytest.fixture
def scores() -> None:
    """A caller's rows."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMP TABLE score (id text PRIMARY KEY, seq bigint, points int) ON COMMIT DROP")
        cursor.execute("INSERT INTO score VALUES ('a', 0, 0), ('b', 0, 0)")


def score(points: int, row: str = "a") -> Projected:
    return Projected(
        f"UPDATE score SET seq = head.seq, points = %(points_{row})s FROM head WHERE id = %({row})s",  # noqa: S608
        {f"points_{row}": points, row: row},
    )


def read_scores() -> list[tuple[str, int, int]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT id, seq, points FROM score ORDER BY id")
        return [(row, seq, points) for row, seq, points in cursor.fetchall()]


def test_a_stream_that_has_not_begun_ends_at_0():
    assert selectors.head(STREAM) == Head()
    assert selectors.load(STREAM) == []
    assert selectors.proof(STREAM) == []


def test_events_are_numbered_from_1_and_come_back_in_order():
    head, stored = append(STREAM, head=Head(), events=[event(n=1), event(n=2)], actor=7, command="c", now=NOON)
    head, more = append(STREAM, head=head, events=[event(n=3)], now=NOON + 5)
    loaded = selectors.load(STREAM)
    assert [e.seq for e in loaded] == [1, 2, 3]
    assert [msgspec.json.decode(e.payload) for e in loaded] == [{"n": 1}, {"n": 2}, {"n": 3}]
    assert [e.actor for e in loaded] == [7, 7, None]
    assert [e.recorded_at for e in loaded] == [NOON, NOON, NOON + 5]
    assert selectors.head(STREAM) == head
    for before, after in zip(stored + more, loaded, strict=True):
        assert msgspec.json.decode(before.payload) == msgspec.json.decode(after.payload)
        assert msgspec.structs.replace(before, payload=b"") == msgspec.structs.replace(after, payload=b"")


def test_a_part_of_a_stream_is_loaded_by_seq():
    grow(sizes=[5])
    assert [e.seq for e in selectors.load(STREAM, after=1, until=3)] == [2, 3]
    assert [e.seq for e in selectors.load(STREAM, after=3)] == [4, 5]


def test_a_writer_behind_the_head_gets_a_conflict_and_writes_nothing(scores):
    grow(sizes=[1, 1])
    for stale in (Head(), Head(1, selectors.proof(STREAM)[0].digest, NOON), Head(2, bytes(32), NOON), Head(9)):
        with pytest.raises(Conflict) as caught:
            append(STREAM, head=stale, events=[event()], also=[score(5)])
        assert (caught.value.stream, caught.value.expected) == (STREAM, stale.seq)
    assert len(selectors.load(STREAM)) == 2
    assert read_scores() == [("a", 0, 0), ("b", 0, 0)]


def test_what_goes_along_is_written_with_the_events(scores):
    head = grow(sizes=[3])
    append(STREAM, head=head, events=[event()], also=[score(5), score(8, "b")])
    assert read_scores() == [("a", 4, 5), ("b", 4, 8)]


def test_what_goes_along_must_depend_on_the_append():
    with pytest.raises(ValueError, match="head"):
        append(STREAM, head=Head(), events=[event()], also=[Projected("UPDATE score SET points = 1")])


def test_an_append_is_undone_with_the_transaction_around_it():
    with transaction.atomic():
        grow(sizes=[1])
        transaction.set_rollback(True)
    assert selectors.head(STREAM) == Head()


def test_a_conflict_leaves_the_transaction_around_it_usable():
    head = grow(sizes=[1])
    with transaction.atomic():
        with pytest.raises(Conflict):
            append(STREAM, head=Head(), events=[event()])
        append(STREAM, head=head, events=[event()])
    assert selectors.head(STREAM).seq == 2


def test_nothing_is_not_appended():
    with pytest.raises(ValueError, match="nothing"):
        append(STREAM, head=Head(), events=[])


def test_a_command_appends_once_for_each_actor_of_a_stream():
    head, _ = append(STREAM, head=Head(), events=[event(), event()], actor=7, command="c")
    with pytest.raises(Conflict):
        append(STREAM, head=head, events=[event()], actor=7, command="c")
    head, _ = append(STREAM, head=head, events=[event()], actor=8, command="c")
    head, _ = append(STREAM, head=head, events=[event()], command="c")
    with pytest.raises(Conflict):
        append(STREAM, head=head, events=[event()], command="c")
    append("table:other", head=Head(), events=[event()], actor=7, command="c")
    assert selectors.appended_by(STREAM, actor=7, command="c") == Commit(1, 2)
    assert selectors.appended_by(STREAM, actor=8, command="c") == Commit(3, 3)
    assert selectors.appended_by(STREAM, actor=None, command="c") == Commit(4, 4)
    assert selectors.appended_by(STREAM, actor=9, command="c") is None
    assert selectors.appended_by(STREAM, actor=7, command="d") is None


def test_every_commit_begins_with_a_command_and_holds_no_other():
    head = grow(sizes=[1, 3])
    append(STREAM, head=head, events=[event(), event()])
    assert [[e.seq for e in commit] for commit in commits(selectors.load(STREAM))] == [[1], [2, 3, 4], [5, 6]]
    assert [e.seq for e in selectors.load(STREAM) if e.command is not None] == [1, 2, 5]


def test_commits_that_are_appended_together_stand_as_if_one_after_the_other():
    head = grow(sizes=[1])
    append_commits(
        STREAM, head=head, commits=[("c", [event(), event()]), (None, [event()]), ("d", [event()])], now=NOON
    )
    assert [[e.seq for e in commit] for commit in commits(selectors.load(STREAM))] == [[1], [2, 3], [4], [5]]
    assert selectors.appended_by(STREAM, actor=None, command="c") == Commit(2, 3)
    assert selectors.appended_by(STREAM, actor=None, command="d") == Commit(5, 5)
    assert verify(STREAM) is None
    with pytest.raises(Conflict):
        append_commits(STREAM, head=selectors.head(STREAM), commits=[("e", [event()]), ("d", [event()])])
    with pytest.raises(ValueError, match="nothing"):
        append_commits(STREAM, head=selectors.head(STREAM), commits=[("e", [event()]), ("f", [])])
    assert len(selectors.load(STREAM)) == 5


def test_time_never_runs_backwards_in_a_stream():
    head, _ = append(STREAM, head=Head(), events=[event()], now=NOON)
    head, (stored,) = append(STREAM, head=head, events=[event()], now=NOON - 60_000)
    assert stored.recorded_at == NOON == head.recorded_at == selectors.head(STREAM).recorded_at


@pytest.mark.parametrize("now", [1, 999, NOON + 1, NOON + 999, 4_102_444_799_999])
def test_times_come_back_to_the_millisecond(now):
    append(STREAM, head=Head(), events=[event()], now=now)
    assert selectors.load(STREAM)[0].recorded_at == selectors.head(STREAM).recorded_at == now


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_texts_that_the_database_cannot_hold_are_refused(text):
    for given in (
        {"stream": text},
        {"command": text},
        {"events": [NewEvent(text, 1, {})]},
        {"events": [event(text=text)]},
        {"events": [event(**{text: 1})]},
    ):
        call: dict[str, Any] = {"stream": STREAM, "head": Head(), "events": [event()]} | given
        with pytest.raises(Unstorable):
            append(**call)


def test_salts_differ_so_that_equal_events_do_not_look_equal():
    append(STREAM, head=Head(), events=[event()] * 20)
    assert len({proof.salt for proof in selectors.proof(STREAM)}) == 20
    assert {len(proof.salt) for proof in selectors.proof(STREAM)} == {16}


def test_streams_are_listed_by_prefix():
    for name in ("table:b", "pool:x", "table:a", "table%"):
        grow(name, sizes=[1])
    assert list(selectors.streams()) == ["pool:x", "table%", "table:a", "table:b"]
    assert list(selectors.streams("table:")) == ["table:a", "table:b"]


def test_the_statement_is_prepared_by_the_server(form):
    text = {"statement": "%UPDATE log_stream%", "function": "%FROM log_append(%"}[form]
    head = grow(sizes=[1] * 8)
    for actor in (1, 70_000, 5_000_000_000):
        head, _ = append(STREAM, head=head, events=[event()], actor=actor, command="prepared")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE %s", [text])
        assert cursor.fetchone() == (1,)
