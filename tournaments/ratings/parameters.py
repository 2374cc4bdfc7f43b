"""Parameter sets of ratings. An event names the one it is rated by; a set is never altered, a new one has a new key."""

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

START: Final = 1500.0
SUMMIT: Final = 2400.0
PEAK_FROM: Final = 30
"""The peak counts from this table on."""
NEWCOMER: Final = 10
"""The number of tables below which a person is a newcomer, and a bot is not yet measured."""
WINDOW: Final = 60
"""How many of the people met last are remembered."""


class Settling(Struct, frozen=True):
    """When a person of the site is settled; everybody else's rating is provisional."""

    tables: int
    people: int
    """Different people to have met who were settled then; while a pool is young, who have ``tables`` now."""
    window: int
    """Of this number of duels with people, the last ones, ..."""
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
    """K below a number of tables, in order; then ``k``. It is 10 for those who have been at 2400."""
    k: int
    floor: float
    """No rating falls below it."""
    settling: Settling | None
    """How its tables make people settled, who then are not moved by those who are not; before, while the pool is
    young, newcomers do not move the others."""
    repeats: bool
    """Whether duels of the same two within a day weigh less."""
    quick_losses: bool
    """Whether somebody who gives up quickly to the same person again moves them no more."""
    bots: Literal["measured", "unrated"]
    """Duels with measured bots weigh half; or none with a bot weighs anything."""
    early: Literal["third_is_lost", "unrated"]
    """A table that somebody left before their first own decision: the third casual one in a week is lost; or none
    counts."""


SITE_SETTLING: Final = Settling(tables=10, people=5, window=60, most=(2, 3), half=(1, 2), young=20)
_STEPS: Final = ((10, 60), (30, 40))
PAIRWISE_3: Final = Parameters(
    key="elo-pairwise/3",
    steps=_STEPS,
    k=20,
    floor=100.0,
    settling=SITE_SETTLING,
    repeats=True,
    quick_losses=True,
    bots="measured",
    early="third_is_lost",
)
CLUB_1: Final = Parameters(
    key="elo-pairwise/club-1",
    steps=_STEPS,
    k=20,
    floor=100.0,
    settling=None,
    repeats=False,
    quick_losses=False,
    bots="unrated",
    early="unrated",
)
SETS: Final[Mapping[str, Parameters]] = {each.key: each for each in (PAIRWISE_3, CLUB_1)}

CLUB_TABLES: Final = 5
CLUB_PEOPLE: Final = 2
"""In pools of clubs and seasons a rating is provisional below this number of tables, and of different people met."""
