"""A corrected table: what it would have given then instead of what it gave, added to the ratings of today."""

from __future__ import annotations

import pytest

from accounts.models import User
from tests.factories import concede, open_for
from tournaments.log import projections
from tournaments.ratings import selectors as ratings
from tournaments.ratings import services
from tournaments.ratings.elo import Form, changes

pytestmark = pytest.mark.django_db

GAME = "duck-soup"


def played(*users: User) -> str:
    """A rated table that the first of *users* wins."""
    table = open_for(*users, rated=True)
    concede(table)
    return table


def correct(table: str, places: tuple[int, ...] | None, occasion: str = "made", ruling: int = 1) -> None:
    services.correct_table(
        game=GAME, table=table, places=places, tournament="0123456789", ruling=ruling, occasion=occasion
    )


def now(*users: User) -> list[float]:
    return list(ratings.ratings_of(GAME, [user.pk for user in users]).values())


def test_a_correction_of_the_last_table_is_as_if_it_had_ended_so(people: list[User]):
    ann, ben = people[:2]
    played(ann, ben)
    before = now(ann, ben)
    table = played(ann, ben)
    correct(table, (2, 1))
    then = [Form(rating, 1) for rating in before]
    assert now(ann, ben) == pytest.approx(
        [form.rating + by for form, by in zip(then, changes(then, (2, 1)), strict=True)]
    )


def test_only_those_who_sat_there_are_moved(people: list[User]):
    ann, ben, cleo = people[:3]
    first = played(ann, ben)
    played(ben, cleo)
    before = now(cleo)
    correct(first, (1, 1))
    assert now(cleo) == before


def test_a_table_that_counts_no_more_gives_back_what_it_gave_and_is_counted_no_more(people: list[User]):
    ann, ben = people[:2]
    table = played(ann, ben)
    correct(table, None)
    assert now(ann, ben) == pytest.approx([1500.0, 1500.0])
    assert (standing := ratings.rating_of(ann.pk, GAME)) is not None
    assert standing.tables == 0
    correct(table, (), "reversed")
    assert now(ann, ben) == pytest.approx([1520.0, 1480.0])
    assert projections.rebuild(check=True).changed == ()


def test_a_correction_that_is_made_twice_counts_once(people: list[User]):
    ann, ben = people[:2]
    table = played(ann, ben)
    correct(table, None)
    correct(table, None)
    assert len(ratings.history(ann.pk, GAME)) == 2
    assert ratings.change_at_table(table)[ann.pk].by == 0


def test_a_table_that_was_never_rated_is_not_corrected(people: list[User]):
    ann, ben = people[:2]
    table = open_for(ann, ben, rated=False)
    concede(table)
    correct(table, (2, 1))
    assert ratings.rating_of(ann.pk, GAME) is None
