"""All facts together: briefly, for a proxy that asks every few seconds, or everything, for a person."""

from collections.abc import Callable
from typing import Final, TypeVar

import structlog
from django.db import DatabaseError, InterfaceError
from msgspec.structs import replace

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.config.condition.facts import Facts, Servers
from tournaments.config.condition.looking import database, machine, queues, rooms, site
from tournaments.log import distribution, sources
from tournaments.platform.valkey import client

_log = structlog.get_logger(__name__)
T = TypeVar("T")

SILENT: Final = _("They do not answer in time: see whether each of them runs.")
WORKERS_MAY_TAKE: Final = 1.0
"""Seconds until they have answered. All of it is waited for, as nobody knows how many there are."""


def briefly() -> Facts:
    """What decides whether this process can serve, and what it can do without."""
    return Facts(at=sources.now_ms(), redis=_redis(), database=database.look(), disks=machine.look())


def fully(*, patience: float = WORKERS_MAY_TAKE) -> Facts:
    known = briefly()
    answer, queued = queues.look(patience=patience)
    known = replace(known, broker=answer, queues=queued, site=site.look())
    if known.database is None or known.database.worker:
        return known
    servers, unapplied = _servers(), known.database.unapplied
    known = replace(known, servers=servers, standby=database.follows())
    if unapplied or (servers is not None and servers.trouble is not None):
        return known  # rows may not be as they are thought to be, or on a server that is away
    return _or(lambda: _with_rooms(known), replace(known, database=None))


def _with_rooms(known: Facts) -> Facts:
    now = known.at
    return replace(
        known,
        ticked=rooms.ticked(now),
        followers=rooms.followed(now),
        anchors=rooms.anchored(now),
        archive=rooms.archived(now),
        open_data=rooms.published(),
        films=rooms.filmed(),
        pictures=rooms.pictured(),
        waiting=tuple(rooms.waiting(now)),
        reviews=rooms.reviews(now),
    )


def _servers() -> Servers | None:
    silent: Servers | None = Servers(0, Text(SILENT))
    return _or(lambda: None if (found := distribution.look()) is None else Servers(*found), silent)


def _redis() -> bool:
    try:
        client().ping()
    except Exception as error:  # whatever it is, it is the answer
        _log.warning("not_ready", server="redis", error=repr(error))
        return False
    return True


def _or(question: Callable[[], T], otherwise: T) -> T:
    try:
        return question()
    except (DatabaseError, InterfaceError) as error:
        _log.warning("not_ready", server="database", error=repr(error))
        return otherwise
