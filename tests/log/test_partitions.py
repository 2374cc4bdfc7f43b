"""The laws of the log, on a log in parts."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, models, transaction

from tests.factories import concede, open_for
from tests.log.streams import STREAM, event, grow
from tournaments.log import partitions, projections, selectors
from tournaments.log.models import Event, Stream
from tournaments.log.services import Conflict, append
from tournaments.log.verification import verify
from tournaments.tables.selectors import summary

pytestmark = pytest.mark.django_db
PARTS = 4


def divide() -> str:
    said = StringIO()
    call_command("partition", parts=PARTS, stdout=said)
    return said.getvalue()


def run(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def refused(statement: str) -> bool:
    try:
        with transaction.atomic():
            run(statement)
    except ProgrammingError as error:
        return "Cannot" in str(error)
    return False


def shape() -> dict[str, list[tuple[object, ...]]]:
    """Columns, indexes, constraints and triggers as the catalogue has them."""
    asked = {
        "columns": "SELECT attrelid::regclass::text, attname, atttypid, attcollation, attnotnull, "
        "pg_get_expr(adbin, adrelid) FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum "
        "WHERE attrelid IN ('log_event'::regclass, 'log_stream'::regclass) AND attnum > 0",
        "indexes": "SELECT replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') FROM pg_index "
        "WHERE indrelid IN ('log_event'::regclass, 'log_stream'::regclass)",
        "constraints": "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint "
        "WHERE conrelid IN ('log_event'::regclass, 'log_stream'::regclass)",
        "triggers": "SELECT pg_get_triggerdef(oid) FROM pg_trigger "
        "WHERE tgrelid IN ('log_event'::regclass, 'log_stream'::regclass) AND NOT tgisinternal",
    }
    found = {}
    with connection.cursor() as cursor:
        for what, statement in asked.items():
            cursor.execute(statement)
            found[what] = sorted(cursor.fetchall(), key=str)
    return found


@pytest.mark.parametrize("form", ["statement", "function"])
def test_what_was_there_is_there_and_goes_on(ann, bob, settings, form):
    settings.LOG_APPEND = form
    before = shape()
    heads = {stream: grow(stream, sizes=[1, 2]) for stream in ("test:a", "test:b", "test:c", "test:d")}
    table = open_for(ann, bob)
    rows = list(Event.objects.order_by("stream", "seq").values())
    assert "log_stream: 5 rows in 4 parts" in divide()
    assert shape() == before
    assert list(Event.objects.order_by("stream", "seq").values()) == rows
    for stream, head in heads.items():
        assert selectors.head(stream) == head
        append(stream, head=head, events=[event(), event()], actor=7, command="more")
        for late in (head, selectors.head(stream)):  # too late, and the same once more
            with pytest.raises(Conflict):
                append(stream, head=late, events=[event()], actor=7, command="more")
        assert (len(selectors.load(stream)), verify(stream)) == (5, None)
    concede(table)
    assert summary(table).settled
    assert projections.rebuild(check=True).changed == ()
    assert len(set(map(_part_of, heads))) > 1


def _part_of(stream: str) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text FROM log_event WHERE stream = %s LIMIT 1", [stream])
        return str(cursor.fetchone()[0])


def test_no_part_lets_events_be_changed():
    grow()
    divide()
    parts = partitions.parts_of("log_event")
    assert len(parts) == PARTS
    for table in ("log_event", *parts):
        for statement in ("UPDATE {} SET version = version", "DELETE FROM {}"):
            assert refused(statement.format(table)) == (table in ("log_event", _part_of(STREAM)))  # others are empty
        assert refused(f"TRUNCATE {table}")
    assert refused("TRUNCATE log_stream, log_event")
    assert len(selectors.load(STREAM)) == 4


def test_it_is_done_once_and_what_it_cannot_do_it_leaves():
    grow()
    for parts in (1, 1_000):
        with pytest.raises(CommandError, match="2 to 999"):
            call_command("partition", parts=parts)
    with pytest.raises(CommandError, match="not in parts"):
        call_command("partition", triggers=True)
    divide()
    with pytest.raises(CommandError, match=r"in parts already \(4\)"):
        divide()
    assert verify(STREAM) is None


def test_a_table_that_another_leads_to_is_left_as_it_is():
    run('CREATE TABLE follows (name text COLLATE "C" REFERENCES log_stream)')
    with pytest.raises(CommandError, match="a foreign key leads to log_stream"):
        divide()
    assert not partitions.are_partitioned()


def test_later_migrations_go_on_with_it():
    grow()
    divide()
    field = models.IntegerField(null=True)
    field.set_attributes_from_name("novel")
    with connection.schema_editor() as editor:
        editor.add_field(Event, field)
        editor.add_index(Event, models.Index(fields=["kind"], name="log_event_kind"))
        editor.add_index(Stream, models.Index(fields=["recorded_at"], name="log_stream_at"))
        editor.remove_constraint(Event, Event._meta.constraints[0])
        editor.add_constraint(Event, Event._meta.constraints[0])
        editor.remove_field(Event, field)
    append(STREAM, head=selectors.head(STREAM), events=[event()])
    assert verify(STREAM) is None


def test_a_trigger_that_a_migration_adds_is_put_on_every_part():
    divide()
    run("CREATE TRIGGER later BEFORE TRUNCATE ON log_stream EXECUTE FUNCTION pgtrigger_no_truncate_10cc2()")
    with pytest.raises(CommandError, match="later on log_stream_p000"):
        call_command("partition", check=True)
    assert not refused("TRUNCATE log_stream_p001")
    call_command("partition", triggers=True, stdout=StringIO())
    call_command("partition", check=True, stdout=StringIO())
    assert refused("TRUNCATE log_stream_p001")
