"""What a room offers to the rooms below it, which ask for it without knowing who answers.

A registry is filled in ``AppConfig.ready`` and read later; the order of INSTALLED_APPS is the order of its entries.
"""

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Registry(Generic[T]):
    def __init__(self) -> None:
        self._entries: dict[str, T] = {}

    def register(self, name: str, entry: T) -> None:
        """Add *entry* under *name*. The same again changes nothing; another one raises ``ValueError``."""
        if self._entries.setdefault(name, entry) != entry:
            raise ValueError(f"{name} is registered already")

    def __iter__(self) -> Iterator[T]:
        return iter(self._entries.values())

    def __reversed__(self) -> Iterator[T]:
        return reversed(self._entries.values())

    def items(self) -> Iterable[tuple[str, T]]:
        return self._entries.items()

    def __getitem__(self, name: str) -> T:
        return self._entries[name]
