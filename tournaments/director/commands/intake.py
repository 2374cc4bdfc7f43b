"""What a file of names would do to a tournament, line by line: bots enter, people are invited. Pure."""

from collections.abc import Container, Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.director.commands.asking import NOT_ASKED
from tournaments.director.errors import NotAllowed, Refused, RoomError, WrongStatus
from tournaments.director.exchange.rosters import Named, Roster
from tournaments.director.policy import apart, decisions
from tournaments.director.policy.decisions import Events
from tournaments.director.state.events import Edited
from tournaments.director.state.folding import evolve
from tournaments.director.state.invitations import InvitationDeclined, Invited, SeedsOrdered
from tournaments.director.state.tournament import Tournament
from tournaments.pairing.registry import FORMATS

Outcome: TypeAlias = Literal["enters", "invited", "entered", "waiting", "refused"]
"""A bot enters; a person is invited; who has entered, or been invited, before; what cannot be."""


class Known(Struct, frozen=True):
    """An account that a line names."""

    user: int
    is_bot: bool
    is_guest: bool
    is_closed: bool = False
    """Whether the person who imports may not ask them."""


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
    """Columns, or a report's records, that mean nothing here."""
    apart: int = 0
    """Groups of a report of whom no two meet from now on."""
    accelerated: bool = False
    """Whether the first rounds are accelerated from now on, as in the report."""

    @property
    def invited(self) -> int:
        """How many people are asked now."""
        return sum(line.outcome == "invited" for line in self.lines)

    @property
    def refused(self) -> tuple[Taken, ...]:
        return tuple(line for line in self.lines if line.outcome == "refused")


def plan(tournament: Tournament, roster: Roster, users: Mapping[str, Known]) -> Intake:
    """What follows from *roster*; *users* are the accounts by the names that stand in it."""
    _require_announced(tournament)
    now, lines, met = tournament, list[Taken](), dict[int, None]()
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
        met[known.user] = None
    invited = tuple(users[line.name].user for line in lines if line.outcome == "invited")
    order = tuple(met) if roster.ranked else tournament.seeding
    inviting = (Invited(invited),) if invited else ()
    ordering = (SeedsOrdered(order),) if order != tournament.seeding else ()
    groups = _apart(roster, [line for line in lines if line.outcome != "refused"], users)
    keeping = apart.keep_apart(now, [*now.forbidden, *groups], now.mates) if groups else ()
    faster = _accelerated(tournament) if roster.accelerated else ()
    events = (*entering, *inviting, *ordering, *keeping, *faster)
    return Intake(tuple(lines), events, roster.unread, len(groups), bool(faster))


def _apart(roster: Roster, lines: Sequence[Taken], users: Mapping[str, Known]) -> list[list[int]]:
    """The groups of a report of whom no two meet, as far as they are known here."""
    taken = {line.name for line in lines}
    groups = ([users[name].user for name in group if name in taken] for group in roster.apart)
    return [group for group in groups if len(group) > 1]


def _accelerated(tournament: Tournament) -> Events:
    """Paired as the report was, where rounds are drawn so that everybody may meet somebody new."""
    settings = tournament.settings
    if settings.acceleration == "baku" or FORMATS[settings.format].most_rounds(2) is None:
        return ()
    return (Edited(replace(settings, acceleration="baku")),)


def _known(named: Named, users: Mapping[str, Known], met: Container[int]) -> Known:
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
    if known.is_closed and not (tournament.entry_of(known.user) or known.user in tournament.invited):
        raise NotAllowed("not_invitable", NOT_ASKED)
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
        raise WrongStatus("started", _("That can only be changed before the start."))
