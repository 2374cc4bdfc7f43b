"""An event that is stored stays as it is."""

from pathlib import Path

import pytest
from django.conf import settings
from django.db import ProgrammingError, connection, transaction

from tests.log.streams import grow
from tournaments.log import selectors
from tournaments.log.models import Event

pytestmark = pytest.mark.django_db
PRODUCT = ("engine", "accounts", "tournaments", "manage.py")
WAYS_AROUND = ("pgtrigger.ignore", "session_replication_role", "DISABLE TRIGGER")


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE log_event SET version = version",
        "DELETE FROM log_event",
        "TRUNCATE log_event",
        "TRUNCATE log_stream, log_event",
        "INSERT INTO log_event SELECT * FROM log_event ON CONFLICT (stream, seq) DO UPDATE SET kind = 'x.y'",
    ],
)
def test_the_database_refuses_to_change_events(statement):
    grow()
    with pytest.raises(ProgrammingError, match="Cannot"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert len(selectors.load("table:0123456789")) == 4


def test_the_models_refuse_it_too():
    grow()
    with pytest.raises(ProgrammingError, match="Cannot"), transaction.atomic():
        Event.objects.filter(seq=1).update(kind="x.y")
    with pytest.raises(ProgrammingError, match="Cannot"), transaction.atomic():
        Event.objects.all().delete()


def test_nothing_in_the_product_steps_around_the_triggers():
    sources = [path for part in PRODUCT for path in _files(settings.ROOT / part)]
    assert len(sources) > 20
    found = [f"{path}: {way}" for path in sources for way in WAYS_AROUND if way.lower() in path.read_text().lower()]
    assert found == []


def _files(part: Path) -> list[Path]:
    return [part] if part.is_file() else [p for p in part.rglob("*") if p.suffix in {".py", ".sql", ".html"}]
