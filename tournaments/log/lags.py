"""How far followers are behind, for those who run the service."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.platform.database import execute

# Both of the inner questions look at one entry of the index of positions. Times are the database's own.
_LAGS = """
SELECT name,
    greatest(0, coalesce((SELECT max(position) FROM log_event), 0) - follower.position)::bigint,
    greatest(0, coalesce((
        SELECT extract(epoch FROM clock_timestamp() - recorded_at) FROM log_event
        WHERE log_event.position > follower.position ORDER BY log_event.position LIMIT 1
    ), 0))::float8
FROM log_follower AS follower ORDER BY name"""


class Lag(NamedTuple):
    follower: str
    positions: int
    seconds: float
    """For how long the first commit that it has not taken in has been there."""


def lags() -> Sequence[Lag]:
    return [Lag(*row) for row in execute(_LAGS, {})]
