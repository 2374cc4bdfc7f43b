"""Rating real tables."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from tests.factories import open_for
from tournaments.log import projections
from tournaments.log import selectors as log
from tournaments.ratings import selectors, services
from tournaments.ratings.elo import Form, rate
from tournaments.ratings.models import Rating
from tournaments.tables import selectors as tables
from tournaments.tables import services as table_services
from tournaments.tables.selectors import Summary
from tournaments.tables.state import Result

pytestmark = pytest.mark.django_db


def finished(*users: User, rated: bool = True, winner: int = 0) -> Summary:
    """A table of Duck Soup that the opponent of *winner* (a seat) gave up."""
    table_id = open_for(*users, rated=rated)
    table_services.resign(table_id=table_id, user_id=users[1 - winner].pk)
    return tables.summary(table_id)


def test_trends_are_the_ends_of_many_histories_in_one_query(people, django_assert_num_queries):
    ann, bob, cleo, *_ = people
    for number in range(4):
        services.rate_table(table=finished(ann, bob, winner=number % 2))
    with django_assert_num_queries(1):
        trends = selectors.trends("duck-soup", [user.pk for user in people], limit=3)
    assert trends == {
        user.pk: [change.after for change in selectors.history(user.pk, "duck-soup", limit=3)] for user in (ann, bob)
    }
    assert cleo.pk not in trends


def test_a_rated_table_moves_both_and_shows_what_it_did(people):
    ann, bob, *_ = people
    table = finished(ann, bob)
    services.rate_table(table=table)
    assert [(rung.rank, rung.name, rung.rating) for rung in selectors.ladder("duck-soup")] == [
        (1, "player1", 1520),
        (2, "player2", 1480),
    ]
    (change,) = selectors.history(ann.pk, "duck-soup")
    assert (change.table, change.before, change.after, change.by, change.place) == (table.id, 1500, 1520, 20, 1)
    assert selectors.change_at_table(table.id)[bob.pk].by == -20
    rating = selectors.rating_of(ann.pk, "duck-soup")
    assert rating is not None
    assert (rating.rating, rating.tables, rating.provisional) == (1520, 1, True)
    assert selectors.rating_of(people[3].pk, "duck-soup") is None


def test_partners_gain_and_lose_together(people):
    table_id = open_for(*people[:4], game="gasp-pairs", rated=True)
    table_services.resign(table_id=table_id, user_id=people[1].pk)
    services.rate_table(table=tables.summary(table_id))
    changed = selectors.change_at_table(table_id)
    assert [changed[user.pk].by for user in people[:4]] == [20, -20, 20, -20]


def test_a_table_is_rated_once(people):
    table = finished(*people[:2])
    services.rate_table(table=table)
    services.rate_table(table=table)
    assert len(log.load("pool:duck-soup")) == 1


def test_guests_shared_seats_and_unrated_tables_move_nothing(people):
    ann, bob, *_ = people
    services.rate_table(table=finished(ann, bob, rated=False))
    table = finished(ann, bob)
    services.rate_table(table=msgspec.structs.replace(table, seats=(ann.pk, ann.pk)))
    User.objects.filter(pk=bob.pk).update(is_guest=True)
    services.rate_table(table=table)
    assert not log.load("pool:duck-soup")


def test_bots_are_rated_like_anybody_where_the_table_is(people):
    bot = User.objects.create(username="robot", bot_level="greedy")
    services.rate_table(table=finished(people[0], bot, winner=1))
    assert [(rung.name, rung.level) for rung in selectors.ladder("duck-soup")] == [
        ("robot", "greedy"),
        ("player1", ""),
    ]


@given(st.lists(st.tuples(st.permutations(range(5)), st.integers(2, 5), st.data()), min_size=1, max_size=6))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_rows_are_the_fold_of_the_pool_and_nothing_else(people, rounds):
    known = len(log.load("pool:gasp"))
    example = finished(*people[:2])
    for number, (order, seats, data) in enumerate(rounds):
        places = tuple(data.draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats)))
        table = msgspec.structs.replace(
            example,
            id=f"{known}-{number}"[-10:],
            game="gasp",
            options={},
            seats=tuple(people[at].pk for at in order[:seats]),
            outcome=Result(places, places, 1, "played"),
        )
        services.rate_table(table=table)
    folded: dict[int, Form] = {}
    for event in log.load("pool:gasp"):
        fields = msgspec.json.decode(event.payload)
        after = rate([folded.get(user, Form()) for user in fields["users"]], fields["places"])
        folded |= dict(zip(fields["users"], after, strict=True))
    rows = {row.user: Form(row.rating, row.tables, row.summited) for row in Rating.objects.filter(game="gasp")}
    assert rows == folded


def test_the_rows_are_made_again_from_the_log(people):
    for pair in (people[:2], people[1:3], people[:2]):
        services.rate_table(table=finished(*pair))
    assert projections.rebuild(check=True).changed == ()
