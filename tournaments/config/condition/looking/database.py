"""What PostgreSQL says of itself, in a few short statements."""

import pkgutil
import shutil
import time
from functools import lru_cache
from pathlib import Path
from typing import Final

import structlog
from django.apps import apps
from django.db import DatabaseError, InterfaceError, connection, connections

from tournaments.config.condition.facts import Database, Standby
from tournaments.config.condition.looking.elsewhere import ask
from tournaments.log.servers import is_worker
from tournaments.platform import replica
from tournaments.platform.database import execute

_log = structlog.get_logger(__name__)

PATIENCE: Final = 3.0
"""Seconds for two new connections, and for what is on its way to a standby."""
LOOPBACK: Final = ("localhost", "127.0.0.1", "::1", "")

# Only some may ask where the data lie.
_STATE = """
SELECT pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',
       extract(epoch FROM clock_timestamp())::float8,
       CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE') THEN current_setting('data_directory') END"""
_APPLIED = "SELECT app, name FROM django_migrations"


def look(*, migrations: bool = True) -> Database | None:
    """How the database is, and whether its *migrations* are those of this code; ``None`` if it does not answer."""
    try:
        before = time.time()
        in_recovery, read_only, its_time, folder = execute(_STATE, {}).fetchone() or (False, False, before, None)
        ahead = (before + time.time()) / 2 - its_time
        worker = is_worker()
        unapplied = _unapplied() if migrations and not worker else 0
        return Database(read_only, in_recovery, worker, unapplied, ahead, _free(folder))
    except (DatabaseError, InterfaceError) as error:
        _log.warning("not_ready", server="database", error=repr(error))
        return None


def follows() -> Standby | None:
    """How the standby is that pages read from; ``None`` where there is none."""
    return ask("standby", _behind, Standby(None), PATIENCE) if replica.is_there() else None


def _behind() -> Standby:
    try:
        behind = replica.behind()
        return Standby(behind, late=behind > replica.MAX_AGE)
    finally:
        connections.close_all()  # a thread's own


def _unapplied() -> int:
    applied = {(app, name) for app, name in execute(_APPLIED, {})}
    return len(_known() - applied)


@lru_cache(maxsize=1)
def _known() -> frozenset[tuple[str, str]]:
    """The migrations that lie in the folders of all apps. None of them is imported for that."""
    found = set()
    for app in apps.get_app_configs():
        modules = pkgutil.iter_modules([str(Path(app.path) / "migrations")])
        found |= {(app.label, module.name) for module in modules if module.name[0] not in "_~"}
    return frozenset(found)


def _free(folder: str | None) -> int | None:
    """Bytes that are free for the data in *folder*, if the server runs on this machine."""
    known = connection.connection.info if connection.connection is not None else None
    if folder is None or known is None or not (known.host in LOOPBACK or known.host.startswith("/")):
        return None
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None
