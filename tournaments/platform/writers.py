"""Whether those who write to a table of the database are done: what they drew a number for can be seen then."""

import time

from tournaments.platform.database import execute

PATIENCE = 2.0
"""Seconds to wait for those who began earlier."""
PAUSE = 0.01

# Who writes takes this lock before anything else, and has it until what was written can be seen.
_WRITING = """
SELECT virtualtransaction FROM pg_locks
WHERE locktype = 'relation' AND relation = %(table)s::text::regclass AND mode = 'RowExclusiveLock' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"""


def are_done(table: str) -> bool:
    """Wait until everybody who was writing to *table* is done; whether they were, in good time."""
    earlier = writing = _writing(table)
    deadline = time.monotonic() + PATIENCE
    while earlier & writing:
        if time.monotonic() > deadline:
            return False
        time.sleep(PAUSE)
        writing = _writing(table)
    return True


def _writing(table: str) -> set[str]:
    """The transactions that may have drawn a number which cannot be seen yet."""
    return {transaction for (transaction,) in execute(_WRITING, {"table": table})}
