"""What happens in a rating pool: tables are rated, and what a ruling changes of them is corrected."""

from __future__ import annotations

from engine.codec import Codec
from engine.events import Event, Public
from engine.game import Teams


class TableRated(Public, frozen=True):
    """How a table ended, by seat: who sat there, in which place each finished (1 is best, equals share).

    ``teams`` are the seats that played together; none where each played alone.
    """

    kind = "rating.table_rated"
    table: str
    users: tuple[int, ...]
    places: tuple[int, ...]
    teams: Teams = ()


class RatingCorrected(Public, frozen=True):
    """A table that has been rated counts with these places from now on, by seat; ``None``: not any more."""

    kind = "rating.corrected"
    table: str
    places: tuple[int, ...] | None
    tournament: str
    ruling: int


POOL_EVENTS: tuple[type[Event], ...] = (TableRated, RatingCorrected)
CODEC: Codec[Event] = Codec(POOL_EVENTS)
