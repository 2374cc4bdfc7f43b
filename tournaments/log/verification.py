"""Whether a stream is as it was written: every digest recomputed, nothing missing, the end where the head says. What
has left the log is looked up in the archive."""

from itertools import chain

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from tournaments.log.archive import reading
from tournaments.log.faults import End, Fault, Row, find_fault

__all__ = ["Fault", "verify"]

# The head beside each event, and one row without an event for an empty stream: all of it from one snapshot.
_ROWS = """
SELECT head.seq, head.digest, (extract(epoch FROM head.recorded_at) * 1000)::text, head.archived IS NOT NULL,
       event.seq, event.kind, event.version, event.payload::text, event.actor, event.command,
       (extract(epoch FROM event.recorded_at) * 1000)::text, event.salt, event.digest
FROM (SELECT %(stream)s::text AS name) AS one
LEFT JOIN log_stream AS head ON head.name = one.name
LEFT JOIN log_event AS event ON event.stream = one.name
ORDER BY event.seq"""
_CHUNK = 2000


def verify(stream: str) -> Fault | None:
    """The first fault of *stream*, or None."""
    with transaction.atomic():
        connection = connections[DEFAULT_DB_ALIAS].connection
        with psycopg.ServerCursor(connection, "log_verification") as cursor:
            cursor.itersize = _CHUNK
            rows = iter(cursor.execute(_ROWS, {"stream": stream}))
            first = next(rows)
            if first[3] and first[4] is None:
                return reading.find_fault(stream)
            end = None if first[0] is None else End(*first[:3])
            return find_fault(stream, end, (Row(*row[4:]) for row in chain([first], rows) if row[4] is not None))
