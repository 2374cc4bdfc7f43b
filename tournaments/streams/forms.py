"""The two forms of a stream's lines: server-sent events for browsers, a JSON text a line for everything else."""

from typing import Final

from msgspec import Struct


class Form(Struct, frozen=True):
    """How the lines of a stream are written."""

    media_type: str
    heartbeat: bytes
    """Says that the stream is still there."""
    opening: tuple[bytes, ...] = ()

    def line(self, data: bytes, cursor: str | None) -> bytes:
        """*data* with the id that a client comes back with; without one it keeps the last it had."""
        if self is LINES:
            return data + b"\n"
        return (b"id: %b\n" % cursor.encode() if cursor else b"") + b"data: %b\n\n" % data


EVENTS: Final = Form("text/event-stream", b": still here\n", (b"retry: 1000\n",))
"""A comment and ``retry`` are lines of the next event: an empty line behind them would end an event without data, to
programs that are less strict than browsers."""
LINES: Final = Form("application/x-ndjson", b"\n")


def preferred(accept: str) -> Form:
    """The one that a client asks for with its header ``Accept``: events, unless it names the other alone or first.

    >>> preferred("application/x-ndjson").media_type, preferred("*/*").media_type
    ('application/x-ndjson', 'text/event-stream')
    """
    named = [part.partition(";")[0].strip().lower() for part in accept.split(",")]
    return next((form for name in named for form in (EVENTS, LINES) if form.media_type == name), EVENTS)
