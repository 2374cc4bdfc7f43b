"""Every projection can be made again from the log, byte for byte."""

from collections.abc import Sequence

import pytest
from django.core.management import CommandError
from django.db import connection

from tests.commands import printed
from tests.log.streams import grow
from tournaments.log import projections, selectors, verification
from tournaments.log.projections import Projection, rebuild
from tournaments.log.services import Stored
from tournaments.platform.registry import Registry

pytestmark = pytest.mark.django_db


def execute(statement: str, params: Sequence[str | int] = ()) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        return cursor.fetchall() if cursor.description else []


@pytest.fixture(autouse=True)
def counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A room that counts the events of each table, beside the log's own heads and nobody else."""
    execute("CREATE TABLE test_count (events bigint, stream text PRIMARY KEY)")

    def apply(stream: str, events: Sequence[Stored]) -> None:
        execute("INSERT INTO test_count VALUES (%s, %s)", (len(events), stream))

    def clear() -> None:
        execute("DELETE FROM test_count")

    heads = projections.REGISTERED["heads"]
    monkeypatch.setattr(projections, "REGISTERED", Registry[Projection]())
    projections.register(heads)
    projections.register(Projection("counts", "table:", ("test_count",), clear, apply))


def test_a_rebuild_makes_the_rows_again_and_says_what_was_different():
    grow("table:a", sizes=[1, 2])
    grow("table:b", sizes=[1])
    grow("pool:gasp", sizes=[1])
    rebuilt = rebuild()
    assert (rebuilt.streams, rebuilt.changed) == (3, ("test_count",))
    assert execute("SELECT * FROM test_count ORDER BY stream") == [(3, "table:a"), (1, "table:b")]
    assert rebuild().changed == ()
    assert rebuild(check=True).changed == ()


def test_heads_come_back_after_all_of_them_were_deleted():
    heads = {name: grow(name, sizes=[2, 1]) for name in ("table:a", "pool:gasp")}
    execute("DELETE FROM log_stream")
    assert "log_stream" in rebuild().changed
    for name, head in heads.items():
        assert selectors.head(name) == head
        assert verification.verify(name) is None


@pytest.mark.parametrize(
    "change", ["UPDATE test_count SET events = 9 WHERE stream = 'table:a'", "DELETE FROM test_count"]
)
def test_a_check_names_the_tables_that_differ_and_changes_nothing(change):
    grow("table:a")
    grow("table:b")
    rebuild()
    execute(change)
    rows = execute("SELECT * FROM test_count")
    assert rebuild(check=True).changed == ("test_count",)
    assert execute("SELECT * FROM test_count") == rows
    with pytest.raises(CommandError, match=r"test_count\.") as caught:
        printed("rebuild", "--check")
    assert caught.value.returncode == 1


def test_the_command_says_what_it_did():
    grow("table:a")
    out = [printed("rebuild"), printed("rebuild"), printed("rebuild", "--check")]
    assert [line.strip() for line in out] == [
        "Rebuilt from 1 streams; changed: test_count.",
        "Rebuilt from 1 streams; nothing differs.",
        "Checked 1 streams; nothing differs.",
    ]


def test_a_rebuild_that_fails_leaves_everything_as_it_was(monkeypatch):
    grow("table:a")
    rebuild()

    def fail(_stream: str, _events: Sequence[Stored]) -> None:
        raise ZeroDivisionError

    projections.register(Projection("broken", "table:", (), lambda: None, fail))
    with pytest.raises(ZeroDivisionError):
        rebuild()
    assert execute("SELECT stream FROM test_count") == [("table:a",)]
    assert selectors.head("table:a").seq == 4


def test_two_projections_cannot_share_a_name():
    with pytest.raises(ValueError, match="counts"):
        projections.register(Projection("counts", "pool:", (), lambda: None, lambda _stream, _events: None))
