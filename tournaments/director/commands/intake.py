"""What a file of names would do to a tournament, line by line: bots enter, people are invited. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.director.errors import NotAllowed, Refused, RoomError, WrongStatus
from tournaments.director.exchange.rosters import Named, Roster
from tournaments.director.policy import decisions
from tournaments.director.policy.decisions import Events
from tournaments.director.state.folding import evolve
from tournaments.director.state.invitations import InvitationDeclined, Invited, SeedsOrdered
from tournaments.director.state.tournament import Tournament

Outcome: TypeAlias = Literal["enters", "invited", "entered", "waiting", "refused"]
"""A bot enters; a person is invited; who has entered, or been invited, before; what cannot be."""


class Known(Struct, frozen=True):
    """An account that a line names."""

    user: int
    is_bot: bool
    is_guest: bool


class Taken(Struct, frozen=True):
    """What becomes of a line, and why if it is refused."""

    line: int
    name: str
    outcome: Outcome
    reason: Text | None = None


class Intake(Struct, frozen=True):
    lines: tuple[Taken, ...]
    events: Events
    unread: tuple[str, ...] = ()
    """Columns that mean nothing here."""

    @property
    def refused(self) -> tuple[Taken, ...]:
        return tuple(line for line in self.lines if line.outcome == "refused")


def plan(tournament: Tournament, roster: Roster, users: Mapping[str, Known]) -> Intake:
    """What follows from *roster*; *users* are the accounts by the names that stand in it."""
    _require_announced(tournament)
    now, lines, met = tournament, list[Taken](), list[int]()
    entering: Events = ()
    for named in roster.names:
        try:
            known = _known(named, users, met)
            events = _entering(now, known)
        except RoomError as refused:
            lines.append(Taken(named.line, named.name, "refused", refused.reason))
            continue
        lines.append(Taken(named.line, named.name, _outcome(now, known)))
        entering += events
        for event in events:
            now = evolve(now, event, now.announced_at)
        met.append(known.user)
    invited = tuple(users[line.name].user for line in lines if line.outcome == "invited")
    order = tuple(met) if roster.ranked else tournament.seeding
    inviting = (Invited(invited),) if invited else ()
    ordering = (SeedsOrdered(order),) if order != tournament.seeding else ()
    return Intake(tuple(lines), (*entering, *inviting, *ordering), roster.unread)


def _known(named: Named, users: Mapping[str, Known], met: list[int]) -> Known:
    known = users.get(named.name)
    if known is None:
        raise Refused("unknown_user", _("There is no such player."))
    if known.user in met:
        raise Refused("named_twice", _("This player is named twice."))
    return known


def _entering(tournament: Tournament, known: Known) -> Events:
    """A bot enters as when the organiser enters it; a person only has to be somebody who may."""
    if known.is_bot:
        return decisions.enter(tournament, known.user, is_bot=True)
    if known.is_guest and tournament.settings.rated:
        raise NotAllowed("guests_unrated", _("Guests cannot play rated tournaments."))
    return ()


def _outcome(tournament: Tournament, known: Known) -> Outcome:
    if tournament.entry_of(known.user):
        return "entered"
    if known.is_bot:
        return "enters"
    return "waiting" if known.user in tournament.invited else "invited"


def agreed(intake: Intake) -> Events:
    """The events of *intake*; raises :class:`Refused` for the first line that cannot be."""
    for line in intake.refused:
        where: dict[str, Hole] = {"line": line.line, "name": line.name, "reason": line.reason or ""}
        raise Refused("bad_import", Text(_("Line {line}, {name}: {reason}"), where), field="text")
    return intake.events


# -- one by one


def decline(tournament: Tournament, user: int) -> Events:
    """*user* will not come; nothing if they were not asked."""
    _require_announced(tournament)
    return (InvitationDeclined(user),) if user in tournament.invited else ()


def order(tournament: Tournament, users: tuple[int, ...]) -> Events:
    """Seed *users* first, in this order; none: all by rating."""
    _require_announced(tournament)
    if len(set(users)) < len(users):
        raise Refused("named_twice", _("This player is named twice."), field="players")
    return (SeedsOrdered(users),) if users != tournament.seeding else ()


def _require_announced(tournament: Tournament) -> None:
    if tournament.status != "announced":
        raise WrongStatus("started", _("That is settled before the start."))
