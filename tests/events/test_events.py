"""Whole events with all that can go otherwise, small: eight entries each, played by the service's real workers."""

import pytest

from tests.events.play import faults, play
from tests.events.programme import RULINGS, cast_of, short

pytestmark = pytest.mark.processes


@pytest.mark.usefixtures("processes")
def test_events_end_although_players_leave_come_late_or_never_and_rulings_change_results() -> None:
    cast = cast_of(9)
    tournaments = play(short(cast, 8), cast, seconds=240)
    assert list(faults(tournaments, RULINGS)) == []
