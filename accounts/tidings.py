"""What somebody does to somebody else and no log tells of: asked to be a friend, invited to a table.

The room in which it happens says so here; the one that tells people has registered and hears it, in the same
transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple


class Tiding(NamedTuple):
    """*by* did something that concerns *to*; ``at`` is epoch ms. ``facts`` are ids and no words."""

    kind: str
    to: int
    by: int
    subject: str
    facts: Mapping[str, Any]
    at: int


class Ear(NamedTuple):
    told: Callable[[Tiding], None]
    over: Callable[[str, str, tuple[int, ...] | None], None]
    """A kind, a subject, and those for whom it is no longer so; ``None``: for nobody any more."""


_ears: list[Ear] = []


def register(ear: Ear) -> None:
    """Called by a room's ``AppConfig.ready``."""
    _ears.append(ear)


def tell(tiding: Tiding) -> None:
    for ear in _ears:
        ear.told(tiding)


def end(kind: str, subject: str, *users: int) -> None:
    """It is no longer so, for *users* or for everybody."""
    for ear in _ears:
        ear.over(kind, subject, users or None)
