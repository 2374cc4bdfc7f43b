"""Many tables are rated in one append, and nobody can tell: same events, same order, same numbers."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from django.db import InternalError, connection
from hypothesis import given, settings
from hypothesis import strategies as st
from psycopg.errors import ReadOnlySqlTransaction

from tests.ratings.pools import SLOW, rated
from tests.ratings.tables import HOUR, table
from tournaments.log import projections
from tournaments.log import selectors as log
from tournaments.log.followers import news
from tournaments.log.services import Plain
from tournaments.log.verification import verify
from tournaments.ratings import batches, locks, recount, services
from tournaments.ratings.affected import AffectedTables
from tournaments.ratings.duels import Duels
from tournaments.ratings.errors import Busy
from tournaments.ratings.events import TableRated
from tournaments.ratings.facts import Counted
from tournaments.ratings.models import Due, RatedTable, Rating, RatingChange, Waiting
from tournaments.ratings.streams import POOLS

MODELS = (Rating, RatedTable, RatingChange)
_pools = iter(f"batch-{number}" for number in range(10**6))


def wait(pool: str, events: Sequence[TableRated]) -> None:
    Waiting.objects.bulk_create([batches.waiting_row(pool, event) for event in events])


def rate(pool: str) -> list[int]:
    """How many tables each append was about."""
    return [len(tables) for tables in batches.rate_waiting(pool)]


def only(event: TableRated, _pool: None) -> list[TableRated]:
    return [event]


def rows(pool: str) -> list[list[dict[str, Any]]]:
    found: list[list[dict[str, Any]]] = []
    for model in MODELS:
        rows = model.objects.filter(pool=pool).order_by("pk").values()
        found.append([{name: value for name, value in row.items() if name not in ("pk", "pool")} for row in rows])
    return found


def told(pool: str) -> list[tuple[object, ...]]:
    """The events of a pool, but for when they were recorded."""
    return [
        (each.seq, each.kind, each.version, msgspec.json.decode(each.payload), each.actor, each.command)
        for each in log.load(POOLS.name(pool))
    ]


@pytest.mark.django_db
@given(st.lists(rated(), min_size=2, max_size=14), st.data())
@settings(SLOW, max_examples=10)
def test_a_pool_comes_out_the_same_however_its_tables_were_cut_into_batches(tables, data):
    ended = sorted(
        (msgspec.structs.replace(each, ended=each.ended + 1) for each in tables),
        key=lambda each: (each.ended, each.table),
    )
    alone, together = next(_pools), next(_pools)
    for event in ended:
        POOLS.carry_out(alone, partial(only, event), actor=None, command=Plain(event.table))
    cuts = sorted({0, len(ended), *data.draw(st.lists(st.integers(0, len(ended))))})
    for first, last in pairwise(cuts):
        wait(together, ended[first:last][::-1])
        rate(together)
    assert told(together) == told(alone)
    assert rows(together) == rows(alone)
    assert verify(POOLS.name(together)) is None


@pytest.mark.django_db
def test_what_waits_is_rated_in_portions_and_once(monkeypatch):
    monkeypatch.setattr(batches, "MOST", 3)
    events = [table((1, 2), (1, 2), ended=at * HOUR) for at in range(1, 8)]
    wait("gasp", events)
    assert rate("gasp") == [3, 3, 1]
    wait("gasp", events[:2])  # the process that had asked for them was killed before it knew
    assert rate("gasp") == [2]
    assert len(log.load("pool:gasp")) == 7
    assert not Waiting.objects.exists()
    assert projections.rebuild(check=True).changed == ()


@pytest.mark.django_db
def test_a_batch_that_breaks_leaves_everything_waiting(monkeypatch):
    wait("gasp", [table((1, 2), (1, 2)), table((3, 4), (1, 2))])
    with monkeypatch.context() as broken:
        broken.setattr("tournaments.ratings.rows.insert_changes", lambda *_: 1 / 0)
        assert rate("gasp") == []
    assert (len(log.load("pool:gasp")), Waiting.objects.count()) == (0, 2)
    assert rate("gasp") == [2]


@pytest.mark.django_db
def test_a_table_that_cannot_be_rated_holds_up_no_other(monkeypatch):
    events = [table((1, 2), (1, 2), ended=at * HOUR) for at in range(1, 5)]
    wait("gasp", events)

    def refuse(counted: Counted, *given: Any, **also: Any) -> Duels:
        return Duels(counted, *given, **also) if counted.event.table != events[1].table else 1 / 0  # type: ignore[return-value]

    with monkeypatch.context() as broken:
        broken.setattr("tournaments.ratings.pools.Duels", refuse)
        assert rate("gasp") == [1, 1, 1]
    assert list(Waiting.objects.values_list("table", flat=True)) == [events[1].table]
    assert rate("gasp") == [1]
    assert projections.rebuild(check=True).changed == ()


@pytest.mark.django_db
def test_a_database_that_can_only_be_read_is_no_fault_of_the_tables(monkeypatch, caplog):
    monkeypatch.setattr(batches, "MOST", 2)
    wait("gasp", [table((1, 2), (1, 2), ended=at * HOUR) for at in range(1, 6)])
    tries: list[str] = []

    def refuse(pool: str) -> None:
        tries.append(pool)
        raise InternalError from ReadOnlySqlTransaction()

    monkeypatch.setattr(locks, "rate", refuse)
    with pytest.raises(InternalError):
        rate("gasp")
    assert tries == ["gasp"]
    assert "not_rated" not in caplog.text


@pytest.mark.django_db
def test_a_ruling_waits_while_its_table_waits_for_any_pool():
    played = table((1, 2), (1, 2))
    wait("gasp", [played])
    wait("season:0123456789", [played])
    Due.objects.create(table=played.table, places=None, ruling="x/1", occasion="made")
    rate("gasp")
    services.correct_due()
    assert Due.objects.exists()
    rate("season:0123456789")
    services.correct_due()
    assert [len(log.load(f"pool:{pool}")) for pool in ("gasp", "season:0123456789")] == [2, 2]


@pytest.mark.django_db(transaction=True)
def test_notices_of_one_pool_do_not_wait_until_a_ruling_is_worked_out_in_the_next(monkeypatch):
    played, recounted = table((1, 2), (1, 2)), recount.recount
    for pool in ("gasp", "season:0123456789"):
        wait(pool, [played])
        rate(pool)
    Due.objects.create(table=played.table, places=None, ruling="x/1", occasion="made")
    last, seen = news(0)[-1].position, list[list[str]]()

    def take_long(reach: AffectedTables) -> recount.Recounted:
        with ThreadPoolExecutor(1) as threads:
            seen.append(threads.submit(_told_since, last).result(timeout=30))
        return recounted(reach)

    monkeypatch.setattr(recount, "recount", take_long)
    services.correct_due()
    assert seen == [[], ["pool:gasp"]]
    assert not Due.objects.exists()


def _told_since(position: int) -> list[str]:
    try:
        return [commit.events[0].stream for commit in news(position)]
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_several_who_rate_at_the_same_time_rate_each_table_once():
    events = [table((at % 5 + 1, 9), (1, 2), ended=at * HOUR) for at in range(1, 25)]
    with ThreadPoolExecutor(4) as threads:
        rated = sum(threads.map(_ask_and_rate, events))
    assert rated == len(log.load("pool:gasp")) == len(events)
    assert not Waiting.objects.exists()
    assert projections.rebuild(check=True).changed == ()


def _ask_and_rate(event: TableRated) -> int:
    try:
        wait("gasp", [event])
        return sum(rate("gasp"))
    finally:
        connection.close()


@pytest.mark.django_db
def test_nobody_rates_in_a_pool_that_is_worked_out_again(monkeypatch):
    monkeypatch.setattr(locks, "_is_taken", lambda *_: False)
    wait("gasp", [table((1, 2), (1, 2))])
    with pytest.raises(Busy):
        rate("gasp")
    assert Waiting.objects.count() == 1


@pytest.mark.django_db
def test_a_correction_that_is_repeated_is_not_worked_out_again(monkeypatch):
    played, reached = table((1, 2), (1, 2)), list[AffectedTables]()
    wait("gasp", [played])
    rate("gasp")
    recounted = recount.recount

    def counted(reach: AffectedTables) -> recount.Recounted:
        reached.append(reach)
        return recounted(reach)

    monkeypatch.setattr(recount, "recount", counted)
    for _time in range(3):
        services.correct_in_pool(pool="gasp", table=played.table, places=(2, 1), ruling="x/1", by=1, command="mine")
    assert len(reached) == 1
    assert len(log.load("pool:gasp")) == 2
