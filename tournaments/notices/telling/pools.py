"""What corrections of ratings tell. Pure.

Those that follow from a tournament's ruling are told with that ruling.
"""

from collections.abc import Sequence

from engine.events import Event
from tournaments.notices.told import Telling, Told, to
from tournaments.ratings.events import RatingCorrected, RatingExcluded, RatingReadmitted

KINDS = frozenset(kind.kind for kind in (RatingCorrected, RatingExcluded, RatingReadmitted))
"""A pool's other events are passed over unread."""


def of_pool(event: Event, game: str, seats: Sequence[int | None], *, actor: int | None) -> Telling:
    """What follows from *event* in a pool of *game*; *seats* are the users of the table that it is about."""
    match event:
        case RatingCorrected(table=table, ruling=ruling) if "/" not in ruling:
            return _told(to(*seats, apart_from=actor), table, game, table=table)
        case RatingExcluded(user=user) | RatingReadmitted(user=user):
            return _told((user,), str(user), game)
    return Telling()


def _told(users: tuple[int, ...], subject: str, game: str, **facts: str) -> Telling:
    return Telling((Told(kind="ruling", users=users, subject=subject, facts={"game": game, "pool": True, **facts}),))
