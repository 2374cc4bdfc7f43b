"""A club's history in words, as of any event, as its members may know it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from accounts import selectors as accounts
from accounts.models import User
from engine.events import Event
from engine.text import Hole, Text
from tournaments.clubs import access, words, written
from tournaments.clubs.events import (
    CODEC,
    Closed,
    NewsPosted,
    OwnerSet,
    Removed,
    Reopened,
    Requested,
    RequestEnded,
)
from tournaments.clubs.streams import CLUBS
from tournaments.clubs.words import Category
from tournaments.log import selectors as log

FORMER = "…"
"""For an account that is gone without a trace."""


class Line(Struct, frozen=True):
    """One event: ``quote`` is what somebody wrote, empty if there is nothing, or the reader may not know it."""

    seq: int
    at: int
    kind: str
    category: Category
    by: int | None
    text: Text
    quote: str


class History(Struct, frozen=True):
    lines: tuple[Line, ...]
    total: int
    """Lines that there are for this viewer in all."""
    seq: int
    """The club's last event."""


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
    happened = [
        each
        for each in _happened(club_id, officer)
        if (as_of is None or each[0] <= as_of) and (not categories or words.category(each[3]) in categories)
    ]
    happened.reverse()
    return History(_lines(happened[offset : offset + limit], viewer.pk, officer), len(happened), club.seq)


Happening = tuple[int, int, int | None, Event]


def _happened(club_id: str, officer: bool) -> list[Happening]:
    """Every event as (seq, at, actor, event), but for requests that came to nothing: these are for *officer*s."""
    found = [
        (each.seq, each.recorded_at, each.actor, CODEC.decode(each.kind, each.version, each.payload))
        for each in log.load(CLUBS.name(club_id))
    ]
    return found if officer else list(_granted(found))


def _granted(found: list[Happening]) -> Iterator[Happening]:
    """Without the requests that have not led into the club."""
    from_end: list[Happening] = []
    let_in: set[int] = set()
    for each in reversed(found):
        match each[3]:
            case Requested(user=user) if user not in let_in:
                continue
            case RequestEnded(user=user):
                let_in.discard(user)
                continue
            case Requested(user=user):
                let_in.discard(user)
        if getattr(each[3], "kind", "") == "club.joined":
            let_in.add(each[3].user)  # type: ignore[attr-defined]
        from_end.append(each)
    yield from reversed(from_end)


def _lines(happened: Sequence[Happening], viewer: int, officer: bool) -> tuple[Line, ...]:
    users = {user for _seq, _at, by, event in happened for user in (by, getattr(event, "user", None)) if user}
    called = accounts.called(users)

    def name(user: int | None) -> Hole:
        if user is None:
            return words.NOBODY
        return called[user].name if user in called else FORMER

    bodies = written.read(_written(event, viewer, officer) for *_rest, event in happened)
    return tuple(
        Line(
            seq,
            at,
            event.kind,
            words.category(event),
            by,
            words.told(event, by, name),
            bodies.get(_written(event, viewer, officer) or "", ""),
        )
        for seq, at, by, event in happened
    )


def _written(event: Event, viewer: int, officer: bool) -> str | None:
    """The text that goes with *event*, if the viewer may read it."""
    match event:
        case Requested(text=text) if officer:
            return text
        case Removed(user=user, text=text) if officer or user == viewer:
            return text
        case NewsPosted(title=title):
            return title
        case OwnerSet(reason=reason) | Closed(reason=reason) | Reopened(reason=reason):
            return reason
    return None
