"""One moment of the database, from which a whole backup is taken while others write."""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from tournaments.config.backup.flow import Lines, Show, Sink, Source, lock
from tournaments.config.backup.keys import Recipients
from tournaments.config.backup.problem import Failed
from tournaments.config.backup.tools import Access, Program
from tournaments.log import anchors, distribution, selectors
from tournaments.log.followers import APPENDED
from tournaments.platform.writers import are_done

_TABLE: Final = re.compile(r'dumping contents of table "(?:\w+\.)?([^"]+)"')
_BEGIN: Final = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
# A snapshot covers the coordinator alone, so nobody may append until the dump is over.
_HOLD: Final = "LOCK TABLE log_stream IN SHARE MODE"
# A server without Citus can restore the dump.
_EXTENSIONS: Final = "SELECT extname FROM pg_extension WHERE extname !~ '^citus'"
_UNDECIDED: Final = "A server of the log has not carried out what it promised, or does not answer. Try again."
_PATIENTLY: Final = "SET LOCAL idle_in_transaction_session_timeout = 0"


@dataclass
class Snapshot:
    name: str
    access: Access
    streams: int = 0
    events: int = 0

    def write_anchors(self, sink: Sink, recipients: Recipients, show: Show) -> None:
        """Where every stream ends, and how many events that makes."""
        with show("Anchors", None) as bar:
            lock(Source(Lines(self._anchors()), bar), sink, recipients)

    def _anchors(self) -> Iterator[str]:
        for anchor in anchors.ends(selectors.streams()):
            self.streams += 1
            self.events += anchor.seq
            yield str(anchor)

    def _extensions(self) -> Iterator[str]:
        with connection.cursor() as cursor:
            cursor.execute(_EXTENSIONS)
            yield from (f"--extension={name}" for (name,) in cursor.fetchall())

    def write_dump(self, sink: Sink, recipients: Recipients, show: Show) -> None:
        """All rows, by PostgreSQL's own program. A migration that runs just now is waited for, but not for ever."""
        options = ("--format=custom", "--compress=1", "--verbose", "--lock-wait-timeout=60s", *self._extensions())
        argv = self.access.argv("pg_dump", *options, f"--snapshot={self.name}")
        with show("Database", None) as bar:

            def hear(line: str) -> None:
                if known := _TABLE.search(line):
                    bar.set_postfix_str(known[1], refresh=False)

            with Program(argv, self.access.env, stdout=subprocess.PIPE, heard=hear) as dump:
                lock(Source(dump.stdout, bar), sink, recipients)
                dump.finish()


@contextmanager
def taken() -> Iterator[Snapshot]:
    """The moment is now. It holds nobody up, unless the log lies on several servers; what is deleted meanwhile keeps
    its room on the disk until the end."""
    divided = distribution.is_done()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_BEGIN)
        cursor.execute(_PATIENTLY)
        if divided:
            cursor.execute(_HOLD)
            if not are_done(APPENDED):
                raise Failed(_UNDECIDED)
        cursor.execute("SELECT pg_export_snapshot()")
        (name,) = cursor.fetchone()
        yield Snapshot(name, Access())


def migrations() -> dict[str, str]:
    """The last migration of each app that this database has had."""
    known: dict[str, str] = {}
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        known[app] = name
    return known
