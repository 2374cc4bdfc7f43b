"""The database does not answer, and it is nobody's mistake: what every way in says then.

PostgreSQL is restarting, was killed in the middle of a statement, or has no connection left. Whether the statement was
done is not known; commands are idempotent, so the same one may be sent again.
"""

from __future__ import annotations

import logging
from typing import Final

import psycopg
from django.db import InterfaceError, OperationalError, connections

OUTAGES: Final = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)
RETRY_AFTER: Final = 3
"""Seconds, for the header of that name."""


def is_outage(error: BaseException | None) -> bool:
    return isinstance(error, OUTAGES)


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
