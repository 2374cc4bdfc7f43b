"""Who is entered by name alone, since they stand in the room: events and their fold.

A walk-in is a guest's account that nobody has come into. Its link is used once; the organiser, who sees who holds the
phone, confirms it.
"""

from collections.abc import Collection, Mapping
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from engine.events import Public, Secret


class WalkedIn(Public, frozen=True):
    """An organiser has entered somebody by name: *user* is the guest that was made for them."""

    kind = "tournament.walked_in"
    entry: int
    user: int


class WalkInClaimed(Secret, frozen=True):
    """Somebody has opened the link of a walk-in: *user*, or a browser without an account. They show the *number*."""

    kind = "tournament.walk_in_claimed"
    entry: int
    number: int
    user: int | None


class WalkInRefused(Public, frozen=True):
    """The wrong person used the link, or the right one lost access: the entry has another link."""

    kind = "tournament.walk_in_refused"
    entry: int


class WalkInConfirmed(Public, frozen=True):
    """An organiser has confirmed who it is."""

    kind = "tournament.walk_in_confirmed"
    entry: int


class WalkIn(msgspec.Struct, frozen=True):
    user: int
    links: int = 1
    """Which of its links is good: each is refused with the person who used it."""
    claim: WalkInClaimed | None = None
    confirmed: bool = False

    def standing(self, users: Collection[int]) -> Literal["open", "in", "gone"]:
        """With *users* in the entry now: its link can be used, or somebody confirmed; who was confirmed plays there;
        another does, a substitute. A ruling by which an account got the place may have been reversed: it is open."""
        account = self.claim.user if self.claim else None
        if self.confirmed and (self.user if account is None else account) in users:
            return "in"
        return "open" if self.user in users else "gone"


WalkIns: TypeAlias = Mapping[int, WalkIn]
"""By entry."""
WalkInEvent: TypeAlias = WalkedIn | WalkInClaimed | WalkInRefused | WalkInConfirmed
WALK_IN_EVENTS: tuple[type[WalkInEvent], ...] = (WalkedIn, WalkInClaimed, WalkInRefused, WalkInConfirmed)


def after(walk_ins: WalkIns, event: WalkInEvent) -> WalkIns:
    if isinstance(event, WalkedIn):
        return {**walk_ins, event.entry: WalkIn(event.user)}
    walk_in = walk_ins[event.entry]
    if isinstance(event, WalkInClaimed):
        walk_in = replace(walk_in, claim=event)
    elif isinstance(event, WalkInRefused):
        walk_in = replace(walk_in, claim=None, confirmed=False, links=walk_in.links + 1)
    else:
        walk_in = replace(walk_in, confirmed=True)
    return {**walk_ins, event.entry: walk_in}
