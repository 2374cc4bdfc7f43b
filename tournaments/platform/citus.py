"""The database as a coordinator of Citus: whether it is one, and how long it waits for its workers."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from tournaments.platform.database import execute

_IS_THERE = "SELECT to_regproc('create_distributed_table') IS NOT NULL"
# Its own patience is half a minute.
_BRIEFLY = (
    "SELECT set_config('citus.node_connection_timeout', '2000', true), set_config('statement_timeout', '8s', true)"
)


def is_there() -> bool:
    """Whether this database has Citus."""
    return bool((execute(_IS_THERE, {}).fetchone() or (False,))[0])


@contextmanager
def briefly() -> Iterator[None]:
    """A transaction that waits seconds at most for a worker that is gone without a word."""
    with transaction.atomic():
        execute(_BRIEFLY, {})
        yield
