"""Queries that a tick asks every second: Django compiles them once."""

import inspect
from collections.abc import Callable

import pytest
from django.db.models import JSONField, Q, Value

from tests.factories import concede, open_for
from tournaments.director import selectors, services
from tournaments.director import tasks as director
from tournaments.director.models import Match, Tournament
from tournaments.log import sources
from tournaments.platform.database import Row, asked_often
from tournaments.platform.units import DAY
from tournaments.tables import tasks as tables
from tournaments.tables.events import Clock
from tournaments.tables.models import Served


@pytest.fixture
def served(db):
    Served.objects.bulk_create(Served(owner=number, at=100 * number) for number in (1, 2, 3))


def test_a_query_is_made_once_and_asked_of_each_moment(served):
    made = []

    @asked_often
    def since(now, added):
        made.append(now)
        return Served.objects.filter(at__gte=now + added, owner__lt=3).order_by("at").values_list("owner")

    assert [since(now, 0) for now in (100, 101, 201)] == [[(1,), (2,)], [(2,)], []]
    assert [since(now, 100) for now in (0, 1, 100, 101)] == [[(1,), (2,)], [(2,)], [(2,)], []]
    assert len(made) == 4


@pytest.mark.parametrize(
    "changed",
    [lambda now: 2 * now, lambda now: now // 1000, lambda now: now - now % DAY, lambda now: min(now, 5), str],
    ids=["doubled", "divided", "midnight", "the least", "a text"],
)
def test_a_moment_that_is_changed_otherwise_is_refused(db, changed):
    ask = asked_often(lambda now: Served.objects.filter(at__gte=Value(changed(now))).values_list("owner"))
    with pytest.raises(ValueError, match="with a constant added"):
        ask(1)


def test_a_query_that_is_another_at_another_moment_is_refused(db):
    ask = asked_often(lambda now: Served.objects.filter(**({"at__gte": 1} if now else {"at__lt": 1})).values_list("at"))
    with pytest.raises(ValueError, match="with a constant added"):
        ask(1)


def test_what_stands_in_a_query_is_asked_for_as_it_is(served):
    """Signs of percent in texts and in the statement, JSON, and the moments of a plan that is kept."""
    odd = "100 %s %"

    @asked_often
    def since(now):
        texts = Q(said=odd) & Q(said__contains="0 %s") & Q(held__per_move=False)
        rows = Served.objects.annotate(said=Value(odd), held=Value({"per_move": False}, JSONField()))
        return rows.filter(texts, at__gte=now).values_list("owner").order_by("owner")

    assert [len(since(now)) for now in (1, 101, 201, 301, 10**12, *[150] * 9)] == [3, 2, 1, 0, 0, *[2] * 9]


ASKED: list[tuple[Callable[..., list[Row]], tuple[object, ...]]] = [
    (tables._overdue, ()),
    (tables._left_to_bots, ()),
    (tables._unfilled, (0,)),
    (tables._unfilled, (3_000,)),
    (tables._unsettled, ()),
    (director._to_start, ()),
    (director._to_pair, ()),
    (selectors._of_cancelled, ()),
    (selectors.due, ("grace",)),
    (selectors.due, ("deadline",)),
]


@pytest.mark.django_db
def test_the_ticks_are_told_what_their_queries_say(announce, people, organiser, robot):
    """Also by the plan that PostgreSQL keeps after a few times."""
    open_for(people[0], None)
    open_for(people[0], None, clock=Clock(300, per_move=True))
    open_for(people[0], people[1], clock=Clock(300))
    open_for(robot, people[1])
    concede(open_for(*people[:2]), settle=False)
    announce(*people[:2], rounds=1)
    played, over, off = (announce(*people[:2], clock=Clock(300), rounds=1) for _ in range(3))
    for tournament_id in (played, over, off):
        services.start(tournament_id=tournament_id, by=organiser.pk)
    Match.objects.filter(tournament=over).delete()
    Tournament.objects.filter(pk=over).update(pause=5, last_result_at=sources.now_ms())
    services.cancel(tournament_id=off, by=organiser.pk)
    moments = [sources.now_ms() + seconds * 1_000 for seconds in (-100_000_000, -2, 4, 8, 320, 100_000, 200_000_000)]
    for ask, given in ASKED:
        answers = [[ask(at, *given), [*inspect.unwrap(ask)(at, *given)]] for at in moments * 2]
        assert all(sorted(told) == sorted(said) for told, said in answers)
        assert any(told for told, _said in answers), ask
        assert not all(told for told, _said in answers), ask
