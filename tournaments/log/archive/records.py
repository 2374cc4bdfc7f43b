"""A record: a stream's events in the form in which tables are exported (``engine.verify``), as JSON in gzip. Pure.

It is checked against the head of its stream, which stays in the database: the digest of the last event covers every
event before it. Payloads are stored as the database gives them, so that a stream read from here is the same, byte for
byte. Positions are not covered by the digests, here as in the log.
"""

import gzip
import re
import zlib
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple

import msgspec

from tournaments.log.faults import End, Fault, Row, find_fault

_NAME: Final = re.compile(r"[a-z]+(:[A-Za-z0-9_-]+)+")


class Broken(ValueError):
    """A record that is not what was put there."""


class Mark(NamedTuple):
    """The head of an archived stream: all that is needed to find its record, and to know it."""

    stream: str
    seq: int
    digest: bytes
    recorded_at: int

    @property
    def name(self) -> str:
        """Of its record; a stream that goes on and is archived again gets another one."""
        if not _NAME.fullmatch(self.stream):
            raise ValueError(f"no name for a file: {self.stream!r}")
        kind, _, rest = self.stream.partition(":")
        month = datetime.fromtimestamp(self.recorded_at / 1000, UTC).strftime("%Y-%m")
        return f"{kind}/{month}/{rest.replace(':', '.')}-{self.digest.hex()}.jsonl.gz"


class Event(msgspec.Struct, frozen=True):
    seq: int
    kind: str
    version: int
    payload: msgspec.Raw
    actor: int | None
    command: str | None
    recorded_at: int
    salt: str
    digest: str


class Record(msgspec.Struct, frozen=True):
    format: Literal["cardroom-record/1"]
    stream: str
    head: str
    events: tuple[Event, ...]
    positions: tuple[int, ...]
    """By event."""
    requests: dict[int, str]
    """The digests of what was asked for, by event: those that begin a commit of a client have one."""


def packed(record: Record) -> bytes:
    """*record* as a file; the same bytes every time."""
    return gzip.compress(msgspec.json.encode(record), mtime=0)


def opened(data: bytes, mark: Mark) -> Record:
    """What :func:`packed` made, if it is the whole stream up to *mark*; raises :class:`Broken` otherwise."""
    try:
        record = msgspec.json.decode(gzip.decompress(data), type=Record)
        fault = find_fault_in(record, mark)
    except (OSError, EOFError, zlib.error, ValueError) as error:  # msgspec's are ValueErrors
        raise Broken(f"its record cannot be read: {error}") from error
    if fault is not None:
        raise Broken(f"its record does not hold: event {fault.seq}: {fault.reason}")
    return record


def find_fault_in(record: Record, mark: Mark) -> Fault | None:
    """The first event that does not follow from those before it, or does not lead to *mark*."""
    if record.stream != mark.stream or record.head != mark.digest.hex() or len(record.positions) != len(record.events):
        return Fault(mark.stream, 1, "it is the record of another stream")
    return find_fault(mark.stream, End(mark.seq, mark.digest, str(mark.recorded_at)), _rows(record.events))


def _rows(events: Sequence[Event]) -> Iterator[Row]:
    for one in events:
        salt, digest = bytes.fromhex(one.salt), bytes.fromhex(one.digest)
        payload, at = bytes(one.payload).decode(), str(one.recorded_at)
        yield Row(one.seq, one.kind, one.version, payload, one.actor, one.command, at, salt, digest)
