"""What happens in a rating pool: tables are rated, and nothing else."""

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


CODEC: Codec[Event] = Codec((TableRated,))
