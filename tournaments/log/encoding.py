"""Events to bytes, fast: ``engine.digest.canonical`` says what the bytes are, a law holds the two together."""

import json
from typing import Any

import msgspec

from tournaments.log.errors import Unstorable

LIMIT = 2**53
"""Integers from here on are not the same number in every JSON reader (RFC 8259, section 6)."""

_ENCODER = msgspec.json.Encoder(order="deterministic")


def encode_payload(payload: dict[str, Any]) -> bytes:
    """The payload's part of the canonical bytes; Unstorable for what would not come back from jsonb as it was."""
    if type(payload) is not dict:
        raise Unstorable(f"a payload is an object, not {type(payload).__name__}")
    try:
        _check(payload)
        return _ENCODER.encode(payload)
    except (UnicodeEncodeError, RecursionError) as error:
        raise Unstorable(str(error)) from error


def encode_event(
    stream: str, seq: int, kind: str, version: int, payload: bytes, actor: int | None, command: str | None, at: int
) -> bytes:
    """The canonical bytes of an event whose payload is encoded already."""
    return _ENCODER.encode([stream, seq, kind, version, msgspec.Raw(payload), actor, command, at])


def encode_request(request: object) -> bytes:
    """The canonical bytes of plain values and structs: also of texts and numbers that no payload could hold."""
    plain = msgspec.to_builtins(request, str_keys=True, order="sorted")
    return json.dumps(plain, separators=(",", ":")).encode()


def check_text(text: str) -> None:
    """Refuse what PostgreSQL's text cannot hold."""
    if "\0" in text:
        raise Unstorable("a text with NUL")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Unstorable(str(error)) from error


def _check(value: Any) -> None:
    kind = type(value)
    if kind is str:
        _check_string(value)
    elif kind is int:
        if not -LIMIT < value < LIMIT:
            raise Unstorable(f"{value} is not an integer below 2^53")
    elif kind is dict:
        for key, inner in value.items():
            _check_string(key)
            _check(inner)
    elif kind is list or kind is tuple:
        for inner in value:
            _check(inner)
    elif value is not None and kind is not bool:
        raise Unstorable(f"{kind.__name__} is not stored in payloads")


def _check_string(value: Any) -> None:
    if type(value) is not str:
        raise Unstorable(f"{value!r} is not a name")
    if "\0" in value:
        raise Unstorable("a text with NUL")
