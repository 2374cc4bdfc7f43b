"""The fold: what each event of a club changes. Pure."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from engine.events import Event
from tournaments.clubs import events as e
from tournaments.clubs.choices import DUTIES, ROLES, Role
from tournaments.clubs.state import (
    Ban,
    Closure,
    Club,
    Handover,
    Invitation,
    Loss,
    Member,
    News,
    Note,
    Request,
)

K = TypeVar("K")
V = TypeVar("V")


def advance(club: Club, events: Iterable[Event], *, at: int) -> Club:
    """*club* after *events*, recorded at *at* (epoch ms)."""
    for event in events:
        club = _FOLD[type(event)](club, event, at)
        club = replace(club, seq=club.seq + 1, at=at)
    return club


def fold(club_id: str, events: Iterable[tuple[Event, int]]) -> Club:
    """The club that *events* with their times (epoch ms) come to."""
    club = Club(club_id)
    for event, at in events:
        club = advance(club, (event,), at=at)
    return club


def _without(rows: Mapping[K, V], key: K) -> dict[K, V]:
    return {each: row for each, row in rows.items() if each != key}


def _founded(club: Club, event: e.Founded, at: int) -> Club:
    owner = Member(event.owner, at, "owner", at, "open")
    return replace(
        club, facts=event, founded_at=at, slugs=(event.slug,), owner=event.owner, members={event.owner: owner}
    )


def _edited(club: Club, event: e.Edited, at: int) -> Club:
    changed = {name: value for name, value in msgspec.structs.asdict(event).items() if value is not UNSET}
    slugs = club.slugs
    if event.slug is not UNSET:
        slugs = (*(slug for slug in slugs if slug != event.slug), str(event.slug))
    return replace(club, facts=replace(club.founded, **changed), slugs=slugs)


def _news_posted(club: Club, event: e.NewsPosted, at: int) -> Club:
    return replace(club, news=(News(event.news, event.title, event.text, at), *club.news))


def _news_withdrawn(club: Club, event: e.NewsWithdrawn, at: int) -> Club:
    return replace(club, news=tuple(news for news in club.news if news.id != event.news))


def _requested(club: Club, event: e.Requested, at: int) -> Club:
    request = Request(event.user, at, event.text, event.invitation)
    return replace(club, requests={**club.requests, event.user: request})


def _request_ended(club: Club, event: e.RequestEnded, at: int) -> Club:
    declined = {**club.declined, event.user: at} if event.outcome == "declined" else club.declined
    return replace(club, requests=_without(club.requests, event.user), declined=declined)


def _invited(club: Club, event: e.Invited, at: int) -> Club:
    made = Invitation(event.invitation, event.user, at, event.expires_at, event.uses, event.approval, club.seq + 1)
    return replace(club, invitations={**club.invitations, made.id: made})


def _invitation_ended(club: Club, event: e.InvitationEnded, at: int) -> Club:
    ended = replace(club.invitations[event.invitation], ended=True)
    return replace(club, invitations={**club.invitations, ended.id: ended})


def _joined(club: Club, event: e.Joined, at: int) -> Club:
    member = Member(event.user, at, "member", at, event.way)
    invitations = club.invitations
    if event.invitation is not None and (by := invitations.get(event.invitation)) is not None:
        invitations = {**invitations, by.id: replace(by, used=by.used + 1)}
    return replace(
        club,
        members={**club.members, event.user: member},
        requests=_without(club.requests, event.user),
        declined=_without(club.declined, event.user),
        bans=_without(club.bans, event.user),
        invitations=invitations,
    )


def _gone(club: Club, user: int) -> Club:
    """Rights end with membership, and so does what was offered or claimed."""
    handover = club.handover if club.handover and club.handover.user != user else None
    owner = None if club.owner == user else club.owner
    members, claims = _without(club.members, user), _without(club.claims, user)
    return replace(club, members=members, claims=claims, handover=handover, owner=owner)


def _left(club: Club, event: e.Left, at: int) -> Club:
    return _gone(club, event.user)


def _removed(club: Club, event: e.Removed, at: int) -> Club:
    put_out = club.put_out | {event.user} if event.user in club.members else club.put_out
    club = replace(_gone(club, event.user), requests=_without(club.requests, event.user), put_out=put_out)
    if event.ban_until is not None:
        club = replace(club, bans={**club.bans, event.user: Ban(event.user, at, event.ban_until)})
    if event.text is not None:
        club = replace(club, notes={**club.notes, event.user: Note(event.text, club.seq + 1)})
    return club


def _ban_lifted(club: Club, event: e.BanLifted, at: int) -> Club:
    return replace(club, bans=_without(club.bans, event.user))


def _role_set(club: Club, event: e.RoleSet, at: int) -> Club:
    return _with_role(club, event.user, event.role, at, duties=event.duties)


def _with_role(club: Club, user: int, role: Role, at: int, duties: tuple[Any, ...] = ()) -> Club:
    member = club.members[user]
    since = member.role_since if member.role == role else at
    changed = replace(member, role=role, role_since=since, duties=duties if ROLES[role].duties else ())
    return replace(club, members={**club.members, user: changed})


def _handover_offered(club: Club, event: e.HandoverOffered, at: int) -> Club:
    return replace(club, handover=Handover(event.user, event.expires_at))


def _handover_ended(club: Club, event: e.HandoverEnded, at: int) -> Club:
    return replace(club, handover=None)


def _owner_called(club: Club, event: e.OwnerCalled, at: int) -> Club:
    return replace(club, called=event.due)


def _owner_answered(club: Club, event: e.OwnerAnswered, at: int) -> Club:
    return replace(club, called=None)


def _owner_lost(club: Club, event: e.OwnerLost, at: int) -> Club:
    if club.owner is not None:
        club = _with_role(club, club.owner, "member", at)
    return replace(club, owner=None, lost=Loss(event.cause, at), claims={}, handover=None, called=None, closing_at=None)


def _ownership_claimed(club: Club, event: e.OwnershipClaimed, at: int) -> Club:
    return replace(club, claims={**club.claims, event.user: at})


def _owner_set(club: Club, event: e.OwnerSet, at: int) -> Club:
    """The former owner stays as organiser for everything."""
    if club.owner is not None and club.owner != event.user:
        club = _with_role(club, club.owner, "organiser", at, duties=DUTIES)
    club = _with_role(club, event.user, "owner", at)
    return replace(club, owner=event.user, lost=None, claims={}, handover=None, called=None)


def _closing_set(club: Club, event: e.ClosingSet, at: int) -> Club:
    return replace(club, closing_at=event.at)


def _closing_withdrawn(club: Club, event: e.ClosingWithdrawn, at: int) -> Club:
    return replace(club, closing_at=None)


def _closed(club: Club, event: e.Closed, at: int) -> Club:
    return replace(club, closing_at=None, closed=Closure(event.cause, at), handover=None, called=None, claims={})


def _reopened(club: Club, event: e.Reopened, at: int) -> Club:
    """One without an owner may be claimed again, for as long as after the loss."""
    lost = replace(club.lost, at=at) if club.lost else None
    return replace(club, closed=None, lost=lost)


def _looked_in(club: Club, event: e.LookedIn, at: int) -> Club:
    return replace(club, looks={**club.looks, event.user: at})


def _trust_set(club: Club, event: e.TrustSet, at: int) -> Club:
    return replace(club, trusted=event.trusted)


_FOLD: dict[type[Event], Callable[[Club, Any, int], Club]] = {
    e.Founded: _founded,
    e.Edited: _edited,
    e.NewsPosted: _news_posted,
    e.NewsWithdrawn: _news_withdrawn,
    e.Requested: _requested,
    e.RequestEnded: _request_ended,
    e.Invited: _invited,
    e.InvitationEnded: _invitation_ended,
    e.Joined: _joined,
    e.Left: _left,
    e.Removed: _removed,
    e.BanLifted: _ban_lifted,
    e.RoleSet: _role_set,
    e.HandoverOffered: _handover_offered,
    e.HandoverEnded: _handover_ended,
    e.OwnerCalled: _owner_called,
    e.OwnerAnswered: _owner_answered,
    e.OwnerLost: _owner_lost,
    e.OwnershipClaimed: _ownership_claimed,
    e.OwnerSet: _owner_set,
    e.ClosingSet: _closing_set,
    e.ClosingWithdrawn: _closing_withdrawn,
    e.Closed: _closed,
    e.Reopened: _reopened,
    e.LookedIn: _looked_in,
    e.TrustSet: _trust_set,
}
