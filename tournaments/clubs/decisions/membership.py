"""Coming in and going out: joining, requests, leaving, removal. Pure; times are epoch ms."""

from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.clubs.choices import MOST_MEMBERS, MOST_REQUESTS, WAIT_AFTER_DECLINE, RemovalCause, Way
from tournaments.clubs.decisions.invitations import check_use, found_for
from tournaments.clubs.errors import NotAllowed, Refused, WrongStatus
from tournaments.clubs.events import (
    BanLifted,
    HandoverEnded,
    Joined,
    Left,
    Removed,
    Requested,
    RequestEnded,
)
from tournaments.clubs.state import Club

Events = tuple[Event, ...]


def join(club: Club, user: int, *, invitation: str | None = None, text: str | None = None, now: int) -> Events:
    """Come in: as the club's policy has it, or by *invitation*, which may still want an organiser's consent."""
    if user in club.members:
        return ()
    if club.founded.join == "closed":
        raise NotAllowed("joining_closed", _("This club is not accepting members at the moment."))
    if invitation is None:
        _check_policy(club)
        return _enter(club, user, "open", None)
    held = found_for(club, invitation, user)
    check_use(held, now)
    if held.approval:
        return _ask(club, user, text, held.id, now)
    return _enter(club, user, "invitation", held.id)


def _check_policy(club: Club) -> None:
    if club.founded.join == "request":
        raise NotAllowed("by_request", _("To join this club you have to ask."))
    if club.founded.join == "invitation":
        raise NotAllowed("by_invitation", _("Only those who are invited may join."))


def _enter(club: Club, user: int, way: Way, invitation: str | None) -> Events:
    if len(club.members) >= MOST_MEMBERS:
        raise WrongStatus("full", Text(_("The club has {most} members: it is full."), {"most": MOST_MEMBERS}))
    return (Joined(user, way, invitation),)


def request(club: Club, user: int, text: str | None, *, now: int) -> Events:
    """Ask to be let in; *text* is the id of what they wrote."""
    if user in club.members:
        return ()
    if club.founded.join != "request":
        raise NotAllowed("not_by_request", _("You cannot ask to join this club."))
    return _ask(club, user, text, None, now)


def _ask(club: Club, user: int, text: str | None, invitation: str | None, now: int) -> Events:
    if user in club.requests:
        return ()
    declined = club.declined.get(user)
    if declined is not None and now < declined + WAIT_AFTER_DECLINE:
        raise WrongStatus(
            "declined_lately", _("The club declined your last request. You can ask again 30 days after that.")
        )
    if len(club.requests) >= MOST_REQUESTS:
        raise WrongStatus("too_many_requests", _("Too many people are already waiting for an answer."))
    return (Requested(user, text, invitation),)


def withdraw_request(club: Club, user: int) -> Events:
    return (RequestEnded(user, "withdrawn"),) if user in club.requests else ()


def accept(club: Club, user: int, *, now: int) -> Events:
    """Let in somebody who asked. An invitation's use counts now, if it still has one."""
    if user in club.members:
        return ()
    asked = club.requests.get(user)
    if asked is None:
        raise _no_request()
    if asked.invitation is None:
        return _enter(club, user, "request", None)
    check_use(club.invitations[asked.invitation], asked.at)
    return _enter(club, user, "invitation", asked.invitation)


def decline(club: Club, user: int) -> Events:
    if user not in club.requests:
        raise _no_request()
    return (RequestEnded(user, "declined"),)


def _no_request() -> Refused:
    return Refused("no_request", _("They have not asked to join, or have withdrawn their request."))


def leave(club: Club, user: int) -> Events:
    """Who goes takes what was offered to them along."""
    return (*_without_offer(club, user), Left(user, "own"))


def remove(club: Club, user: int, cause: RemovalCause, text: str | None, ban_until: int | None, *, now: int) -> Events:
    """Put a member out, or keep somebody out who is none: then there has to be a ban."""
    if ban_until is not None and ban_until <= now:
        raise Refused("past", _("That time has already passed."), field="ban_until")
    if user not in club.members and ban_until is None:
        raise Refused("not_a_member", _("They are not a member of the club."), field="user")
    ban = club.bans.get(user)
    if user not in club.members and ban is not None and ban.until == ban_until:
        return ()
    return (*_without_offer(club, user), Removed(user, cause, text, ban_until))


def lift(club: Club, user: int) -> Events:
    return (BanLifted(user),) if user in club.bans else ()


def _without_offer(club: Club, user: int) -> Events:
    return (HandoverEnded("declined"),) if club.handover and club.handover.user == user else ()
