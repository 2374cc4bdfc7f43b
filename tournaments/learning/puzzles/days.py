"""Days of puzzles, by the calendar of the player: which puzzle is whose, runs of days, a missed day. Pure."""

from collections.abc import Collection, Mapping
from datetime import date, timedelta
from typing import Final, Literal, NamedTuple, TypeAlias

from engine.chance import SeedChance

FORTNIGHT: Final = 14
FEWEST: Final = 30
"""With fewer puzzles in its file a game has none of the day."""
How: TypeAlias = Literal["first", "later", "wrong", "missed"]
"""Solved at the first try, at a later one, tried, not tried."""


class Square(NamedTuple):
    """A day of the fortnight; ``open``: it may still be made up."""

    day: date
    how: How
    open: bool


def number_on(day: date, count: int, game: str) -> int:
    """Which of the *count* puzzles of *game* is that of *day*: all come once before one comes again."""
    cycle, at = divmod(day.toordinal(), count)
    return SeedChance.from_text(f"{game}/{cycle}").shuffled("days", 0, range(count))[at]


def streak(solved: Collection[date], today: date) -> int:
    """How many days in a row up to today were solved; a today that is still open breaks nothing.

    >>> streak({date(2026, 3, 1), date(2026, 3, 2)}, date(2026, 3, 3))
    2
    """
    day = today if today in solved else today - timedelta(days=1)
    run = 0
    while day in solved:
        run += 1
        day -= timedelta(days=1)
    return run


def may_make_up(day: date, today: date, done: Collection[date], made_up: Collection[date]) -> bool:
    """Whether *day*, which was missed, may still be made up: one day within a fortnight."""
    start = today - timedelta(days=FORTNIGHT - 1)
    return start <= day < today and day not in done and not any(start <= when <= today for when in made_up)


def fortnight(today: date, done: Mapping[date, How], made_up: Collection[date]) -> list[Square]:
    """The last two weeks, today the last."""
    days = [today - timedelta(days=back) for back in range(FORTNIGHT - 1, -1, -1)]
    return [Square(day, done.get(day, "missed"), may_make_up(day, today, done, made_up)) for day in days]
