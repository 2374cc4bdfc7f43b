"""Whether those who write to a table of the database are done: what they drew a number for can be seen then."""

import time
from collections.abc import Callable

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
SELECT unnest(CASE WHEN success THEN string_to_array(result, ' ') ELSE ARRAY[nodename || ':' || nodeport] END)
FROM run_command_on_workers($$
    SELECT coalesce(string_agg(gid, ' '), '') FROM pg_prepared_xacts WHERE database = current_database()$$)"""


def are_done(table: str) -> bool:
    """Wait until everybody who was writing to *table* is done; whether they were, in good time."""
    return _are_over(lambda: _writing(table)) and _are_over(_promised)


def _are_over(going_on: Callable[[], set[str]]) -> bool:
    earlier = now = going_on()
    deadline = time.monotonic() + PATIENCE
    while earlier & now:
        if time.monotonic() > deadline:
            return False
        time.sleep(PAUSE)
        now = going_on()
    return True


def _writing(table: str) -> set[str]:
    """The transactions that may have drawn a number which cannot be seen yet."""
    return {transaction for (transaction,) in execute(_WRITING, {"table": table})}


def _promised() -> set[str]:
    """Those that are over here and not yet on their node, and nodes that do not say. A lock is gone by then: so this is
    asked after it, of all that were there."""
    divided = (execute(_IS_DIVIDED, {}).fetchone() or (False,))[0]
    return {promise for (promise,) in execute(_PROMISED, {})} if divided else set()
