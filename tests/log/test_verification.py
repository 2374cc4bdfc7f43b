"""Whatever is changed behind the triggers' back is found, and the event named."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from tests.commands import printed
from tests.log.streams import STREAM, event, grow, lifted_triggers
from tournaments.log import selectors
from tournaments.log.services import Head, Plain, append
from tournaments.log.verification import verify

pytestmark = pytest.mark.django_db


def tamper(statement: str) -> None:
    with lifted_triggers(), connection.cursor() as cursor:
        cursor.execute(statement)
        assert cursor.rowcount >= 0


def test_a_stream_that_nobody_touched_is_as_it_was_written():
    grow(sizes=[1, 4, 2, 1])
    assert verify(STREAM) is None
    assert verify("table:unknown") is None


CHANGES = {
    "payload": """payload = '{"card": "K♥", "place": 1}'""",
    "payload by one key": """payload = payload || '{"x": null}'""",
    "payload from integer to decimal": """payload = jsonb_set(payload, '{place}', '1.0')""",
    "payload to a list": "payload = '[]'",
    "payload to a number no reader takes": "payload = to_jsonb(('1' || repeat('0', 5000))::numeric)",
    "kind": "kind = 'test.happenee'",
    "version": "version = 2",
    "actor": "actor = 8",
    "actor to the service": "actor = NULL",
    "command": "command = 'command-2'",
    "command given to the middle of a commit": "command = 'x'",
    "recorded_at by a millisecond": "recorded_at = recorded_at + interval '1 millisecond'",
    "recorded_at by a microsecond": "recorded_at = recorded_at + interval '1 microsecond'",
    "recorded_at to the end of time": "recorded_at = 'infinity'",
    "salt": "salt = set_byte(salt, 0, get_byte(salt, 0) # 1)",
    "salt by a byte more": "salt = salt || '\\x00'",
    "digest": "digest = set_byte(digest, 31, get_byte(digest, 31) # 128)",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
@pytest.mark.parametrize("seq", [1, 2, 3, 4])
def test_one_change_in_any_column_is_found_and_the_event_named(change, seq):
    grow(sizes=[1, 2, 1])
    tamper(f"UPDATE log_event SET {change} WHERE seq = {seq}")  # noqa: S608
    fault = verify(STREAM)
    assert fault is not None
    assert (fault.stream, fault.seq) == (STREAM, seq)
    assert str(fault).startswith(f"{STREAM} event {seq}: ")


def test_the_changes_cover_every_column():
    with connection.cursor() as cursor:
        cursor.execute("SELECT column_name FROM information_schema.columns WHERE table_name = 'log_event'")
        columns = {name for (name,) in cursor.fetchall()}
    assert columns - {change.split(" ")[0] for change in CHANGES.values()} == {"stream", "seq", "position", "request"}


def test_an_event_moved_to_another_seq_or_stream_is_found():
    grow(sizes=[4])
    tamper("UPDATE log_event SET seq = 9 WHERE seq = 3")
    assert (fault := verify(STREAM))
    assert fault.seq == 3
    tamper("UPDATE log_event SET seq = 3, stream = 'table:other' WHERE seq = 9")
    assert (fault := verify(STREAM))
    assert fault.seq == 3
    assert (fault := verify("table:other"))
    assert fault.seq == 1


@pytest.mark.parametrize("seq", [1, 2, 4])
def test_a_missing_event_is_found(seq):
    grow(sizes=[2, 3])
    tamper(f"DELETE FROM log_event WHERE seq = {seq}")  # noqa: S608
    assert (fault := verify(STREAM))
    assert fault.seq == seq
    assert "missing" in fault.reason


@pytest.mark.parametrize("left", [0, 2, 4])
def test_a_tail_that_was_cut_off_is_found(left):
    grow(sizes=[2, 3])
    tamper(f"DELETE FROM log_event WHERE seq > {left}")  # noqa: S608
    assert (fault := verify(STREAM))
    assert fault.seq == left + 1
    assert "goes on to 5" in fault.reason


def test_an_event_put_behind_the_end_is_found():
    grow(sizes=[2])
    tamper(
        "INSERT INTO log_event SELECT stream, 3, kind, version, payload, actor, NULL, recorded_at, salt, digest"
        " FROM log_event WHERE seq = 2"
    )
    assert (fault := verify(STREAM))
    assert fault.seq == 3


@pytest.mark.parametrize(
    "change", ["seq = 2", "digest = sha256(digest)", "recorded_at = recorded_at + interval '1 microsecond'"]
)
def test_a_head_that_was_changed_is_found(change):
    grow(sizes=[3])
    tamper(f"UPDATE log_stream SET {change}")  # noqa: S608
    assert (fault := verify(STREAM))
    assert fault.seq == 3


def test_a_head_that_is_gone_is_found():
    grow(sizes=[3])
    tamper("DELETE FROM log_stream")
    assert (fault := verify(STREAM))
    assert "head" in fault.reason


def test_the_command_counts_the_streams():
    grow("table:a")
    grow("pool:gasp")
    assert printed("verify") == "2 streams are as they were written.\n"
    assert printed("verify", "table:a") == "1 streams are as they were written.\n"


def test_the_command_fails_and_names_every_bad_stream():
    for name in ("table:a", "table:b", "table:c"):
        grow(name)
    tamper("UPDATE log_event SET version = 2 WHERE seq = 3 AND stream <> 'table:b'")
    out = StringIO()
    with pytest.raises(CommandError, match="2 of 3") as caught:
        call_command("verify", stdout=out, stderr=StringIO())
    assert caught.value.returncode == 1
    assert [line.split(":")[1] for line in out.getvalue().splitlines()] == ["a event 3", "c event 3"]
    printed("verify", "table:b")


def test_the_command_says_when_there_is_no_such_stream():
    with pytest.raises(CommandError, match="no stream"):
        printed("verify", "table:nowhere")


def test_events_are_printed_to_read_and_as_json():
    append(STREAM, head=Head(), events=[event(card="K♠"), event()], actor=7, command=Plain("c"), now=1_795_262_400_123)
    assert printed("log", STREAM).splitlines() == [
        '    1  2026-11-21 12:00:00.123+00:00  test.happened/1  {"card": "K♠"}  (user 7 by c)',
        "    2  2026-11-21 12:00:00.123+00:00  test.happened/1  {}  (user 7)",
    ]
    assert printed("log", STREAM, json=True).splitlines()[1] == (
        f'{{"stream":"{STREAM}","seq":2,"kind":"test.happened","version":1,"payload":{{}},"actor":7,"command":null,'
        '"recorded_at":1795262400123}'
    )
    with pytest.raises(CommandError, match="no stream"):
        call_command("log", "table:nowhere")
    assert len(selectors.load(STREAM)) == 2
