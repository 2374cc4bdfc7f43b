"""Fixed teams as they come about: one names the others, who confirm. Events and their fold; all of it is public."""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from engine.events import Event, Public


class TeamNamed(Public, frozen=True):
    """These users would like to enter as one; it comes into the field when all have confirmed."""

    kind = "tournament.team_named"
    entry: int
    users: tuple[int, ...]
    confirmed: tuple[int, ...]
    """Who named the others, and bots."""
    name: str | None
    """The id of its name's text, which can be erased; ``None``: it is called by its members."""


class TeamConfirmed(Public, frozen=True):
    kind = "tournament.team_confirmed"
    entry: int
    user: int


class TeamDropped(Public, frozen=True):
    """*user* does not play in it, so that it does not come about."""

    kind = "tournament.team_dropped"
    entry: int
    user: int


class Proposal(msgspec.Struct, frozen=True):
    """A team that is not complete yet."""

    number: int
    users: tuple[int, ...]
    confirmed: tuple[int, ...]
    name: str | None

    @property
    def awaited(self) -> tuple[int, ...]:
        return tuple(user for user in self.users if user not in self.confirmed)


Proposals: TypeAlias = Mapping[int, Proposal]
TeamEvent: TypeAlias = TeamNamed | TeamConfirmed | TeamDropped


def after(proposals: Proposals, event: TeamEvent) -> Proposals:
    match event:
        case TeamNamed(entry=number):
            return {**proposals, number: Proposal(number, event.users, event.confirmed, event.name)}
        case TeamConfirmed(entry=number, user=user):
            known = proposals[number]
            return {**proposals, number: replace(known, confirmed=(*known.confirmed, user))}
        case TeamDropped(entry=number):
            return without(proposals, number)


def without(proposals: Proposals, number: int) -> Proposals:
    return {other: proposal for other, proposal in proposals.items() if other != number}


TEAM_EVENTS: tuple[type[Event], ...] = (TeamNamed, TeamConfirmed, TeamDropped)
