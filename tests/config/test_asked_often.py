"""Queries that a tick asks every second: Django makes them once."""

import pytest

from tournaments.platform.database import asked_often
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
    assert made == [0, 1, 0, 1]


def test_a_moment_that_is_multiplied_is_refused(db):
    twice = asked_often(lambda now: Served.objects.filter(at__gte=2 * now).values_list("owner"))
    with pytest.raises(ValueError, match="with something added"):
        twice(1)
