"""Who is asked to enter, the order in which entries are seeded, who is kept apart: events and their fold. Pure."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from engine.events import Event, Public
from tournaments.director.state.substitutes import Substitutes
from tournaments.director.state.teams import Proposals


class Invited(Public, frozen=True):
    """The organiser has asked these users to enter: nobody is entered by others."""

    kind = "tournament.invited"
    users: tuple[int, ...]


class InvitationDeclined(Public, frozen=True):
    kind = "tournament.invitation_declined"
    user: int


class SeedsOrdered(Public, frozen=True):
    """At the start the entries of these users are the first seeds, in this order; all others follow by rating."""

    kind = "tournament.seeds_ordered"
    users: tuple[int, ...]


class KeptApart(Public, frozen=True):
    """From the next round on: users of whom no two meet, and such of whom no two should meet in the first rounds."""

    kind = "tournament.kept_apart"
    forbidden: tuple[tuple[int, ...], ...]
    mates: tuple[tuple[int, ...], ...]


class Expected(Struct, frozen=True):
    """Who is to come: a part of a tournament."""

    invited: tuple[int, ...] = ()
    """Users who are asked to enter."""
    seeding: tuple[int, ...] = ()
    """Users who become the first seeds, in this order."""
    starters: int = 0
    """How many seeds there were at the start; those behind them came late."""
    forbidden: tuple[tuple[int, ...], ...] = ()
    """Users of whom no two meet."""
    mates: tuple[tuple[int, ...], ...] = ()
    """Users of whom no two should meet in the first rounds."""
    proposals: Proposals = {}
    """Teams that not all of their members have confirmed, by the number that they would have."""
    substitutes: Substitutes = {}
    last_team: int = 0
    """The last number that was given to one: none is given twice."""


E = TypeVar("E", bound=Expected)


def _kept_apart(tournament: E, event: KeptApart, _at: int) -> E:
    return replace(tournament, forbidden=event.forbidden, mates=event.mates)


def _invited(tournament: E, event: Invited, _at: int) -> E:
    new = (user for user in event.users if user not in tournament.invited)
    return replace(tournament, invited=(*tournament.invited, *new))


def _declined(tournament: E, event: InvitationDeclined, _at: int) -> E:
    return replace(tournament, invited=tuple(user for user in tournament.invited if user != event.user))


def _ordered(tournament: E, event: SeedsOrdered, _at: int) -> E:
    return replace(tournament, seeding=event.users)


INVITATION_EVENTS: tuple[type[Event], ...] = (Invited, InvitationDeclined, SeedsOrdered, KeptApart)
EVOLVE: dict[type[Event], Callable[[Any, Any, int], Any]] = {
    Invited: _invited,
    InvitationDeclined: _declined,
    SeedsOrdered: _ordered,
    KeptApart: _kept_apart,
}
