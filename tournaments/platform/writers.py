"""Whether those who write to a table of the database are done: what they drew a number for can be seen then."""

import time
from collections.abc import Callable
from typing import NamedTuple

from tournaments.platform.database import execute

PATIENCE = 2.0
"""Seconds to wait for those who began earlier."""
PAUSE = 0.01

# Who writes takes this lock before anything else, and has it until what was written can be seen.
_WRITING = """
SELECT virtualtransaction FROM pg_locks
WHERE locktype = 'relation' AND relation = %(table)s::text::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""
# With Citus: what a node has promised to commit, and has not, as it was killed or cannot be reached.
_IS_DIVIDED = "SELECT to_regproc('run_command_on_workers') IS NOT NULL"
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
    return _are_over(lambda: _writing(table)) and _are_over(_promised)


def _are_over(going_on: Callable[[], Going]) -> bool:
    earlier = now = going_on()
    deadline = time.monotonic() + PATIENCE
    while earlier.silent or earlier.names & now.names:
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
    """Commits that the coordinator has decided and a node has not carried out. Ask after the locks: a killed node's
    commit holds none."""
    if not (execute(_IS_DIVIDED, {}).fetchone() or (False,))[0]:
        return Going(frozenset())
    rows = execute(_PROMISED, {}).fetchall()
    promises = (promise for _node, success, told in rows if success for promise in told or ())
    return Going(frozenset(promises), frozenset(node for node, success, _told in rows if not success))
