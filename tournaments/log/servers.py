"""The servers of Citus that the log lies on: whether each is there, and what lies on it as it should.

Nothing is changed. Every append is carried out by the coordinator: it draws the positions, and its locks tell
followers who is writing.
"""

from collections.abc import Collection, Iterator
from typing import LiteralString, NamedTuple

from django.conf import settings

from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.log.followers import end
from tournaments.platform import citus
from tournaments.platform.database import execute

DRIFT = 1.0
"""Seconds between two clocks."""
_IS_WORKER = "SELECT groupid <> 0 FROM pg_dist_local_group"
_DONE = "SELECT logicalrelid::text FROM pg_dist_partition WHERE logicalrelid::text = ANY(%(tables)s::text[])"
# One that was switched off is not asked.
_SERVERS = """
SELECT nodename || ':' || nodeport, success,
       CASE WHEN success THEN abs(result::float8 - extract(epoch FROM clock_timestamp())) END
FROM run_command_on_workers('SELECT extract(epoch FROM clock_timestamp())')
UNION ALL
SELECT nodename || ':' || nodeport, false, NULL FROM pg_dist_node WHERE NOT isactive
ORDER BY 1"""
_TRIGGERS = """
SELECT count(*) FROM pg_trigger WHERE tgrelid = %(table)s::regclass AND NOT tgisinternal"""
_SHARDS = """
SELECT shardid, success, result FROM run_command_on_shards(%(table)s::regclass, %(asked)s) ORDER BY shardid"""
# Those that are switched off count for nothing.
_ON_A_SHARD = """
SELECT count(*) FROM pg_trigger
WHERE tgrelid = '%s'::regclass AND tgname !~ '^(RI_|truncate_trigger)' AND tgenabled <> 'D'"""
_DELEGATED = """
SELECT EXISTS (
    SELECT FROM pg_dist_object WHERE classid = 'pg_proc'::regclass AND objid = 'log_append'::regproc
    AND distribution_argument_index IS NOT NULL)"""
# Asked apart from the log's end: Citus takes no other question beside one of a distributed table.
_IS_LATER = "SELECT %(last)s > last_value FROM log_position"


_AWAY = _("Servers that do not answer: {names}. Nothing that lies there goes on: see whether they run.")
_APART = _("The clocks of {name} and the coordinator are {seconds} s apart: let both follow a time server (NTP).")
_HALF = _("Distributed but for {names}: restore a backup into a new database, and distribute that.")
_BARE = _("Shards without all of their triggers, where the log could be changed: {names}.")
_HANDED = _(
    "log_append is handed to the servers: they draw other positions, and followers miss commits. See docker/nodes.md."
)
_ELSEWHERE = _(
    "The coordinator did not draw some positions. Find the process that appends by another server; restore a backup."
)
_REFUSED = _("LOG_APPEND=function is not set, and no append is accepted: set it for every process.")


class Server(NamedTuple):
    name: str
    answers: bool
    apart: float | None
    """Seconds between its clock and the coordinator's."""


class Servers(NamedTuple):
    """How many there are, and what to mend first."""

    number: int
    trouble: Text | None


def is_worker() -> bool:
    """Whether this database is one that a coordinator works with: the service's tables are not here."""
    return citus.is_there() and _one(_IS_WORKER)


def done(tables: Collection[str]) -> set[str]:
    """Those of *tables* that are distributed."""
    return {table for (table,) in execute(_DONE, {"tables": list(tables)})}


@citus.briefly()
def look(tables: Collection[str]) -> Servers:
    """How it stands with the servers and *tables*; ``DatabaseError`` if one takes longer than some seconds."""
    servers = [Server(*row) for row in execute(_SERVERS, {})]
    troubles = (trouble for part in (_reached(servers), _whole(tables), _on_its_own()) for trouble in part)
    return Servers(len(servers), next(troubles, None))


def _reached(servers: Collection[Server]) -> Iterator[Text]:
    if away := [server.name for server in servers if not server.answers]:
        yield Text(_AWAY, {"names": ", ".join(away)})
    for server in servers:
        if server.apart is not None and server.apart >= DRIFT:
            yield Text(_APART, {"name": server.name, "seconds": f"{server.apart:.1f}"})


def _whole(tables: Collection[str]) -> Iterator[Text]:
    if missing := sorted(set(tables) - done(tables)):
        yield Text(_HALF, {"names": ", ".join(missing)})
    elif bare := missing_triggers(tables):
        yield Text(_BARE, {"names": ", ".join(bare)})


def _on_its_own() -> Iterator[Text]:
    """Whether anybody appends by another way than the coordinator, or in a form that Citus refuses."""
    if _one(_DELEGATED):
        yield Text(_HANDED)
    if execute(_IS_LATER, {"last": end()}).fetchall() == [(True,)]:
        yield Text(_ELSEWHERE)
    if settings.LOG_APPEND != "function":
        yield Text(_REFUSED)


def missing_triggers(tables: Collection[str]) -> list[str]:
    """Shards that have fewer triggers than their table, or did not answer."""
    found: list[str] = []
    for table in tables:
        (wanted,) = execute(_TRIGGERS, {"table": table}).fetchone() or (0,)
        shards = execute(_SHARDS, {"table": table, "asked": _ON_A_SHARD}) if wanted else ()
        found += [f"{table}_{shard}" for shard, success, result in shards if not success or int(result) < wanted]
    return found


def _one(question: LiteralString) -> bool:
    return bool((execute(question, {}).fetchone() or (False,))[0])
