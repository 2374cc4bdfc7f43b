"""Parameter sets of ratings. An event names the one it is rated by; a set is never altered, a new one has a new key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

START: Final = 1500.0
SUMMIT: Final = 2400.0
PEAK_FROM: Final = 30
"""The peak counts from this table on."""
NEWCOMER: Final = 10
"""Below so many tables a person is a newcomer, and a bot is not yet measured."""
DAY: Final = 86_400_000
WEEK: Final = 7 * DAY


class Settling(Struct, frozen=True):
    """Until when a rating is provisional."""

    tables: int
    people: int
    """Different people to have met."""
    experience: int
    """Tables that these have now."""
    window: int
    """Of so many duels with people, the last ones, ..."""
    most: tuple[int, int]
    """... the two most met may have this share, as a fraction."""


class Parameters(Struct, frozen=True):
    key: str
    steps: tuple[tuple[int, int], ...]
    """K below so many tables, in order; then ``k``."""
    k: int
    summit_from: int
    """From so many tables on K is 10 for those who have been at 2400."""
    floor: float
    repeats: bool
    """Whether duels of the same two within a day weigh less."""
    newcomers: bool
    """Whether newcomers do not move those who are none."""
    quick_losses: bool
    bots: Literal["people", "measured", "unrated"]
    """Bots are rated like people; or duels with them weigh half; or nothing."""
    early: Literal["rated", "third_is_lost", "unrated"]
    """A table that somebody left before their first own decision."""


NO_FLOOR: Final = float("-inf")
PAIRWISE_1: Final = Parameters(
    key="elo-pairwise/1",
    steps=((30, 40),),
    k=20,
    summit_from=30,
    floor=NO_FLOOR,
    repeats=False,
    newcomers=False,
    quick_losses=False,
    bots="people",
    early="rated",
)
PAIRWISE_2: Final = Parameters(
    key="elo-pairwise/2",
    steps=((10, 60), (30, 40)),
    k=20,
    summit_from=0,
    floor=100.0,
    repeats=True,
    newcomers=True,
    quick_losses=True,
    bots="measured",
    early="third_is_lost",
)
CLUB_1: Final = Parameters(
    key="elo-pairwise/club-1",
    steps=((10, 60), (30, 40)),
    k=20,
    summit_from=0,
    floor=100.0,
    repeats=False,
    newcomers=False,
    quick_losses=False,
    bots="unrated",
    early="unrated",
)
SETS: Final[Mapping[str, Parameters]] = {each.key: each for each in (PAIRWISE_1, PAIRWISE_2, CLUB_1)}

SITE_SETTLING: Final = Settling(tables=10, people=5, experience=10, window=60, most=(2, 3))
CLUB_SETTLING: Final = Settling(tables=5, people=2, experience=0, window=0, most=(1, 1))
