"""What happens in a season. Times are epoch ms, dates the club's own."""

from datetime import date
from typing import Literal, TypeAlias

import msgspec

from engine.codec import Codec
from engine.events import Event, Public
from tournaments.leagues.rules.divisions import Division
from tournaments.leagues.rules.points import Scale, Unit

TitleKind: TypeAlias = Literal["season", "division"]


class Opened(Public, frozen=True, kw_only=True):
    """A season as it was announced. ``starts_at`` and ``ends_at`` are midnights in the club's zone of that day."""

    kind = "season.opened"
    season: str
    club: str
    game: str
    title: str
    since: date = msgspec.field(name="from")
    to: date
    starts_at: int
    ends_at: int
    unit: Unit
    points: tuple[Scale, ...]
    """Of the league's own; none: the usual ones."""
    best: int | None
    least: int
    divisions: tuple[Division, ...]
    """Who begins where, the best division first; newcomers come to the last. None: a single one."""
    down: int
    pool: bool
    """Whether it has a rating pool of its own."""


class Edited(Public, frozen=True, kw_only=True):
    """It is called otherwise, or lies elsewhere in the year."""

    kind = "season.edited"
    title: str
    since: date = msgspec.field(name="from")
    to: date
    starts_at: int
    ends_at: int


class Deleted(Public, frozen=True):
    """It was opened by mistake: nothing has counted in it, and it stands in no list."""

    kind = "season.deleted"


class UnitCounted(Public, frozen=True):
    """A table or an event of the season is over; said again, it is corrected.

    ``users`` has ``None`` for a bot or guest.
    """

    kind = "season.unit_counted"
    unit: str
    started_at: int
    ended_at: int
    users: tuple[int | None, ...]
    places: tuple[int, ...]


class UnitDropped(Public, frozen=True):
    """By a ruling it counts no more."""

    kind = "season.unit_dropped"
    unit: str


class Place(msgspec.Struct, frozen=True):
    """Where somebody finished; ``points`` are an exact fraction, no place is that of who played too little."""

    user: int
    division: int
    place: int | None
    points: str


class Title(msgspec.Struct, frozen=True):
    """Won by the best of a division (from 1; the first one's is the season's)."""

    user: int
    title: TitleKind
    division: int


class Closed(Public, frozen=True):
    """The final order, the titles, and who begins in which division next."""

    kind = "season.closed"
    places: tuple[Place, ...]
    titles: tuple[Title, ...]
    moves: tuple[Division, ...]


class Amended(Public, frozen=True):
    """The same after a correction."""

    kind = "season.amended"
    places: tuple[Place, ...]
    titles: tuple[Title, ...]
    moves: tuple[Division, ...]


SEASON_EVENTS: tuple[type[Event], ...] = (Opened, Edited, Deleted, UnitCounted, UnitDropped, Closed, Amended)
CODEC: Codec[Event] = Codec(SEASON_EVENTS)
