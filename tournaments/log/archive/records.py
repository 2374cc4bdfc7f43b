"""A record: a stream's events in the form in which tables are exported (``engine.verify``), and who signed them. Pure.

Two lines of JSON, compressed by gzip. The first is the record, the second its seal: an Ed25519 signature of the first
line's bytes. Payloads stand as the database gives them, so that a stream that is read from here is the same, byte for
byte; positions are beside the chain, as they are in the log.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

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


class Seal(msgspec.Struct, frozen=True):
    key: str
    """Its fingerprint."""
    public: str
    signature: str


def fingerprint(public: bytes) -> str:
    return hashlib.sha256(public).hexdigest()[:16]


def sealed(record: Record, key: Ed25519PrivateKey) -> bytes:
    """*record* as a file; the same bytes every time."""
    line, public = msgspec.json.encode(record), key.public_key().public_bytes_raw()
    seal = Seal(fingerprint(public), public.hex(), key.sign(line).hex())
    return gzip.compress(b"%b\n%b\n" % (line, msgspec.json.encode(seal)), mtime=0)


def opened(data: bytes, mark: Mark, keys: Mapping[str, bytes]) -> Record:
    """What :func:`sealed` made, if one of *keys* signed it and it is the whole stream up to *mark*; else
    :class:`Broken`."""
    try:
        line, seal = gzip.decompress(data).split(b"\n", 1)
        _check_seal(line, msgspec.json.decode(seal, type=Seal), keys)
        record = msgspec.json.decode(line, type=Record)
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


def _check_seal(line: bytes, seal: Seal, keys: Mapping[str, bytes]) -> None:
    public = keys.get(seal.key)
    if public is None:
        raise ValueError(f"no key is known that has the fingerprint {seal.key}")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(bytes.fromhex(seal.signature), line)
    except InvalidSignature:
        raise ValueError("its signature does not fit") from None


def _rows(events: Sequence[Event]) -> Iterator[Row]:
    for one in events:
        salt, digest = bytes.fromhex(one.salt), bytes.fromhex(one.digest)
        payload, at = bytes(one.payload).decode(), str(one.recorded_at)
        yield Row(one.seq, one.kind, one.version, payload, one.actor, one.command, at, salt, digest)
