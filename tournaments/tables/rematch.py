"""The offer to play again, as a fold of a finished table's last events: pure."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from engine.events import Event, Seat
from tournaments.tables.events import (
    Chair,
    RematchAccepted,
    RematchDeclined,
    RematchOffered,
    RematchOpened,
    RematchWithdrawn,
)

SECONDS = 120
"""How long an offer stands."""
MOST_REFUSED = 3
"""After this many offers that were declined or withdrawn there are no more at that table."""


class Rematch(Struct, frozen=True):
    """The last offer of a rematch, made by ``by`` and open until ``until`` (epoch ms)."""

    by: Seat
    until: int
    accepted: tuple[Seat, ...] = ()
    declined: Seat | None = None
    withdrawn: bool = False
    table: str | None = None
    """The new table, once everybody has accepted."""
    refused: int = 0
    """How many offers at this table have been declined or withdrawn."""

    def is_open(self, at: int) -> bool:
        """Whether it can be answered at *at* (epoch ms)."""
        return self.declined is None and not self.withdrawn and self.table is None and at < self.until

    @property
    def exhausted(self) -> bool:
        """Whether there can be no further offer at this table."""
        return self.refused >= MOST_REFUSED

    @property
    def last(self) -> Seat:
        """The seat that agreed last."""
        return self.accepted[-1] if self.accepted else self.by

    def agrees(self, seat: Seat, chairs: tuple[Chair, ...]) -> bool:
        """Whether the player of *seat* is for it: bots always are, and an account answers for all its seats."""
        users = {chairs[one].user for one in (self.by, *self.accepted)}
        return bool(chairs[seat].bot) or chairs[seat].user in users

    def complete(self, chairs: tuple[Chair, ...]) -> bool:
        return all(self.agrees(Seat(seat), chairs) for seat in range(len(chairs)))


def evolve(offer: Rematch | None, event: Event, at: int) -> Rematch:
    """*offer* after *event*, recorded at *at*."""
    if isinstance(event, RematchOffered):
        return Rematch(event.seat, at + event.seconds * 1000, refused=offer.refused if offer else 0)
    if offer is None:
        raise LookupError(f"{event.kind} answers no offer")
    match event:
        case RematchAccepted(seat=seat):
            return replace(offer, accepted=(*offer.accepted, seat))
        case RematchDeclined(seat=seat):
            return replace(offer, declined=seat, refused=offer.refused + 1)
        case RematchWithdrawn():
            return replace(offer, withdrawn=True, refused=offer.refused + 1)
        case RematchOpened(table=table):
            return replace(offer, table=table)
    raise LookupError(f"{event.kind} is not about a rematch")


def seated(users: Iterable[int | None]) -> list[int | None]:
    """Who sits where the next time: everybody moves on by one seat, so that another has the lead and partners stay."""
    first, *others = users
    return [*others, first]
