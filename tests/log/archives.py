"""Streams in the archive, to test with."""

from pathlib import Path
from typing import Any

from django.conf import settings as configured
from django.db import connection
from pytest_django import Settings

from tests.log import streams
from tournaments.log import archiving, selectors
from tournaments.log.archive import reading
from tournaments.log.services import Head

STREAM, OTHER = "test:0123456789", "test:later"


def grow(stream: str = STREAM, **given: Any) -> Head:
    return streams.grow(stream, **given)


def away(stream: str = STREAM) -> None:
    """*stream* leaves for the archive."""
    if selectors.head(OTHER) == Head():
        grow(OTHER)
    archiving.begin()
    archiving.archive(stream)


def rows() -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM log_event WHERE stream = %s ORDER BY seq", [STREAM])
        return [tuple(bytes(one) if isinstance(one, memoryview) else one for one in row) for row in cursor.fetchall()]


def record_of(stream: str = STREAM) -> Path:
    (mark,) = reading.marks([stream])
    return Path(configured.ARCHIVE) / mark.name


def begun(folder: Path, settings: Settings) -> Path:
    """An archive below *folder*."""
    (folder / "archive").mkdir()
    settings.ARCHIVE = str(folder / "archive")
    reading.forget()
    return folder / "archive"


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
