"""How long a process waits for the database, by what it is. Commands wait as long as they need."""

from typing import Final, NamedTuple

from django.conf import settings
from django.db import connections


class Patience(NamedTuple):
    """Seconds after which the server cancels a statement, and one that waits for a lock."""

    statement: int
    lock: int


WEB: Final = Patience(statement=20, lock=10)
"""A page's thread; somebody waits for it."""
STREAMS: Final = Patience(statement=20, lock=5)
WORKER: Final = Patience(statement=120, lock=30)


def begin(patience: Patience) -> None:
    """From here on each session that this process opens has these limits. Behind a pooler it has no session of its own:
    there the pooler sets them (docker/pgbouncer/start)."""
    if settings.POOLER:
        return
    limits = f"-c statement_timeout={patience.statement}s -c lock_timeout={patience.lock}s"
    for database in connections.settings.values():
        options = database["OPTIONS"]
        options["options"] = f"{options.get('options', '')} {limits}".strip()
