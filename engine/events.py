"""What happened: the base of every event, and who may see it.

An event is a fact in the past tense. It is frozen, it carries data only (cards in notation), and it names its audience
by the base it derives from, so that nothing is shown by default.

A concrete event declares its ``kind`` ("gasp.token_given") and, once it has changed, its ``version``: both are columns
of the log, and the payload holds the fields alone.
"""

from typing import ClassVar, NewType, Self

import msgspec
from msgspec.structs import replace

Seat = NewType("Seat", int)
"""A chair at the table, counted from 0. A user is not a seat: tables map one to the other."""


def is_of_game(kind: str) -> bool:
    """Whether events of *kind* are a game's own. The others are of the table around it: who sits, who left, its end."""
    return not kind.startswith("table.")


class Event(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A fact. Derive from :class:`Public`, :class:`Private` or :class:`Secret`, never from this."""

    kind: ClassVar[str]
    version: ClassVar[int] = 1
    written: ClassVar[int | None] = None
    """The version that is stored while processes may run that cannot read the last one; 0: none is stored yet."""

    def seen_by(self, seat: Seat | None) -> Self | None:
        """What *seat* (``None``: a spectator) learns: the event, a copy with holes, or nothing."""
        raise NotImplementedError(f"{type(self).__name__} names no audience")


class Public(Event, frozen=True, gc=False):
    """Everyone at the table sees all of it.

    ``reveals`` names the fields whose cards were hidden from everybody until now (a card turned up from the stock),
    ``opens`` those whose cards their owners had laid down sealed (bids made at the same time),
    ``shows`` those whose cards the event's ``seat`` held in its hand, and lays open by another seat's move.
    """

    reveals: ClassVar[tuple[str, ...]] = ()
    opens: ClassVar[tuple[str, ...]] = ()
    shows: ClassVar[tuple[str, ...]] = ()

    def seen_by(self, seat: Seat | None) -> Self:
        return self


class Secret(Event, frozen=True, gc=False):
    """Only the server knows: a shuffled stock, a sealed bid."""

    def seen_by(self, seat: Seat | None) -> None:
        return None


class Private(Event, frozen=True, gc=False):
    """Its owner, ``seat``, sees it all; for the others the fields named in ``secret`` are ``None``.

    ``reveals`` names those of the secret fields whose cards the owner too learns only by this event (a card drawn
    from the stock), unlike a card that was held already.
    """

    secret: ClassVar[tuple[str, ...]]
    reveals: ClassVar[tuple[str, ...]] = ()
    seat: Seat

    def seen_by(self, seat: Seat | None) -> Self:
        return self if seat == self.seat else replace(self, **dict.fromkeys(self.secret))


class Shuffled(Secret, frozen=True, gc=False):
    """The whole order of the pile that a shuffle made, top card first. Each game family derives its own kind.

    The n-th of these with one ``pile`` name in a log is shuffle n (from 0) of that pile, so anyone who holds the seed
    can do it again.
    """

    pile: str
    order: tuple[str, ...]
