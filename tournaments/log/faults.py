"""A stream held against its digests: the first event that is not what it was. Pure.

The chain is recomputed with ``engine.digest`` and the standard library's JSON, by other code than the one that appends.
"""

import json
from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

import msgspec

from engine.digest import START, canonical, chain


class Fault(msgspec.Struct, frozen=True):
    """The first event of a stream that is not as it was written."""

    stream: str
    seq: int
    reason: str
    away: bool = False
    """The archive does not have it now, so that nobody knows."""

    def __str__(self) -> str:
        return f"{self.stream} event {self.seq}: {self.reason}"


class End(NamedTuple):
    """The head's row; times are milliseconds as text, since a forged one need not be a number."""

    seq: int
    digest: bytes
    at: str


class Row(NamedTuple):
    """An event's row, in the same way."""

    seq: int
    kind: str
    version: int
    payload: str
    actor: int | None
    command: str | None
    at: str
    salt: bytes
    digest: bytes


def find_fault(stream: str, end: End | None, rows: Iterable[Row]) -> Fault | None:
    """The first of *rows*, in order, that doesn't follow from those before it, or an *end* that doesn't."""
    seq, digest, at = 0, START, "0"
    for row in rows:
        if row.seq != seq + 1:
            return Fault(stream, seq + 1, f"it is missing; the next one is {row.seq}")
        seq, at = row.seq, row.at
        if seq == 1 and row.command is None:
            return Fault(stream, 1, "it begins no commit")
        if (problem := _problem(stream, row, digest)) is not None:
            return Fault(stream, seq, problem)
        digest = row.digest
    return _find_fault_at_end(stream, end, End(seq, digest, at))


def _problem(stream: str, row: Row, previous: bytes) -> str | None:
    at = Decimal(row.at)
    if not at.is_finite() or at != at.to_integral_value():
        return "its time is not in whole milliseconds"
    if len(row.salt) != 16:
        return "its salt is not 16 bytes long"
    try:
        payload = json.loads(row.payload)
        known = canonical(stream, row.seq, row.kind, row.version, payload, row.actor, row.command, int(at))
    except (ValueError, RecursionError) as error:
        return f"its payload is not one: {error}"
    return None if chain(previous, row.salt, known) == row.digest else "it is not what its digest was made of"


def _find_fault_at_end(stream: str, end: End | None, last: End) -> Fault | None:
    if end is None:
        return Fault(stream, last.seq, "the stream has no head") if last.seq else None
    if last.seq < end.seq:
        return Fault(stream, last.seq + 1, f"it is missing; the stream goes on to {end.seq}")
    if last.seq > end.seq:
        return Fault(stream, end.seq + 1, "it stands behind the end of the stream")
    if last.digest != end.digest or Decimal(last.at) != Decimal(end.at):
        return Fault(stream, last.seq, "the stream's head is another one")
    return None
