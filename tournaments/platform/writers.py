"""Wait until every transaction that was writing to a table has ended: all lower numbers of its sequence can be seen
then.

With Citus a server may hold prepared transactions that the coordinator has committed: promises, here.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from tournaments.platform import citus
from tournaments.platform.database import execute

PATIENCE = 2.0
"""Seconds to wait for those who began earlier, on all servers together."""
PAUSE = 0.01

# Who writes takes this lock before anything else, and has it until what was written can be seen.
_WRITING = """
SELECT virtualtransaction FROM pg_locks
WHERE locktype = 'relation' AND relation = %(table)s::text::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
_PROMISED = """
SELECT nodename || ':' || nodeport, success, string_to_array(nullif(result, ''), ' ')
FROM run_command_on_workers($$
    SELECT coalesce(string_agg(gid, ' '), '') FROM pg_prepared_xacts WHERE database = current_database()$$)"""


class Going(NamedTuple):
    """What is going on, by name, and the servers that did not say."""

    names: frozenset[str]
    silent: frozenset[str] = frozenset()


def are_done(table: str) -> bool:
    """Wait until everybody who was writing to *table* is done; whether they were, in good time."""
    deadline = time.monotonic() + PATIENCE
    return _are_over(lambda: _writing(table), deadline) and _are_over(_promised, deadline)


def _are_over(going_on: Callable[[], Going], deadline: float) -> bool:
    """A server that falls silent may still have what was going on there."""
    earlier = now = going_on()
    while earlier.silent or now.silent or earlier.names & now.names:
        if time.monotonic() > deadline:
            return False
        time.sleep(PAUSE)
        now = going_on()
        if earlier.silent:  # what was going on there is known only now
            earlier = now
    return True


def _writing(table: str) -> Going:
    """The transactions that may have drawn a number which cannot be seen yet."""
    return Going(frozenset(transaction for (transaction,) in execute(_WRITING, {"table": table})))


def _promised() -> Going:
    """Commits that the coordinator has decided and a server has not carried out. Ask after the locks: a commit of a
    killed server holds none."""
    if not citus.is_there():
        return Going(frozenset())
    with citus.briefly():
        rows = execute(_PROMISED, {}).fetchall()
    promises = (promise for _server, success, told in rows if success for promise in told or ())
    return Going(frozenset(promises), frozenset(server for server, success, _told in rows if not success))
