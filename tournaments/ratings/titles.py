"""What somebody has won. Rooms above say what they know of: each registers a function once it is ready."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import msgspec

from engine.text import Text

Kind: TypeAlias = Literal["season", "division", "event", "ladder"]


class Title(msgspec.Struct, frozen=True):
    """A title, with the event that it follows from; ``at`` is epoch ms."""

    kind: Kind
    name: Text
    """What was won: "First of the Harvest Cup"."""
    detail: Text | None
    stream: str
    seq: int
    at: int


Provider: TypeAlias = Callable[[int, int | None], Sequence[Title]]
"""The titles of a user, as far as a viewer (``None``: a stranger) may know of them."""

_PROVIDERS: dict[str, Provider] = {}


def register(name: str, provider: Provider) -> None:
    """Have *provider* asked for titles; a second time under the same name changes nothing."""
    _PROVIDERS.setdefault(name, provider)


def titles(user: int, *, viewer: int | None = None) -> list[Title]:
    """Everything that *user* has won, the latest first."""
    found = [title for provider in _PROVIDERS.values() for title in provider(user, viewer)]
    return sorted(found, key=lambda title: (-title.at, title.stream, title.seq))
