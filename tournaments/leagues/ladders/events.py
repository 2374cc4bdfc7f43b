"""What happens on a challenge ladder. Times are epoch ms."""

from typing import Any, Literal, TypeAlias

import msgspec

from engine.codec import Codec
from engine.events import Event, Public
from tournaments.leagues.rules.deadlines import Outcome
from tournaments.leagues.rules.positions import Exchange
from tournaments.tables.events import Clock

Answer: TypeAlias = Literal["accept", "pass", "decline"]
AwayCause: TypeAlias = Literal["own", "walkovers"]
LeftCause: TypeAlias = Literal["own", "away", "club", "erased"]


class Opened(Public, frozen=True):
    """The rules of the ladder, which stay as they are."""

    kind = "ladder.opened"
    ladder: str
    club: str
    game: str
    title: str
    options: dict[str, Any]
    clock: Clock | None
    reach: int
    rule: Exchange
    seats: int
    rated: bool


class Closed(Public, frozen=True):
    kind = "ladder.closed"


class Joined(Public, frozen=True):
    """At the bottom."""

    kind = "ladder.joined"
    user: int


class Left(Public, frozen=True):
    kind = "ladder.left"
    user: int
    cause: LeftCause


class AwaySet(Public, frozen=True):
    """Away from now on, until ``until`` if that was said; not ``away``: back again."""

    kind = "ladder.away_set"
    user: int
    away: bool
    until: int | None
    cause: AwayCause


class Challenged(Public, frozen=True):
    kind = "ladder.challenged"
    challenge: str
    challenger: int
    defender: int
    others: tuple[int, ...]
    respond_by: int
    in_room: bool = False
    """Whether the challenger wants to play with real cards."""


class Answered(Public, frozen=True):
    """The defender accepts (to be played by ``play_by``), passes or declines; others who were named may decline."""

    kind = "ladder.answered"
    challenge: str
    user: int
    answer: Answer
    play_by: int | None


class TimeProposed(Public, frozen=True):
    kind = "ladder.time_proposed"
    challenge: str
    user: int
    time: int
    in_room: bool = False
    """Whether they would play with real cards then."""


class TimeDeclined(Public, frozen=True):
    kind = "ladder.time_declined"
    challenge: str
    user: int


class TimeAgreed(Public, frozen=True):
    kind = "ladder.time_agreed"
    challenge: str
    user: int
    time: int


class TableOpened(Public, frozen=True):
    kind = "ladder.table_opened"
    challenge: str
    table: str


class Standing(msgspec.Struct, frozen=True):
    """Who finished where at the table of a challenge."""

    user: int
    place: int


class Ended(Public, frozen=True):
    kind = "ladder.ended"
    challenge: str
    outcome: Outcome
    table: str | None
    places: tuple[Standing, ...]


class Ruled(Public, frozen=True):
    """An organiser decides: the order is this one now, and the challenge, if one is named, has this outcome."""

    kind = "ladder.ruled"
    order: tuple[int, ...]
    challenge: str | None
    outcome: Outcome | None
    by: int
    text: str


LADDER_EVENTS: tuple[type[Event], ...] = (
    Opened,
    Closed,
    Joined,
    Left,
    AwaySet,
    Challenged,
    Answered,
    TimeProposed,
    TimeDeclined,
    TimeAgreed,
    TableOpened,
    Ended,
    Ruled,
)
CODEC: Codec[Event] = Codec(LADDER_EVENTS)
