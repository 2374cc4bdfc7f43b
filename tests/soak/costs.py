"""What moves cost: processors' time, disk and WAL between two moments at which people play and watch, and no more."""

from collections.abc import Iterator
from typing import NamedTuple

import psycopg

from tests.soak.record import Record
from tests.soak.service import Service

_DATABASE = """
SELECT count(*), pg_total_relation_size('log_event') + pg_total_relation_size('log_stream'),
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint FROM log_event"""


class Moment(NamedTuple):
    seconds: dict[str, float]
    """Of each part, so far."""
    commands: int
    requests: int
    lines: int
    events: int
    size: int
    """Bytes of the log with its indexes."""
    wal: int


def look(service: Service, record: Record, database: str) -> Moment:
    with psycopg.connect(database) as connection:
        ((events, size, wal),) = connection.execute(_DATABASE).fetchall()
    lines = sum(map(len, record.seen.values()))
    return Moment(service.seconds(), record.moves, record.statuses.total(), lines, events, size, wal)


def told(before: Moment, after: Moment) -> Iterator[str]:
    """Lines to print. Each move is a request for the table and one for the move."""
    moves, lines = max(1, after.commands - before.commands), max(1, after.lines - before.lines)
    yield f"{moves} moves in {after.requests - before.requests} requests, {lines} lines to watchers; a move costs"
    for part, seconds in after.seconds.items():
        spent = seconds - before.seconds[part]
        beside = f", a line {1000 * spent / lines:.3f} ms" if part in ("streams", "proxy") else ""
        yield f"  {part:9} {1000 * spent / moves:7.2f} ms{beside}"
    events = after.events - before.events
    yield f"  {events / moves:.2f} events, {(after.wal - before.wal) / moves:.0f} bytes of WAL"
    yield f"  {after.size / max(1, after.events):.0f} bytes of disk an event, of {after.events} with their indexes"
