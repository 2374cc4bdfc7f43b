"""Rows that are made from the log, and making them all again.

Each room registers its own in ``AppConfig.ready``; the order of INSTALLED_APPS is the order in which they are made.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec
import psycopg
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from psycopg import sql

from tournaments.log.events import Stored
from tournaments.log.selectors import load, streams
from tournaments.platform.database import execute
from tournaments.platform.registry import Registry

LOCK = 0x6C6F67
"""The advisory lock of a rebuild, "log"."""


class Projection(msgspec.Struct, frozen=True):
    """Rows made from the streams whose names begin with *prefix*.

    ``apply`` takes a whole stream, in order, and writes what those events say and nothing else: no clock, no serial
    keys. ``clear`` empties *tables*, which are compared by their primary keys.
    """

    name: str
    prefix: str
    tables: tuple[str, ...]
    clear: Callable[[], None]
    apply: Callable[[str, Sequence[Stored]], None]


REGISTERED: Final = Registry[Projection]()
"""Made again by ``rebuild`` in this order."""


def register(projection: Projection) -> None:
    REGISTERED.register(projection.name, projection)


class Rebuilt(msgspec.Struct, frozen=True):
    """What a rebuild found: how many streams it read, and the tables that are not as they were before."""

    streams: int
    changed: tuple[str, ...]


def rebuild(*, check: bool = False, progress: Callable[[list[str]], Iterable[str]] | None = None) -> Rebuilt:
    """Make every projection again, in one transaction; with *check* it is undone and only the differences remain.

    *progress* wraps the list of streams. Appends wait until it is over, readers see the old rows until then.
    """
    with transaction.atomic():
        execute("SELECT pg_advisory_xact_lock(%(lock)s)", {"lock": LOCK})
        # Also what every append takes: a stream that grew in between would be projected twice.
        execute("LOCK TABLE log_stream IN SHARE ROW EXCLUSIVE MODE", {})
        before = _digests()
        names = list(streams())
        for projection in reversed(REGISTERED):
            projection.clear()
        for name in progress(names) if progress else names:
            _apply(name)
        after = _digests()
        transaction.set_rollback(check)
    return Rebuilt(len(names), tuple(table for table in before if before[table] != after[table]))


def _apply(stream: str) -> None:
    events = load(stream)
    for projection in REGISTERED:
        if stream.startswith(projection.prefix):
            projection.apply(stream, events)


def _digests() -> dict[str, bytes]:
    """A digest of every projected table, row by row in the order of its key."""
    tables = [table for projection in REGISTERED for table in projection.tables]
    return {table: _digest(table) for table in tables}


def _digest(table: str) -> bytes:
    statement = sql.SQL("COPY (SELECT * FROM {} ORDER BY {}) TO STDOUT").format(
        sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, _key(table)))
    )
    total = hashlib.sha256()
    with psycopg.Cursor(connections[DEFAULT_DB_ALIAS].connection) as cursor, cursor.copy(statement) as rows:
        for block in rows:
            total.update(block)
    return total.digest()


def _key(table: str) -> Iterator[str]:
    """The columns of *table*'s primary key, in its order."""
    rows = execute(
        """
        SELECT attname FROM pg_index, unnest(indkey) WITH ORDINALITY AS part (attnum, place)
        JOIN pg_attribute USING (attnum)
        WHERE indrelid = %(table)s::regclass AND indisprimary AND attrelid = indrelid ORDER BY place""",
        {"table": table},
    )
    for (column,) in rows:
        yield column


_INSERT_HEAD = """
INSERT INTO log_stream (name, seq, digest, recorded_at)
SELECT stream, seq, digest, recorded_at FROM log_event WHERE stream = %(stream)s ORDER BY seq DESC LIMIT 1"""


def _clear_heads() -> None:
    """Forget where streams end, but for those in the archive: their heads are all that is here of them."""
    execute("DELETE FROM log_stream WHERE archived IS NULL", {})


def _apply_head(stream: str, _events: Sequence[Stored]) -> None:
    """A stream ends where its last event stands; a stream whose events are in the archive needs nothing."""
    execute(_INSERT_HEAD, {"stream": stream})


HEADS = Projection(name="heads", prefix="", tables=("log_stream",), clear=_clear_heads, apply=_apply_head)
