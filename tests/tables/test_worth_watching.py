"""What stands under "Live": contests and company first, and no table whose only player has gone."""

import pytest

from accounts.models import User
from tests.factories import open_for
from tournaments.log import sources
from tournaments.tables import selectors
from tournaments.tables.events import Clock

pytestmark = pytest.mark.django_db

MINUTE = 60_000


def test_contests_come_first_then_company(ann: User, bob: User, robot: User) -> None:
    rated = open_for(ann, bob, rated=True, clock=Clock(300))
    together = open_for(ann, bob)
    alone = open_for(ann, robot)
    assert [each.id for each in selectors.live(limit=9)] == [rated, together, alone]
    assert [each.id for each in selectors.live(limit=1)] == [rated]


def test_a_table_whose_only_player_has_gone_is_not_live(
    ann: User, bob: User, robot: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, together = open_for(ann, robot), open_for(ann, bob)
    later = sources.now_ms() + 11 * MINUTE
    monkeypatch.setattr(sources, "now_ms", lambda: later)
    assert [each.id for each in selectors.live(limit=9)] == [together]
    assert alone in [each.id for each in selectors.listed("playing")], "it waits for its player"


def test_the_minute_of_the_first_decision_is_said(ann: User, bob: User) -> None:
    table = open_for(ann, bob, clock=Clock(300))
    clocks = selectors.view(table_id=table, user_id=ann.pk).clocks
    assert sorted(clock.first for clock in clocks) == [False, True]
