"""Matches of several tables between three to five sides."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.series import pod
from tournaments.pairing.series.rules import Series, Table

HALF = Fraction(1, 2)


def exactly(*points: Fraction | int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, points))


def test_points_of_three_sides_are_the_sums_of_their_shares():
    made = pod.score(Series("fixed", 2), 3, [(1, 2, 3), (2, 2, 1)])
    assert made.points == exactly(Fraction(5, 4), Fraction(3, 4), 1)
    assert made.places == (1, 3, 2)
    assert made.codes == ("1", "0", "=")


def test_equal_points_are_parted_by_the_best_table_then_by_the_last():
    made = pod.score(Series("fixed", 2), 3, [(1, 2, 3), (3, 2, 1)])
    assert made.points == exactly(1, 1, 1)
    assert made.places == (2, 3, 1)


def test_what_nothing_parts_is_shared():
    made = pod.score(Series("fixed", 2), 4, [(1, 3, 3, 1), (1, 3, 3, 1)])
    assert (made.places, made.codes) == ((1, 3, 3, 1), ("1", "0", "0", "1"))
    assert pod.score(Series("fixed", 1), 3, [(1, 1, 1)]).codes == ("=", "=", "=")


def test_seats_rotate_by_one():
    series = Series("fixed", 3)
    made = [pod.score(series, 3, [(1, 2, 3)] * tables, seats=(2, 0, 1)).next for tables in range(3)]
    assert [table.seats for table in made if table] == [(2, 0, 1), (0, 1, 2), (1, 2, 0)]


def test_who_is_not_there_for_the_first_table_is_last_and_no_opponent():
    series = Series("fixed", 2)
    made = pod.score(series, 4, [(2, None, 1, 3)])
    assert made.points == exactly(HALF, 0, 1, 0)
    assert made.next == Table(2, "regular", (2, 3, 0))
    made = pod.score(series, 4, [(2, None, 1, 3), (2, None, 1, 3)])
    assert made.places == (2, 4, 1, 3)
    assert made.codes == ("=", "-", "1", "0")
    with pytest.raises(ValueError, match="out of the match"):
        pod.score(series, 4, [(2, None, 1, 3), (2, 4, 1, 3)])


def test_too_few_for_a_table_have_won_it_by_forfeit():
    made = pod.score(Series("fixed", 2), 4, [(1, None, None, 1)], least=3)
    assert (made.points, made.codes, made.places) == (exactly(2, 0, 0, 2), ("+", "-", "-", "+"), (1, 3, 3, 1))


def test_who_leaves_a_match_of_three_loses_the_rest_of_it():
    series = Series("fixed", 3)
    made = pod.score(series, 3, [(3, 1, 2)], left={1})
    assert made.next == Table(2, "regular", (2, 0))
    made = pod.score(series, 3, [(3, 1, 2)], left={1}, least=3)
    assert made.points == exactly(2, 1, Fraction(5, 2))
    assert made.codes == ("=", "0", "1")


def test_pods_refuse_nonsense():
    with pytest.raises(ValueError, match="three or more"):
        pod.score(Series("fixed", 1), 2, [])
    with pytest.raises(ValueError, match="3 places from 1"):
        pod.score(Series("fixed", 1), 3, [(1, 2)])
    with pytest.raises(ValueError, match="3 places from 1"):
        pod.score(Series("fixed", 1), 3, [(0, 1, 2)])
    with pytest.raises(ValueError, match="over before table 2"):
        pod.score(Series("fixed", 1), 3, [(1, 2, 3), (1, 2, 3)])


@given(st.integers(3, 5), st.integers(1, 4), st.data())
@settings(deadline=None)
def test_a_table_that_was_played_gives_half_a_share_a_side(sides, count, data):
    places = st.tuples(*[st.integers(1, sides)] * sides)
    tables = [data.draw(places) for _ in range(count)]
    made = pod.score(Series("fixed", count), sides, tables)
    assert sum(made.points) == Fraction(count * sides, 2)
    assert made.places is not None
    order = sorted(range(sides), key=lambda side: made.places[side])  # type: ignore[index]
    assert [made.points[side] for side in order] == sorted(made.points, reverse=True)
    turned = pod.score(Series("fixed", count), sides, [row[::-1] for row in tables])
    assert turned.places == made.places[::-1]
