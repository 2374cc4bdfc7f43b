"""The database does not answer, and it is nobody's mistake: what every way in says then.

PostgreSQL is restarting, was killed in the middle of a statement, has no connection or memory left, can only be read,
or has no room on its disk. Whether the statement was done is not known, but for the last two, where it was not;
commands are idempotent, so the same one may be sent again.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, Literal, TypeAlias

import psycopg
from django.db import InterfaceError, InternalError, OperationalError, connections
from psycopg.errors import DiskFull, ReadOnlySqlTransaction, UndefinedTable

OUTAGES: Final = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)
Outage: TypeAlias = Literal["unavailable", "read_only", "disk_full"]
"""As answers name it; a statement that ran out of memory or connections is worth another try, like one cut off."""
_DYING: Final = ("postmaster was shut down", "unexpected postmaster exit")
RETRY_AFTER: Final = 3
"""Seconds, for the header of that name."""


def is_outage(error: BaseException | None) -> bool:
    return outage_of(error) is not None


def outage_of(error: BaseException | None) -> Outage | None:
    """What is the matter with the database; ``None``: *error* is something else."""
    if is_read_only(error):
        return "read_only"
    if is_disk_full(error):
        return "disk_full"
    return "unavailable" if isinstance(error, OUTAGES) or is_dying(error) else None


def is_dying(error: BaseException | None) -> bool:
    """Whether a server was killed that Citus waits with, or for: it calls that an internal error."""
    internal = isinstance(error, (InternalError, psycopg.InternalError))
    return internal and any(each in str(error) for each in _DYING)


def is_read_only(error: BaseException | None) -> bool:
    """Whether something was to be written while the database can only be read."""
    return isinstance(error, ReadOnlySqlTransaction) or (
        isinstance(error, InternalError) and isinstance(error.__cause__, ReadOnlySqlTransaction)
    )


def is_disk_full(error: BaseException | None) -> bool:
    """Whether something was to be written and there was no room for it."""
    return isinstance(error, DiskFull) or (
        isinstance(error, OperationalError) and isinstance(error.__cause__, DiskFull)
    )


def told(error: BaseException) -> str:
    """The same for an operator, in one line; empty: *error* is something else."""
    reason = str(error).strip().partition("\n")[0]
    if isinstance(error.__cause__, UndefinedTable):
        return f"These are not the tables of this version: {reason}. Is it the right database? See manage.py migrate."
    match outage_of(error):
        case "read_only":
            return f"The database can only be read: {reason}. Let DATABASE_URL lead to the primary."
        case "disk_full":
            return f"The database has no room left: {reason}."
        case "unavailable":
            return f"The database does not answer: {reason}"
    return ""


@contextmanager
def if_it_can_be_written() -> Iterator[None]:
    """For what is only noted in passing: a page is read all the same if that cannot be written."""
    try:
        yield
    except (InternalError, OperationalError, ReadOnlySqlTransaction, DiskFull) as error:
        if not (is_read_only(error) or is_disk_full(error)):
            raise


class NoTraceback(logging.Filter):
    """An outage is one line in the log, however many requests it meets."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and is_outage(record.exc_info[1]):
            record.msg = f"{record.getMessage()}: {str(record.exc_info[1]).strip()}"
            record.args, record.exc_info, record.exc_text = (), None, None
        return True


def distrust_connections() -> None:
    """Let Django look at this thread's connections before it uses them again, and replace those that are dead."""
    for connection in connections.all(initialized_only=True):
        connection.errors_occurred = True
