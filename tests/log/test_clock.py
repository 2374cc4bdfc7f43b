"""The clock of the tests: one for what is decided, for accounts and for rows."""

from datetime import UTC, datetime

import pytest
from django.utils import timezone

from accounts.models import User
from tests.clock import BEGINNING, Clock
from tournaments.log import sources

pytestmark = pytest.mark.django_db


def test_accounts_are_made_at_the_moment_that_commands_are_told(ann: User, clock: Clock) -> None:
    assert ann.date_joined.timestamp() * 1000 == sources.now_ms() == BEGINNING
    clock.days(400)
    assert (
        User.objects.create_user("bob").date_joined.timestamp() * 1000
        == sources.now_ms()
        == BEGINNING + 400 * 86_400_000
    )


def test_a_clock_that_a_test_puts_itself_dates_rows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "now_ms", lambda: 1_835_438_400_000)
    assert User.objects.create_user("ann").date_joined == timezone.now() == datetime(2028, 2, 29, 12, tzinfo=UTC)
    assert timezone.localtime(datetime(2027, 1, 1, tzinfo=UTC)).year == 2027


def test_time_does_not_go_back(clock: Clock) -> None:
    with pytest.raises(AssertionError):
        clock.now -= 1
