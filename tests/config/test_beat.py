"""The clockwork that sends the ticks."""

import pytest
from celery.beat import PersistentScheduler

from tournaments.config.celery import LEAST_PAUSE, Scheduler


@pytest.mark.parametrize(("found", "waits"), [(0, 0), (0.003, LEAST_PAUSE), (5.0, 5.0)])
def test_it_rests_between_two_looks_unless_more_may_be_due(
    monkeypatch: pytest.MonkeyPatch, found: float, waits: float
) -> None:
    monkeypatch.setattr(PersistentScheduler, "tick", lambda *_given: found)
    assert object.__new__(Scheduler).tick() == waits
