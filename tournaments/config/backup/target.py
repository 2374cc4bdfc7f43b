"""The database that a backup is loaded into: all of it or nothing of it."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Final

from django.db import connection
from django.db.migrations.loader import MigrationLoader

from tournaments.config.backup.archive import Manifest
from tournaments.config.backup.flow import Sink
from tournaments.config.backup.problem import Failed
from tournaments.config.backup.tools import Access, Program

_OWN: Final = """
SELECT count(*) FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE relkind IN ('r', 'p', 'v', 'm', 'S', 'f') AND nspname !~ '^pg_' AND nspname <> 'information_schema'
AND NOT EXISTS (
    SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')"""
_OTHERS: Final = """
SELECT count(*) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"""
_CLEAR: Final = b"DROP SCHEMA public CASCADE;\nCREATE SCHEMA public;\nGRANT USAGE ON SCHEMA public TO PUBLIC;\n"


def refuse_other(manifest: Manifest) -> None:
    """What a newer version has made of the database, or one before 1.0, this one would not understand."""
    if manifest.version.startswith("0."):
        raise Failed(f"The backup is of Cardroom {manifest.version}. What was made before 1.0 is not read.")
    ours: dict[str, str] = {}
    for app, name in sorted(MigrationLoader(None, ignore_no_migrations=True).disk_migrations):
        ours[app] = name
    newer = [f"{app}.{name}" for app, name in manifest.migrations.items() if name > ours.get(app, name)]
    if newer:
        names = ", ".join(newer)
        raise Failed(f"The backup is of a newer Cardroom ({manifest.version}): {names}. Update this one first.")


def refuse_full(*, replace: bool) -> None:
    """What lies in the database is not touched unless told, and not while anybody uses it."""
    if _count(_OWN) == 0:
        return
    if not replace:
        raise Failed("The database is not empty. Restore into an empty one, or replace what is there with --replace.")
    if others := _count(_OTHERS):
        raise Failed(f"Others use the database ({others} connections). Stop the service first.")


def _count(statement: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return int(cursor.fetchone()[0])


def load(feed: Callable[[Sink], None], *, clear: bool) -> None:
    """Load the dump that *feed* writes, in one transaction, with *clear* in place of what is there.

    pg_restore makes statements of it and psql carries them out. The end of the transaction is written here, once both
    the dump and pg_restore came to a good end: whatever breaks before that, psql is left without it and undoes all.
    """
    access = Access()
    connection.close()
    with _database(access) as (database, statements):
        try:
            statements.write(b"BEGIN;\n" + (_CLEAR if clear else b""))
            _translate(access, feed, statements)
            statements.write(b"COMMIT;\n")
        except (Failed, BrokenPipeError):
            statements.close()
            database.finish()  # if it was the database that gave up, it says why
            raise
        statements.close()
        database.finish()


@contextmanager
def _database(access: Access) -> Iterator[tuple[Program, IO[bytes]]]:
    """psql, and what it reads its statements from."""
    options = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null", "--file=-")
    receiving, sending = os.pipe()
    with (
        os.fdopen(receiving, "rb") as read,
        os.fdopen(sending, "wb", buffering=0) as statements,
        Program(access.argv("psql", *options), access.env, stdin=read.fileno()) as database,
    ):
        read.close()
        yield database, statements


def _translate(access: Access, feed: Callable[[Sink], None], statements: IO[bytes]) -> None:
    """The dump as statements. Roles and rights are those of the database that it is loaded into."""
    argv = [str(access.place / "pg_restore"), "--no-owner", "--no-privileges", "--exit-on-error", "--file=-"]
    with Program(argv, access.env, stdin=subprocess.PIPE, stdout=statements.fileno()) as translation:
        try:
            feed(Sink(translation.stdin))
            translation.stdin.close()
        except BrokenPipeError:
            translation.finish()
            raise
        translation.finish()
