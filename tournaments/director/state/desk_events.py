"""What the organiser decides and says while a tournament is played. All of it is public."""

import msgspec

from engine.events import Event, Public
from tournaments.director.state.acts import Act, ReasonCode


class Cited(msgspec.Struct, frozen=True):
    """An event that a ruling is about."""

    stream: str
    seq: int


class Ruled(Public, frozen=True):
    """The organiser, or staff, decided something: rulings are numbered from 1. ``text`` is the id of what they wrote
    about it, which is kept apart and can be erased."""

    kind = "tournament.ruled"
    version = 2  # a result that is set may tell the game's points
    ruling: int
    act: Act
    reason: ReasonCode
    text: str | None
    cites: Cited | None = None


class RulingReversed(Public, frozen=True):
    """This ruling counts no more: everything is as it would be without it, but rounds that were paired meanwhile."""

    kind = "tournament.ruling_reversed"
    ruling: int
    reason: ReasonCode
    text: str | None


class MessageSent(Public, frozen=True):
    """Words to all entrants, or to those entries alone: the id of a text that can be erased, and who wrote it."""

    kind = "tournament.message_sent"
    text: str
    by: int | None = None
    to: tuple[int, ...] = ()


class MessageWithdrawn(Public, frozen=True):
    """They are taken back: nobody is shown them any more."""

    kind = "tournament.message_withdrawn"
    text: str


class OrganiserCalled(Public, frozen=True):
    """A player of this match asks the organisers to come to it."""

    kind = "tournament.organiser_called"
    match: str
    by: int


class CallAnswered(Public, frozen=True):
    """One of them has seen to it."""

    kind = "tournament.call_answered"
    match: str


class Unrated(Public, frozen=True):
    """The whole tournament is out of the site's ratings, for good: what was played of it, and what will be. Pools of
    its club and of seasons stay as they are."""

    kind = "tournament.unrated"


DESK_EVENTS: tuple[type[Event], ...] = (
    Ruled,
    RulingReversed,
    MessageSent,
    MessageWithdrawn,
    OrganiserCalled,
    CallAnswered,
    Unrated,
)
