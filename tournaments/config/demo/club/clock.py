"""The clock of the demo's club, which stands still until the story goes on, and its shuffles."""

from datetime import date, timedelta
from random import Random
from typing import Final

from tournaments.leagues.rules.recurrence import instant, local_date
from tournaments.log.sources import SEED
from tournaments.platform.units import DAY, MINUTE

ZONE: Final = "Europe/Berlin"
AT: Final = "19:30"
MINUTES: Final = 180
NIGHTS: Final = 12
STORY: Final = "2707"
"""Another one, and other people win."""
THURSDAY: Final = 3
"""As dates count weekdays."""


class Clock:
    """Epoch ms; it only goes forward. With each chapter of the story the shuffles restart, always the same."""

    def __init__(self, now: int) -> None:
        self.now = now
        self.begin("")

    def begin(self, chapter: str) -> None:
        self._chance = Random(f"{STORY} {chapter}")

    def seed(self) -> bytes:
        """Of the next table."""
        return self._chance.randbytes(SEED)

    def __call__(self) -> int:
        return self.now

    def pass_by(self, ms: int) -> None:
        self.now += ms

    def until(self, moment: int) -> None:
        self.now = max(self.now, moment)


def first_night(now: int, nights: int = NIGHTS) -> date:
    """The Thursday of the first of the nights, the last of which was over half a day before *now* (epoch ms)."""
    last = local_date(now - DAY, ZONE)
    last -= timedelta(days=(last.weekday() - THURSDAY) % 7)
    if instant(last, AT, ZONE) + MINUTES * MINUTE > now - DAY // 2:
        last -= timedelta(days=7)
    return last - timedelta(weeks=nights - 1)


def night(first: date, number: int) -> date:
    """The day of night *number*, from 1."""
    return first + timedelta(weeks=number - 1)


def start(day: date, at: str = AT) -> int:
    return instant(day, at, ZONE)
