"""What grows beside the log on the coordinator; as a command, what an append costs."""

import time
from collections.abc import Iterator
from statistics import quantiles
from typing import Final, NamedTuple

import django

from tests.citus.cluster import Cluster

APPENDS: Final = 300
_WAL: Final = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
_FINISHED: Final = "SELECT count(*) FROM log_event WHERE kind = 'table.finished'"
_WRITTEN: Final = """
SELECT relname, n_tup_ins, n_tup_upd, n_tup_del FROM pg_stat_user_tables
WHERE relname !~ '^(log_event|log_stream|drill_)'"""


class Moment(NamedTuple):
    """So far: of each server processors' seconds and bytes of WAL; rows of the coordinator's tables that were inserted,
    changed and deleted."""

    seconds: dict[str, float]
    wal: dict[str, int]
    moves: int
    finished: int
    written: dict[str, tuple[int, ...]]


def look(cluster: Cluster, moves: int) -> Moment:
    servers = list(cluster.ports)
    return Moment(
        {name: cluster.seconds(name) for name in servers},
        {name: int(cluster.ask(_WAL, server=name)[0][0]) for name in servers},
        moves,
        int(cluster.ask(_FINISHED)[0][0]),
        {name: tuple(counts) for name, *counts in cluster.ask(_WRITTEN)},
    )


def spent(before: Moment, after: Moment) -> Iterator[str]:
    moves, finished = after.moves - before.moves, after.finished - before.finished
    yield f"quiet play: {moves} moves of people, {finished} tables finished; for each of those moves"
    for name in after.seconds:
        busy = 1000 * (after.seconds[name] - before.seconds[name]) / moves
        wal = (after.wal[name] - before.wal[name]) / moves
        yield f"  {name:12} {busy:7.2f} ms of a processor, {wal:6.0f} bytes of WAL"
    yield f"written on the coordinator beside the log in that time, by {moves} moves and {finished} ends of tables:"
    for name, counts in after.written.items():
        more = [now - then for now, then in zip(counts, before.written.get(name, (0, 0, 0)), strict=True)]
        if any(more):
            yield f"  {name:32} inserted {more[0]:5}, changed {more[1]:6}, deleted {more[2]:5}"


def main() -> None:
    """How long appends of two events take, one behind the other."""
    django.setup()
    from tournaments.log import sources
    from tournaments.log.events import Head, NewEvent
    from tournaments.log.services import append

    head, waits, stream = Head(), [], f"drill:{sources.new_id()}"
    for _ in range(APPENDS):
        began = time.monotonic()
        head, _stored = append(stream, head=head, events=[NewEvent("drill.made", 1, {"n": 1})] * 2)
        waits.append(1000 * (time.monotonic() - began))
    half, most = (quantiles(waits, n=100)[at - 1] for at in (50, 99))
    print(f"p50 {half:.1f} ms, p99 {most:.1f} ms")


if __name__ == "__main__":
    main()
