"""What somebody has made of their finished tables: numbers for each game.

What stands in no list of a viewer's counts in no number for them: tables of clubs that they may not see. A table that
went on from another one's position has no result.
"""

from collections.abc import Collection
from typing import Any, Final

import msgspec
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Q, QuerySet

from tournaments.clubs.selectors import visible_to
from tournaments.platform import replica
from tournaments.tables.models import Result, Seat

MOST: Final = 5_000
"""The most tables that numbers are made of, the latest ones; bots above all have more."""


class OfGame(msgspec.Struct, frozen=True):
    """Somebody's finished tables of a game: how many, won alone or with partners, and means of a table."""

    game: str
    tables: int
    won: int
    shared: int
    """First places with others."""
    place: float
    seats: float
    points: float | None
    """None: no table has told them."""
    tally: float | None
    """What the game counts beside them; none where no table has told it."""

    @property
    def share(self) -> int:
        """Won, in whole percent."""
        return round(100 * self.won / self.tables)


def by_game(user: int, *, viewer: int | None) -> list[OfGame]:
    """The most played first. The caller has asked whether *viewer* is shown the games of *user*."""
    using = replica.alias()
    rows = _finished(user, viewer, using).values("game", "result", "place", "seats", "points", "tally")[:MOST]
    own, params = rows.query.sql_with_params()
    with connections[using].cursor() as cursor:
        cursor.execute(_BY_GAME.format(own=own), [Result.WON, Result.SHARED, *params])
        return [OfGame(*row) for row in cursor.fetchall()]


def latest(user: int) -> str | None:
    """The table that *user* finished last."""
    return _finished(user, user).values_list("table_id", flat=True).first()


def _finished(user: int, viewer: int | None, using: str = DEFAULT_DB_ALIAS) -> QuerySet[Seat]:
    """The seats of *user* at finished tables that *viewer* may find, the last finished first."""
    rows = Seat.objects.using(using).filter(user=user, ended_at__isnull=False, result__isnull=False)
    if user != viewer:
        rows = rows.filter(Q(club__isnull=True) | Q(club__in=_visible(rows, viewer)))
    return rows.order_by("-ended_at", "table")


def _visible(rows: QuerySet[Seat], viewer: int | None) -> Collection[str] | QuerySet[Any, str]:
    """The clubs that *viewer* may see, among those of *rows* where these are a standby's: the primary knows which."""
    seen = visible_to(viewer)
    if rows.db == DEFAULT_DB_ALIAS:
        return seen
    clubs = rows.filter(club__isnull=False).values_list("club", flat=True).order_by("club").distinct()
    return list(seen.filter(pk__in=list(clubs)))


_BY_GAME: Final = """
SELECT game, count(*), count(*) FILTER (WHERE result = %s), count(*) FILTER (WHERE result = %s),
    avg(place)::float, avg(seats)::float, avg(points)::float, avg(tally)::float
FROM ({own}) AS own GROUP BY game ORDER BY 2 DESC, 1"""
