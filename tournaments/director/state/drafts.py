"""Rounds that are held: pairings that the organisers alone see until they publish them.

A draft is the lot of its draw, and what was arranged by hand: its pairings follow from these and from the tournament as
it is now, so that somebody who comes or leaves meanwhile is in them, or out of them.
"""

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from engine.events import Public, Secret
from tournaments.director.state.acts import ReasonCode, SetPairing


class RoundDrafted(Secret, frozen=True):
    """An organiser had the next round drawn, and has seen it; again: the draft before counts no more."""

    kind = "tournament.round_drafted"
    round: int
    seed: str
    by: int


class DraftSeen(Public, frozen=True):
    """Another organiser has seen it."""

    kind = "tournament.draft_seen"
    round: int
    by: int


class DraftArranged(Secret, frozen=True):
    """An organiser has paired it by hand. ``text`` is the id of what they wrote about it."""

    kind = "tournament.draft_arranged"
    round: int
    act: SetPairing
    reason: ReasonCode
    text: str | None
    by: int


DraftEvent: TypeAlias = RoundDrafted | DraftSeen | DraftArranged
DRAFT_EVENTS: tuple[type[DraftEvent], ...] = (RoundDrafted, DraftSeen, DraftArranged)


class Draft(msgspec.Struct, frozen=True):
    round: int
    seed: str
    seen: tuple[int, ...]
    """The organisers who have seen it, by user."""
    arranged: tuple[DraftArranged, ...] = ()
    published: bool = False


def after(drafts: tuple[Draft, ...], event: DraftEvent) -> tuple[Draft, ...]:
    if isinstance(event, RoundDrafted):
        return (*drafts, Draft(event.round, event.seed, (event.by,)))
    last = drafts[-1]
    if isinstance(event, DraftSeen):
        return (*drafts[:-1], replace(last, seen=(*last.seen, event.by)))
    return (*drafts[:-1], replace(last, arranged=(*last.arranged, event)))


def published(drafts: tuple[Draft, ...], number: int) -> tuple[Draft, ...]:
    """*drafts* once round *number* has been paired."""
    return tuple(replace(each, published=True) if each.round >= number else each for each in drafts)
