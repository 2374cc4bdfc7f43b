"""How far the log has come, and what came between two positions in some of its streams.

For those who keep no place of their own, as followers do, but are told how far those who ask have got.
"""

from collections.abc import Mapping, Sequence

from tournaments.log.followers import APPENDED, Placed, end, placed
from tournaments.platform import writers
from tournaments.platform.database import execute

_NAMES = """
SELECT DISTINCT stream FROM log_event
WHERE position > %(after)s::bigint AND position <= %(until)s::bigint AND starts_with(stream, %(prefix)s) ORDER BY 1"""
# LATERAL: each is read by the index, whatever their number is guessed to be.
_TAILS = """
SELECT tail.* FROM unnest(%(streams)s::text[], %(seqs)s::bigint[]) AS behind (stream, seq) CROSS JOIN LATERAL (
    SELECT position, stream, seq, kind, version, payload::text, actor, command,
           (extract(epoch FROM recorded_at) * 1000)::bigint
    FROM log_event WHERE log_event.stream = behind.stream AND log_event.seq > behind.seq
        AND position <= %(until)s::bigint) AS tail
ORDER BY 1, 3"""
_AT = """
SELECT (extract(epoch FROM recorded_at) * 1000)::bigint
FROM log_event WHERE position <= %(position)s::bigint ORDER BY position DESC LIMIT 1"""


def reached(before: int = 0) -> int:
    """The position up to which nothing is still to come; *before*, where that is not certain of any later one."""
    last = end()
    return last if last == before or writers.are_done(APPENDED) else before


def names(prefix: str, *, after: int, until: int) -> list[str]:
    """The streams that begin with *prefix* and have commits behind *after*, up to and with *until*."""
    return [name for (name,) in execute(_NAMES, {"prefix": prefix, "after": after, "until": until})]


def tails(seqs: Mapping[str, int], *, until: int) -> Sequence[Placed]:
    """The commits of streams behind the seq that is known of each, up to and with position *until*, in their order."""
    return list(placed(execute(_TAILS, {"streams": list(seqs), "seqs": list(seqs.values()), "until": until})))


def recorded_at(position: int) -> int:
    """When the log came to *position*, in epoch ms; 0 before its first event."""
    row = execute(_AT, {"position": position}).fetchone()
    return row[0] if row else 0
