"""What somebody has won. Rooms above say what they know of: each registers a function once it is ready."""

from collections.abc import Callable, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from engine.text import Text
from tournaments.platform.registry import Registry

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

PROVIDERS: Final = Registry[Provider]()


def titles(user: int, *, viewer: int | None = None) -> list[Title]:
    """Everything that *user* has won, the latest first."""
    found = [title for provider in PROVIDERS for title in provider(user, viewer)]
    return sorted(found, key=lambda title: (-title.at, title.stream, title.seq))
