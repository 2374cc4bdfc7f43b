"""What time brings: requests and offers lapse, clubs close, claims are settled. Pure; times are epoch ms."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.clubs.choices import (
    CLAIMS_LAST,
    CLOSING_WAIT,
    NOTICE_TO_OWNER,
    OWNERLESS_LASTS,
    REOPENING,
    REQUEST_LASTS,
)
from tournaments.clubs.decisions.offices import first_claim, lose_owner, settled_claim
from tournaments.clubs.errors import NotAllowed, WrongStatus
from tournaments.clubs.events import (
    Closed,
    ClosingSet,
    ClosingWithdrawn,
    HandoverEnded,
    OwnerAnswered,
    Reopened,
    RequestEnded,
)
from tournaments.clubs.state import Club

Events = tuple[Event, ...]


class Outside(Struct, frozen=True):
    """What a club does not know of itself: whether the owner's account is shut, when they were seen last, and at how
    many club tables of the last 365 days each of those sat who claim the club."""

    owner_is_shut_out: bool = False
    owner_seen_at: int = 0
    tables: Mapping[int, int] = {}


def close(club: Club, *, now: int) -> Events:
    """As the owner wishes: in seven days."""
    return (ClosingSet(now + CLOSING_WAIT),) if club.closing_at is None else ()


def keep_open(club: Club) -> Events:
    return (ClosingWithdrawn(),) if club.closing_at is not None else ()


def shut(reason: str) -> Events:
    """As staff decide: at once; *reason* is the text's id."""
    return (Closed("staff", reason),)


def reopen(club: Club, *, by_staff: bool, reason: str | None, now: int) -> Events:
    """Within 30 days; what staff closed only they open, and a club without an owner has nobody else."""
    if club.closed is None:
        return ()
    if now >= club.closed.at + REOPENING:
        raise WrongStatus("too_late", _("A club can be opened again within 30 days of its closing."))
    if club.closed.cause != "owner" and not by_staff:
        raise NotAllowed("not_staff", _("Only the service’s staff may do that."))
    return (Reopened(reason),)


def due(club: Club, *, outside: Outside, now: int) -> Events:
    """All that has come by *now*."""
    return () if club.closed is not None else tuple(_due(club, outside, now))


def _due(club: Club, outside: Outside, now: int) -> Iterator[Event]:
    for request in club.requests.values():
        if now >= request.at + REQUEST_LASTS:
            yield RequestEnded(request.user, "lapsed")
    if club.closing_at is not None and now >= club.closing_at:
        yield Closed("owner")
        return
    lost = tuple(_owner_due(club, outside, now))
    if club.handover is not None and now >= club.handover.expires_at and not lost:
        yield HandoverEnded("expired")
    yield from lost
    if club.lost is not None:
        yield from _ownerless(club, outside, now)


def _owner_due(club: Club, outside: Outside, now: int) -> Iterator[Event]:
    if club.owner is not None and outside.owner_is_shut_out:
        yield from lose_owner(club, "suspended")
    elif club.called is not None and now >= club.called:
        came = outside.owner_seen_at > club.called - NOTICE_TO_OWNER
        yield from (OwnerAnswered(),) if came else lose_owner(club, "absent")


def _ownerless(club: Club, outside: Outside, now: int) -> Events:
    if club.lost is None:
        return ()
    if club.claims:
        return settled_claim(club, outside.tables) if now >= first_claim(club) + CLAIMS_LAST else ()
    return (Closed("ownerless"),) if now >= club.lost.at + OWNERLESS_LASTS else ()
