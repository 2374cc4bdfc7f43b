"""Events to their stored form and back: (kind, version, fields). The only place that knows it.

One codec serves any set of event structs: a game's, a table's, a tournament's. What was stored once is read forever:
older versions go through the upcasts first.

While two releases run side by side the older one must be able to read what the newer one stores. So a new kind or
version is first only read (``Event.written``), and stored from the next release on.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Generic, TypeVar, cast

import msgspec

from engine.events import Event
from engine.game import Upcast

E = TypeVar("E", bound=Event)


class Unreadable(Exception):
    """A stored event that no struct here can hold: an unknown kind, a later version, a field that does not fit."""


class NotYet(Exception):
    """An event of a kind that this release reads and does not store."""


class Codec(Generic[E]):
    def __init__(
        self,
        events: Iterable[type[E]],
        upcasts: Mapping[tuple[str, int], Upcast] | None = None,
        downcasts: Mapping[tuple[str, int], Upcast] | None = None,
    ) -> None:
        """*downcasts* lower the fields of that version by one: each version that is not stored yet needs one."""
        self._types = {event.kind: event for event in events}
        self._readers = {
            kind: (event.version, msgspec.json.Decoder(event).decode) for kind, event in self._types.items()
        }
        self._upcasts, self._downcasts = upcasts or {}, downcasts or {}
        for event in self._types.values():
            for version in range((event.written or event.version) + 1, event.version + 1):
                if (event.kind, version) not in self._downcasts:
                    raise ValueError(f"{event.kind} v{version} cannot be lowered to what is stored yet")

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset(self._types)

    def fields(self, event: E) -> dict[str, Any]:
        """The payload of *event*: its fields as JSON values."""
        return cast("dict[str, Any]", msgspec.to_builtins(event))

    def stored(self, event: E) -> tuple[str, int, dict[str, Any]]:
        """*event* as it is stored: kind, version, fields; raises :class:`NotYet`."""
        version, fields = event.version, self.fields(event)
        if event.written == 0:
            raise NotYet(f"{event.kind} is read, and stored from the next release on")
        while event.written is not None and version > event.written:
            fields = self._downcasts[event.kind, version](fields)
            version -= 1
        return event.kind, version, fields

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
