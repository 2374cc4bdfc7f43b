"""What is told, to whom, and under which name. Pure."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

LETTERS: Final = 26


class Told(Struct, frozen=True, kw_only=True):
    """A notice before it is written: one row for each of *users*.

    ``facts`` hold ids, numbers and short titles of the log; names are put in where it is shown. ``subject`` is what it
    is about: once that is no longer so (:class:`Over`) nobody needs to hear of it.
    """

    kind: str
    users: tuple[int, ...]
    subject: str
    facts: Mapping[str, Any]
    club: str | None = None
    due: int | None = None
    """Of a timed one: the moment (epoch ms) that it is about."""


class Over(Struct, frozen=True):
    """Notices of these kinds about *subject* are no longer true; with *users* only theirs."""

    kinds: tuple[str, ...]
    subject: str
    users: tuple[int, ...] | None = None


class Telling(Struct, frozen=True):
    """What follows from one event."""

    told: Sequence[Told] = ()
    over: Sequence[Over] = ()

    def __add__(self, other: "Telling") -> "Telling":
        return Telling((*self.told, *other.told), (*self.over, *other.over))


def notice_id(user: int, kind: str, stream: str, seq: int) -> str:
    """The name of the notice of one event for *user*: the same however often it is made.

    >>> notice_id(7, "news", "club:c1ub000001", 12)
    'fmh2z5pmfixzvu4boblpaodpn4'
    """
    return named(f"notice/{user}/{kind}/{stream}/{seq}")


def timed_id(user: int, kind: str, subject: str, due: int) -> str:
    """The same of a notice that a moment brings."""
    return named(f"timed/{user}/{kind}/{subject}/{due}")


def named(text: str) -> str:
    """Letters that follow from *text* alone."""
    return base64.b32encode(hashlib.sha256(text.encode()).digest()).decode().lower()[:LETTERS]


def to(*users: int | None, apart_from: int | None = None) -> tuple[int, ...]:
    """Each of *users* once, without *apart_from*: nobody is told of what they did."""
    return tuple(dict.fromkeys(user for user in users if user is not None and user != apart_from))
