"""What SIGKILL costs in the middle of an analysis: a while, and nothing else. On the service's real processes."""

import pytest
from django.db.models import F

from engine.registry import GAMES
from tests.factories import played_out
from tests.meeting import until
from tests.processes import Processes
from tournaments.learning.analysis import selectors, services
from tournaments.learning.analysis.models import Analysis

pytestmark = pytest.mark.processes


def test_an_analysis_whose_worker_was_killed_is_taken_up_by_the_next_one(processes: Processes) -> None:
    table = played_out(GAMES["gasp"])
    services.order(table, None)
    until(lambda: selectors.report(table).done > 0, "a worker is in the middle of it")
    processes.kill("analysis")
    processes.revive()
    assert selectors.report(table).status == "working", "nobody knows yet"
    services.upkeep()
    assert Analysis.objects.get().tries == 1, "it may still be at it"
    long_ago = {name: F(name) - services.PATIENCE for name in ("asked_at", "beat_at")}
    Analysis.objects.update(**long_ago)  # so long has nothing been heard of it
    services.upkeep()
    until(lambda: Analysis.objects.get().tries == 2, "another worker takes it up")
    until(lambda: selectors.report(table).done > 0, "it gets on")
    assert not services.begin(table), "one is at it, and no more"
