"""The digest chain of a stream: one function for appending to it and for checking an exported record."""

import hashlib
import json
from typing import Any

START = bytes(32)
"""What the first event of a stream is chained to."""


def canonical(
    stream: str,
    seq: int,
    kind: str,
    version: int,
    payload: dict[str, Any],
    actor: int | None,
    command: str | None,
    at: int,
) -> bytes:
    """The bytes that stand for an event; *at* is in epoch milliseconds."""
    row = [stream, seq, kind, version, payload, actor, command, at]
    return json.dumps(row, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def chain(previous: bytes, salt: bytes, event: bytes) -> bytes:
    """The digest of *event* (its canonical bytes) behind *previous*, with 16 random bytes of *salt*."""
    return hashlib.sha256(previous + salt + event).digest()
