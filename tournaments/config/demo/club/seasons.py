"""The two seasons of the demo's club: five nights in one table, then two divisions that still play."""

from datetime import date, timedelta
from typing import Final

from tournaments.clubs.streams import CLUBS
from tournaments.config.demo.club.nights import GAME
from tournaments.leagues.seasons import selectors, services
from tournaments.leagues.seasons.decisions import Draft

FIRST, SECOND = "First season", "Second season"
SHORT: Final = 5
"""Nights of the first season."""
GOES_ON: Final = timedelta(weeks=5)
"""How long the second lasts after the twelfth night."""
UPPER: Final = 10
"""How many of the first season begin the second in its upper division."""


def open_first(club: str, by: int, first: date) -> str:
    to = first + timedelta(weeks=SHORT - 1, days=1)
    draft = Draft(game=GAME, title=FIRST, since=first, to=to, unit="event", best=4, least=2)
    return services.open_season(club_id=club, by=by, draft=draft, command="demo first season")


def open_second(club: str, by: int, first: date, last: date) -> str:
    """With the best of the first in a division of their own: two of it change places with two of the other."""
    since = first + timedelta(weeks=SHORT, days=-1)
    draft = Draft(
        game=GAME,
        title=SECOND,
        since=since,
        to=last + GOES_ON,
        unit="event",
        best=5,
        least=2,
        divisions=_divisions(club),
        down=2,
    )
    return services.open_season(club_id=club, by=by, draft=draft, command="demo second season")


def _divisions(club: str) -> tuple[tuple[int, ...], ...]:
    closed, members = selectors.season(of(club, FIRST)).closed, CLUBS.current(club).state.members
    ranked = [place.user for place in closed.places if place.user in members] if closed else []
    return tuple(ranked[:UPPER]), tuple(ranked[UPPER:])


def of(club: str, title: str) -> str:
    """The id of the club's season of that *title*."""
    return next(row.pk for row in selectors.of_club(club) if row.title == title)


def proceed(season: str) -> None:
    services.proceed(season_id=season)
