"""Events to their stored form and back: (kind, version, fields). The only place that knows it.

One codec serves any set of event structs: a game's, a table's, a tournament's. What was stored once is read forever:
older versions go through the upcasts first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar, cast

import msgspec

from engine.events import Event
from engine.game import Upcast

E = TypeVar("E", bound=Event)


class Unreadable(Exception):
    """A stored event that no struct here can hold: an unknown kind, a later version, a field that does not fit."""


class Codec(Generic[E]):
    def __init__(self, events: Iterable[type[E]], upcasts: Mapping[tuple[str, int], Upcast] | None = None) -> None:
        self._types = {event.kind: event for event in events}
        self._readers = {
            kind: (event.version, msgspec.json.Decoder(event).decode) for kind, event in self._types.items()
        }
        self._upcasts = upcasts or {}

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(self._types)

    def fields(self, event: E) -> dict[str, Any]:
        """The payload of *event*: its fields as JSON values."""
        return cast("dict[str, Any]", msgspec.to_builtins(event))

    def decode(self, kind: str, version: int, payload: bytes | str) -> E:
        """The event stored as *payload* (JSON); raises :class:`Unreadable`."""
        try:
            current, read = self._readers[kind]
            return read(payload) if version == current else self._lift(kind, version, payload)
        except (KeyError, msgspec.DecodeError) as error:
            raise Unreadable(f"{kind} v{version}: {error}") from error

    def _lift(self, kind: str, version: int, payload: bytes | str) -> E:
        fields, event = msgspec.json.decode(payload), self._types[kind]
        while version != event.version:
            fields = self._upcasts[kind, version](fields)
            version += 1
        return msgspec.convert(fields, event)
