"""What one person does to another that stands in no log: asked to be a friend, invited to a table.

The room in which it happens tells it here; the room that sends notices listens, in the same transaction.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from tournaments.platform.registry import Registry


class SocialEvent(NamedTuple):
    """*by* did something that concerns *to*; ``at`` is epoch ms. ``facts`` are ids and no words."""

    kind: str
    to: int
    by: int
    subject: str
    facts: Mapping[str, Any]
    at: int


class Listener(NamedTuple):
    happened: Callable[[SocialEvent], None]
    ended: Callable[[str, str, tuple[int, ...] | None], None]
    """A kind, a subject, and the users for whom it no longer holds; ``None``: for everybody."""


LISTENERS: Final = Registry[Listener]()


def tell(event: SocialEvent) -> None:
    for listener in LISTENERS:
        listener.happened(event)


def end(kind: str, subject: str, *users: int) -> None:
    """It no longer holds, for *users* or for everybody."""
    for listener in LISTENERS:
        listener.ended(kind, subject, users or None)
