"""Who holds which office: roles, handing over, a club without an owner. Pure; times are epoch ms."""

from collections.abc import Mapping, Sequence

from engine.events import Event
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.clubs.choices import (
    AWAY,
    CLAIMANT_STANDING,
    CLAIMS_LAST,
    DUTIES,
    HANDOVER_LASTS,
    HEIR_STANDING,
    MOST_ORGANISERS,
    NOTICE_TO_OWNER,
    ROLES,
    Duty,
    LossCause,
    role_with,
)
from tournaments.clubs.errors import NotAllowed, Refused, WrongStatus
from tournaments.clubs.events import (
    HandoverEnded,
    HandoverOffered,
    Left,
    OwnerAnswered,
    OwnerCalled,
    OwnerLost,
    OwnerSet,
    OwnershipClaimed,
    RoleSet,
)
from tournaments.clubs.state import Club, Member

Events = tuple[Event, ...]


def set_role(club: Club, user: int, *, duties: Sequence[Duty]) -> Events:
    """Give a member these *duties* and no others, and with them the role that holds them."""
    member = _member(club, user)
    named = tuple(duty for duty in DUTIES if duty in duties)
    role = role_with(named)
    if ROLES[member.role].has_all or (member.role, member.duties) == (role, named):
        return ()
    if role == "organiser" != member.role and len(club.organisers) >= MOST_ORGANISERS:
        reason = Text(_("A club can have at most {most} organisers."), {"most": MOST_ORGANISERS})
        raise WrongStatus("too_many_organisers", reason)
    return (RoleSet(user, role, named),)


def _member(club: Club, user: int) -> Member:
    if user not in club.members:
        raise Refused("not_a_member", _("They are not a member of the club."), field="user")
    return club.members[user]


# -- handing over


def offer(club: Club, user: int, *, now: int) -> Events:
    """Ask a member of seven days to be the owner."""
    heir = _member(club, user)
    if club.handover is not None:
        if club.handover.user == user:
            return ()
        raise WrongStatus(
            "already_offered", _("The club has already been offered to somebody: withdraw that offer first.")
        )
    if heir.role == "owner":
        raise Refused("is_owner", _("They are the owner."), field="user")
    if now - heir.since < HEIR_STANDING:
        raise Refused("too_new", _("They must have been a member for seven days."), field="user")
    return (HandoverOffered(user, now + HANDOVER_LASTS),)


def withdraw_offer(club: Club) -> Events:
    return (HandoverEnded("withdrawn"),) if club.handover else ()


def answer(club: Club, user: int, *, accepts: bool, now: int) -> Events:
    """What the one says to whom the club is offered."""
    if club.handover is None or club.handover.user != user:
        raise NotAllowed("not_offered", _("The club is not offered to you."))
    if now >= club.handover.expires_at:
        raise WrongStatus("expired", _("The offer has expired."))
    if not accepts:
        return (HandoverEnded("declined"),)
    return (HandoverEnded("accepted"), OwnerSet(user, "handover"))


def set_owner(club: Club, user: int, reason: str) -> Events:
    """Staff hand a club over at once; *reason* is the text's id."""
    if _member(club, user).role == "owner":
        return ()
    ended = (HandoverEnded("withdrawn"),) if club.handover else ()
    return (*ended, OwnerSet(user, "staff", reason))


# -- without an owner


def lose_owner(club: Club, cause: LossCause) -> Events:
    """The owner is gone: the organiser of longest standing follows at once, if there is one."""
    if club.owner is None:
        return ()
    heirs = club.organisers
    follows = (OwnerSet(heirs[0].user, "seniority"),) if heirs else ()
    gone = (Left(club.owner, "erased"),) if cause == "erased" else ()
    return (OwnerLost(cause), *follows, *gone)


def call_owner(club: Club, *, seen_at: int, now: int) -> Events:
    """An organiser finds that the owner has been away for half a year, *seen_at* last."""
    if club.owner is None:
        raise WrongStatus("ownerless", _("The club has no owner."))
    if club.called is not None:
        return ()
    if now - seen_at < AWAY:
        raise WrongStatus("not_away", _("The owner was here within the last 180 days."))
    return (OwnerCalled(now + NOTICE_TO_OWNER),)


def answer_call(club: Club) -> Events:
    return (OwnerAnswered(),) if club.called is not None else ()


def claim(club: Club, user: int, *, sat_lately: bool, now: int) -> Events:
    """Ask to be the owner of a club without one. *sat_lately*: at one of its tables in the last 90 days."""
    member = _member(club, user)
    if club.owner is not None:
        raise WrongStatus("has_owner", _("The club has an owner."))
    if user in club.claims:
        return ()
    if now - member.since < CLAIMANT_STANDING or not sat_lately:
        reason = _(
            "Only members for at least 30 days who sat at one of the club’s tables in the last 90 days can do that."
        )
        raise NotAllowed("may_not_claim", reason)
    if club.claims and now >= first_claim(club) + CLAIMS_LAST:
        raise WrongStatus("too_late", _("Claims were open for seven days after the first."))
    return (OwnershipClaimed(user),)


def first_claim(club: Club) -> int:
    """When the first of the claims that are left was made."""
    return min(club.claims.values())


def settled_claim(club: Club, tables: Mapping[int, int]) -> Events:
    """Who claimed and sat at most *tables* of the club in the last 365 days; then who joined first; then the lower id.

    >>> from tournaments.clubs.state import Club, Member
    >>> members = {user: Member(user, since, "member", since, "open") for user, since in ((1, 20), (2, 10), (3, 10))}
    >>> settled_claim(Club("c", members=members, claims={1: 30, 2: 40, 3: 50}), {1: 4, 2: 5, 3: 5})
    (OwnerSet(user=2, rule='claim', reason=None),)
    """
    winner = min(club.claims, key=lambda user: (-tables.get(user, 0), club.members[user].since, user))
    return (OwnerSet(winner, "claim"),)
