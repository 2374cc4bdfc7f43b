"""Seasons that have a pool of their own, as the room above knows them: it says how they are found."""

from collections.abc import Callable
from typing import Final, TypeAlias

import msgspec

from tournaments.platform.registry import Registry
from tournaments.ratings.names import season_of


class Season(msgspec.Struct, frozen=True):
    """Of which club a season is, and what is played; all who see the club see it."""

    club: str
    game: str
    title: str


Finder: TypeAlias = Callable[[str], Season | None]
"""A season by its id."""

FINDERS: Final = Registry[Finder]()


def season_behind(pool: str) -> Season | None:
    """The season whose pool it is; ``None`` if it belongs to no season that exists."""
    season = season_of(pool)
    if season is None:
        return None
    return next((found for finder in FINDERS if (found := finder(season))), None)
