"""The heads of the streams as a projection: the only rows that the log itself makes from its events."""

from collections.abc import Sequence

from tournaments.log.events import Stored
from tournaments.log.projections import Projection
from tournaments.platform.database import execute

_INSERT = """
INSERT INTO log_stream (name, seq, digest, recorded_at)
SELECT stream, seq, digest, recorded_at FROM log_event WHERE stream = %(stream)s ORDER BY seq DESC LIMIT 1"""


def clear() -> None:
    """Forget where streams end, but for those in the archive: their heads are all that is here of them."""
    execute("DELETE FROM log_stream WHERE archived IS NULL", {})


def apply(stream: str, _events: Sequence[Stored]) -> None:
    """A stream ends where its last event stands; a stream whose events are in the archive needs nothing."""
    execute(_INSERT, {"stream": stream})


HEADS = Projection(name="heads", prefix="", tables=("log_stream",), clear=clear, apply=apply)
