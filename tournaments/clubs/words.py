"""A club's events in words. Pure: names are given, what people wrote comes beside it."""

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import UNSET

from engine.events import Event
from engine.text import Hole, Text
from engine.text import gettext_noop as _
from tournaments.clubs import events as e
from tournaments.clubs.choices import ROLES, Duty
from tournaments.log.lines import Name

Category: TypeAlias = Literal["members", "club", "news"]

DUTIES: Final[Mapping[Duty, str]] = {
    "events": _("events"),
    "members": _("members"),
    "ladders": _("ladders"),
    "texts": _("texts"),
}
FACTS: Final[Mapping[str, str]] = {
    "slug": _("address"),
    "name": _("name"),
    "language": _("language"),
    "zone": _("time zone"),
    "visibility": _("visibility"),
    "join": _("who may join"),
    "palette": _("colours"),
    "emblem": _("emblem"),
    "description": _("description"),
    "room_rated": _("ratings of tables with real cards"),
}
_WAYS: Final = {
    "open": _("{name} joined."),
    "request": _("{by} admitted {name}."),
    "invitation": _("{name} joined by an invitation."),
    "staff": _("{by} added {name} to the club."),
}
_ENDED: Final = {
    "withdrawn": _("{name} withdrew their request."),
    "declined": _("{by} declined {name}’s request."),
    "lapsed": _("{name}’s request lapsed."),
}
_HANDOVERS: Final = {
    "accepted": _("{by} accepted the club."),
    "declined": _("The club was not accepted."),
    "withdrawn": _("{by} withdrew the offer of the club."),
    "expired": _("The offer of the club expired."),
}
_LOSSES: Final = {
    "erased": _("The owner closed their account and left the club without an owner."),
    "suspended": _("The owner’s account was closed, which left the club without an owner."),
    "absent": _("The owner did not come back, which left the club without an owner."),
}
_RULES: Final = {
    "handover": _("{name} became owner."),
    "seniority": _("{name}, the longest-serving organiser, became owner."),
    "claim": _("{name} claimed the club and became owner."),
    "staff": _("{by} made {name} owner."),
}
_CLOSED: Final = {
    "owner": _("The club closed at its owner’s request."),
    "ownerless": _("The club closed: nobody claimed it."),
    "staff": _("{by} closed the club."),
}
_PLAIN: Final[Mapping[type[Event], str]] = {
    e.Founded: _("{by} founded the club."),
    e.NewsPosted: _("{by} posted news."),
    e.NewsWithdrawn: _("{by} removed a news item."),
    e.Requested: _("{name} asked to join."),
    e.BanLifted: _("{by} lifted the ban of {name}."),
    e.HandoverOffered: _("{by} offered the club to {name}."),
    e.OwnerCalled: _("{by} reported that the owner has been away for a long time."),
    e.OwnerAnswered: _("The owner came back."),
    e.OwnershipClaimed: _("{name} claimed the club."),
    e.ClosingSet: _("{by} scheduled the club to close."),
    e.ClosingWithdrawn: _("{by} keeps the club open."),
    e.Reopened: _("{by} opened the club again."),
    e.LookedIn: _("{name}, of the service’s staff, looked in."),
}
_CATEGORIES: Final[Mapping[type[Event], Category]] = {
    e.NewsPosted: "news",
    e.NewsWithdrawn: "news",
    e.Founded: "club",
    e.Edited: "club",
    e.ClosingSet: "club",
    e.ClosingWithdrawn: "club",
    e.Closed: "club",
    e.Reopened: "club",
    e.LookedIn: "club",
    e.TrustSet: "club",
}


def category(event: Event) -> Category:
    return _CATEGORIES.get(type(event), "members")


def told(event: Event, by: int | None, name: Name) -> Text:
    """*event* in a sentence; *by* is who did it, *name* says what somebody is called."""
    args: dict[str, Hole] = {"by": name(by)}
    user = getattr(event, "user", None)
    if user is not None:
        args["name"] = name(user)
    message, more = _message(event, by)
    return Text(message, args | more)


def _message(event: Event, by: int | None) -> tuple[str, dict[str, Any]]:
    match event:
        case e.Edited():
            return _("{by} changed: {what}."), {"what": _listed([FACTS[name] for name in changed(event)])}
        case e.Invited(user=None):
            return _("{by} created an invitation link."), {}
        case e.Invited():
            return _("{by} invited {name}."), {}
        case e.InvitationEnded(outcome="revoked"):
            return _("{by} revoked an invitation."), {}
        case e.InvitationEnded():
            return _("{by} declined an invitation."), {}
        case e.TrustSet(trusted=True):
            return _("{by}, of the service’s staff, trusts the club with the site’s ratings."), {}
        case e.TrustSet():
            return _("{by}, of the service’s staff, no longer trusts the club with the site’s ratings."), {}
        case e.Left(user=user):
            return (_("{name} left.") if by == user else _("{name} closed their account.")), {}
        case e.Removed(ban_until=None):
            return _("{by} removed {name}."), {}
        case e.Removed():
            return _("{by} removed and banned {name}."), {}
        case e.RoleSet(role=role, duties=duties):
            return ROLES[role].became, {"what": _listed([DUTIES[duty] for duty in duties])} if duties else {}
    return _by_outcome(event), {}


def _by_outcome(event: Event) -> str:
    match event:
        case e.Joined(way=way):
            return _WAYS[way]
        case e.RequestEnded(outcome=outcome):
            return _ENDED[outcome]
        case e.HandoverEnded(outcome=ended):
            return _HANDOVERS[ended]
        case e.OwnerLost(cause=lost):
            return _LOSSES[lost]
        case e.OwnerSet(rule=rule):
            return _RULES[rule]
        case e.Closed(cause=closed):
            return _CLOSED[closed]
    return _PLAIN[type(event)]


def changed(event: e.Edited) -> list[str]:
    """The facts that it changed."""
    return [name for name, value in msgspec.structs.asdict(event).items() if value is not UNSET]


def _listed(words: list[str]) -> Text:
    """ "a, b, c", each translated where it is shown."""
    holes: dict[str, Hole] = {f"word{at}": Text(word) for at, word in enumerate(words)}
    return Text(", ".join(f"{{{name}}}" for name in holes), holes)
