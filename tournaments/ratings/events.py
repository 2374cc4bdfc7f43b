"""What happens in a rating pool: tables are rated, rulings correct them, people are excluded and readmitted."""

from typing import Literal, TypeAlias

from engine.codec import Codec
from engine.events import Event, Public
from engine.game import Teams

End: TypeAlias = Literal["played", "resigned", "flagged"]
Origin: TypeAlias = Literal["casual", "challenge", "event", "large"]
"""Of what a table was part; ``large``: of a tournament of at least 8 people."""


class TableRated(Public, frozen=True, kw_only=True):
    """How a table ended, by seat: who sat there, in which place each finished (1 is best, equals share). Facts only:
    what follows from them for ratings is said by the parameters.

    ``teams`` are the seats that played together; none where each played alone; ``guests`` those whose duels weigh
    nothing, and who have no rating. ``ended`` is epoch ms.
    """

    kind = "rating.table_rated"
    table: str
    users: tuple[int, ...]
    places: tuple[int, ...]
    teams: Teams = ()
    guests: tuple[int, ...] = ()
    params: str
    ended: int
    ends: tuple[End, ...]
    """How each seat came to its end."""
    decisions: tuple[int, ...]
    """Of the user's own, before they left if they did."""
    bots: tuple[str, ...]
    """The level of a bot, or whose it is (``facts.owned_by``); empty for a person."""
    origin: Origin


class RatingCorrected(Public, frozen=True):
    """A table that has been rated counts with these places, by seat; ``None``: not at all. The last one counts."""

    kind = "rating.corrected"
    table: str
    places: tuple[int, ...] | None
    ruling: str
    """What it rests on: a ruling of a tournament as ``tournament/number``, or the words that lie in a text."""


class RatingExcluded(Public, frozen=True):
    """Duels of *user* at tables that ended from ``since`` on, before ``until`` (epoch ms; ``None``: ever), weigh
    nothing."""

    kind = "rating.excluded"
    user: int
    since: int
    until: int | None
    ruling: str


class RatingReadmitted(Public, frozen=True):
    """Whatever had excluded *user* counts no more."""

    kind = "rating.readmitted"
    user: int
    ruling: str


POOL_EVENTS: tuple[type[Event], ...] = (TableRated, RatingCorrected, RatingExcluded, RatingReadmitted)


CODEC: Codec[Event] = Codec(POOL_EVENTS)
