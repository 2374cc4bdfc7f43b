"""Entries as files tell of them: by name."""

from collections.abc import Collection, Mapping

from msgspec import Struct


class Told(Struct, frozen=True):
    names: Mapping[int, str] = {}
    """Of a team its own, or those of its members."""
    people: Mapping[int, tuple[str, ...]] = {}
    """Who plays in it."""
    bots: Collection[int] = ()
    """Entries in which nobody else plays."""

    def of(self, entry: int) -> str:
        return self.names.get(entry, "")

    def players(self, entry: int) -> str:
        return " & ".join(self.people.get(entry, ()))
