"""The one clock of a test: the service's, Django's, and so that of accounts, sessions and every row."""

from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Final

import pytest
from django.utils import timezone

from tournaments.log import sources

REAL: Final = sources.now_ms
BEGINNING: Final = 1_795_431_600_000
"""Epoch ms: in Greenwich 11:00, on a Monday of November 2026."""


class Clock:
    """It stands still, but for what a test sets on and for *step* milliseconds after each look of the service."""

    def __init__(self, now: int = BEGINNING, *, step: int = 0) -> None:
        self._now = now
        self._step = step

    def __call__(self) -> int:
        now = self._now
        self._now += self._step
        return now

    @property
    def now(self) -> int:
        """Epoch ms."""
        return self._now

    @now.setter
    def now(self, moment: int) -> None:
        assert moment >= self._now, "time does not go back: accounts and rows are there already"
        self._now = moment

    def days(self, days: float) -> None:
        self.now += int(days * 86_400_000)


class _Any(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, datetime)


class _Datetime(metaclass=_Any):
    """What :mod:`django.utils.timezone` needs of ``datetime``, at the time that a test has put for the service's."""

    @staticmethod
    def now(tz: tzinfo | None = None) -> datetime:
        clock = sources.now_ms
        if clock is REAL:
            return datetime.now(tz)
        return datetime.fromtimestamp((clock.now if isinstance(clock, Clock) else clock()) / 1000, tz)


@pytest.fixture(scope="session", autouse=True)
def _django_follows() -> Iterator[None]:
    """Accounts, sessions and rows are dated by the clock that commands ask, also where a test set only that one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timezone, "datetime", _Datetime)
        yield


@pytest.fixture(autouse=True)
def _one_clock(request: pytest.FixtureRequest) -> None:
    """A test that sets time on has its clock before anybody has an account, whatever it asks for first."""
    if "clock" in request.fixturenames:
        request.getfixturevalue("clock")


@pytest.fixture
def clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """It begins at the same moment on every day, but beside the service's processes, which know only the real one."""
    clock = Clock(REAL()) if "started_processes" in request.fixturenames else Clock()
    monkeypatch.setattr(sources, "now_ms", clock)
    return clock
