"""Results that were not taken in when they came: found again, many at a time."""

from collections.abc import Callable, Sequence

import pytest

from accounts.models import User
from tests.factories import concede, open_for
from tournaments.log import sources
from tournaments.settlement import services, tasks
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def lost(ann: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> Sequence[str]:
    """Rated tables that ended a while ago, of which nobody was told."""
    ids = [open_for(ann, bob, rated=True) for _ in range(3)]
    for table_id in ids:
        concede(table_id, settle=False)
    at = sources.now_ms() + 6_000
    monkeypatch.setattr(sources, "now_ms", lambda: at)
    return ids


def test_one_message_takes_them_all_in_and_each_pool_is_asked_once(
    lost: Sequence[str], sent: list[tuple[str, list[object]]]
) -> None:
    sent.clear()
    tasks.settle_waiting()
    assert sent == [(tasks.RATE, ["duck-soup"])]
    tasks.rate_waiting("duck-soup")
    assert all(tables.summary(table_id).settled for table_id in lost)
    sent.clear()
    tasks.settle_waiting()
    assert sent == []


def breaking(table: str, error: Exception) -> Callable[..., Sequence[str]]:
    """Taking results in, which fails for *table*."""
    take_in = services.take_in

    def take(*, table_id: str) -> Sequence[str]:
        if table_id == table:
            raise error
        return take_in(table_id=table_id)

    return take


def test_one_that_breaks_holds_up_no_other(lost: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "take_in", breaking(lost[0], KeyError("broken")))
    tasks.settle_waiting()
    tasks.rate_waiting("duck-soup")
    assert [tables.summary(table_id).settled for table_id in lost] == [False, True, True]


def test_many_that_break_hold_up_none_for_good(lost: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than one message handles."""
    monkeypatch.setattr(tasks, "BATCH", 1)
    monkeypatch.setattr(services, "take_in", breaking(lost[0], KeyError("broken")))
    for _message in range(100):
        tasks.settle_waiting()
    tasks.rate_waiting("duck-soup")
    assert [tables.summary(table_id).settled for table_id in lost] == [False, True, True]


def test_a_worker_with_many_of_them_takes_the_next_message_after_a_while(
    lost: Sequence[str], sent: list[tuple[str, list[object]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "SLICE", -1)
    sent.clear()
    tasks.settle_waiting()
    assert sent == []
