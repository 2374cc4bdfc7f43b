"""A club's history in words, as of any event, as its members may know it."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from accounts.models import User
from engine.events import Event
from tournaments.clubs import access, words
from tournaments.clubs.events import (
    CODEC,
    Closed,
    Joined,
    LookedIn,
    NewsPosted,
    OwnerSet,
    Removed,
    Reopened,
    Requested,
    RequestEnded,
    TrustSet,
)
from tournaments.clubs.streams import CLUBS
from tournaments.clubs.words import Category
from tournaments.log.history import happened, part
from tournaments.log.lines import Happening, History, Line, Words

__all__ = ["History", "Line", "history"]


def history(
    club_id: str,
    viewer: User,
    *,
    as_of: int | None = None,
    categories: Sequence[Category] = (),
    limit: int = 50,
    offset: int = 0,
) -> History:
    """The newest first; raises what the gate refuses *viewer*."""
    club = CLUBS.current(club_id).state
    access.check(viewer, "history", club)
    officer = club.has_duty(viewer.pk, "members")
    found = happened(CLUBS.name(club_id), CODEC)
    told = Words(
        words.told, _people, written=partial(_written, viewer=viewer.pk, officer=officer), category=words.category
    )
    return part(
        found if officer else list(_granted(found)),
        told,
        seq=club.seq,
        as_of=as_of,
        categories=categories,
        limit=limit,
        offset=offset,
    )


def _granted(found: Sequence[Happening]) -> Iterator[Happening]:
    """Without the requests that have not led into the club."""
    from_end: list[Happening] = []
    let_in: set[int] = set()
    for each in reversed(found):
        match each.event:
            case Requested(user=user) if user not in let_in:
                continue
            case RequestEnded(user=user):
                let_in.discard(user)
                continue
            case Requested(user=user):
                let_in.discard(user)
            case Joined(user=user):
                let_in.add(user)
        from_end.append(each)
    yield from reversed(from_end)


def _people(event: Event) -> Iterable[int | None]:
    return (getattr(event, "user", None),)


def _written(event: Event, *, viewer: int, officer: bool) -> str | None:
    """The text that goes with *event*, if the viewer may read it."""
    match event:
        case Requested(text=text) if officer:
            return text
        case Removed(user=user, text=text) if officer or user == viewer:
            return text
        case NewsPosted(title=title):
            return title
        case OwnerSet() | Closed() | Reopened() | LookedIn() | TrustSet():
            return event.reason
    return None
