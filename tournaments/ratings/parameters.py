"""Parameter sets of ratings. An event names the one it is rated by; a set is never altered, a new one has a new key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

START: Final = 1500.0
SUMMIT: Final = 2400.0
PEAK_FROM: Final = 30
"""The peak counts from this table on."""
NEWCOMER: Final = 10
"""Below so many tables a person is a newcomer, and a bot is not yet measured."""
WINDOW: Final = 60
"""So many of the people met last are remembered."""
DAY: Final = 86_400_000
WEEK: Final = 7 * DAY


class Settling(Struct, frozen=True):
    """When a person of the site is settled; everybody else's rating is provisional."""

    tables: int
    people: int
    """Different people to have met who were settled then; while a pool is young, who have ``tables`` now."""
    window: int
    """Of so many duels with people, the last ones, ..."""
    most: tuple[int, int]
    """... the two most met may have this share, as a fraction, ..."""
    half: tuple[int, int]
    """... and this share is with people who were settled or introduced then, as those are who have met ``people``
    settled ones; not asked while a pool is young."""
    young: int
    """A pool with fewer settled people is young."""


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
    newcomers: Literal["", "tables", "settled"]
    """Newcomers do not move those who are none: who has few tables; in a pool that is not young, who is not settled."""
    settling: Settling | None
    """How its tables make people settled, if they do."""
    quick_losses: bool
    bots: Literal["people", "measured", "unrated"]
    """Bots are rated like people; or duels with them weigh half; or nothing."""
    early: Literal["rated", "third_is_lost", "unrated"]
    """A table that somebody left before their first own decision."""


SITE_SETTLING: Final = Settling(tables=10, people=5, window=60, most=(2, 3), half=(1, 2), young=20)
NO_FLOOR: Final = float("-inf")
PAIRWISE_1: Final = Parameters(
    key="elo-pairwise/1",
    steps=((30, 40),),
    k=20,
    summit_from=30,
    floor=NO_FLOOR,
    repeats=False,
    newcomers="",
    settling=SITE_SETTLING,
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
    newcomers="tables",
    settling=SITE_SETTLING,
    quick_losses=True,
    bots="measured",
    early="third_is_lost",
)
PAIRWISE_3: Final = replace(PAIRWISE_2, key="elo-pairwise/3", newcomers="settled")
CLUB_1: Final = Parameters(
    key="elo-pairwise/club-1",
    steps=((10, 60), (30, 40)),
    k=20,
    summit_from=0,
    floor=100.0,
    repeats=False,
    newcomers="",
    settling=None,
    quick_losses=False,
    bots="unrated",
    early="unrated",
)
SETS: Final[Mapping[str, Parameters]] = {each.key: each for each in (PAIRWISE_1, PAIRWISE_2, PAIRWISE_3, CLUB_1)}

CLUB_TABLES: Final = 5
CLUB_PEOPLE: Final = 2
"""In pools of clubs and seasons a rating is provisional until so many tables, and so many different people met."""
