"""What is looked at when nobody plays any more: wrong set-ups, and the backup on one plain server."""

import os
from collections.abc import Iterator

import psycopg

from tests.citus.installation import OnCitus, told
from tests.drill import steps
from tests.nodes.node import manage
from tests.processes import own_postgresql
from tests.soak.__main__ import say
from tournaments.config.supervisor import postgres
from tournaments.log.followers import APPENDED
from tournaments.platform import writers


def faults(installation: OnCitus) -> list[str]:
    installation.manage("distribute", "--check")
    found = [*_refused(installation)]
    try:
        _brought_back(installation)
    except steps.Differs as differs:
        found.append(str(differs))
    return found


def _refused(installation: OnCitus) -> Iterator[str]:
    """Set-ups that are wrong get a sentence, and nothing is changed."""
    cluster = installation.cluster
    worker = {"DATABASE_URL": cluster.url("first")}
    yield from _says(installation, "status", "It is a worker of Citus", worker)
    yield from _says(installation, "distribute", "This is a worker of Citus", worker)
    yield from _says(installation, "status", "LOG_APPEND=function is not set", {"LOG_APPEND": "statement"})
    append = "'log_append'::regproc::regprocedure"
    cluster.ask(f"SELECT create_distributed_function({append}, '_stream', colocate_with => 'log_event')")
    yield from _says(installation, "status", "log_append is handed to the servers", {})
    cluster.ask(f"SELECT create_distributed_function({append})")
    with psycopg.connect(cluster.url("first")) as promising:
        promising.execute("CREATE TABLE promised (); PREPARE TRANSACTION 'drill'")
        if writers.are_done(APPENDED):
            yield "followers go on though a server has not committed yet what it has promised"
    cluster.ask("ROLLBACK PREPARED 'drill'", server="first")
    if not writers.are_done(APPENDED):
        yield "followers wait though nothing is promised"
    ((shard,),) = cluster.ask("SELECT min(shardid) FROM pg_dist_shard WHERE logicalrelid = 'log_event'::regclass")
    ((port,),) = cluster.ask(
        "SELECT nodeport FROM pg_dist_placement JOIN pg_dist_node USING (groupid) WHERE shardid = %s", shard
    )
    server = next(name for name, its in cluster.ports.items() if its == port)
    ((trigger,),) = cluster.ask(
        "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND tgname LIKE 'pgtrigger_append%%'",
        f"log_event_{shard}",
        server=server,
    )
    off = "SET citus.enable_manual_changes_to_shards = on; DROP TRIGGER {} ON log_event_{}"
    cluster.ask(off.format(trigger, shard), server=server)
    yield from _says(
        installation,
        "status",
        f"Shards without all of their triggers, where the log could be changed: log_event_{shard}",
        {},
    )


def _says(installation: OnCitus, command: str, words: str, other: dict[str, str]) -> Iterator[str]:
    code, said = manage(installation.env | other, installation.home, command)
    print(next((line for line in said.splitlines() if words in line), f"missing: {words}"))
    if not code or words not in said:
        yield f"{command} ({code}) did not say {words!r}: {said[-1500:]}"


def _brought_back(installation: OnCitus) -> None:
    """The dump asks for no extension: a server of another version, and without Citus, takes it."""
    folder, url = installation.folder, installation.cluster.url()
    os.environ["LOG_APPEND"] = "function"
    heads = steps.heads(url, folder / "then.txt")
    kept, key = folder / "kept", folder / "key"
    kept.mkdir()
    steps.manage(url, "backup", "--new-key", key)
    with told("backup"):
        say(steps.manage(url, "backup", kept, "--key", key).strip())
    with own_postgresql(folder / "plain", throwaway=False) as crew:
        plain = postgres.url(crew.home)
        with told("restore to a server without Citus"):
            steps.manage(plain, "restore", kept, "--key", key)
        steps.compare(plain, heads, now=folder / "now.txt")
