"""Elo, as the formulas say."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.ratings.elo import SUMMIT, Form, changes, expected, rate, shown

ratings = st.floats(min_value=100, max_value=3000)


@st.composite
def finished_tables(draw, k_equal: bool = True):
    seats = draw(st.integers(2, 5))
    forms = [Form(draw(ratings), 50) for _ in range(seats)]
    places = draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    return forms, places


def test_equals_expect_half_and_four_hundred_points_are_ten_to_one():
    assert expected(1500, 1500) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)


def test_a_first_table_between_newcomers_moves_each_by_twenty():
    assert changes([Form(), Form()], [1, 2]) == (20.0, -20.0)
    assert changes([Form(), Form()], [1, 1]) == (0.0, 0.0)


def test_four_newcomers_gain_by_place_as_three_duels_would():
    assert changes([Form()] * 4, [2, 1, 4, 3]) == pytest.approx((20 / 3, 20.0, -20.0, -20 / 3))


def test_partners_are_one_side_as_strong_as_they_are_on_average_and_gain_alike():
    forms = [Form(1700), Form(1500), Form(1300), Form(1500)]
    assert changes(forms, [1, 2, 1, 2], ((0, 2), (1, 3))) == (20.0, -20.0, 20.0, -20.0)
    stronger = changes([Form(1700), Form(1500), Form(1700), Form(1500)], [1, 2, 1, 2], ((0, 2), (1, 3)))
    assert stronger[0] == stronger[2] == pytest.approx(40 * (1 - expected(1700, 1500)))


def test_teams_that_share_the_first_place_draw():
    assert changes([Form()] * 4, [1, 1, 1, 1], ((0, 2), (1, 3))) == (0.0,) * 4


def test_k_is_forty_for_thirty_tables_then_twenty_and_ten_once_at_the_summit():
    assert Form(tables=29).k == 40
    assert Form(tables=30).k == 20
    assert Form(2600, tables=29, summited=True).k == 40
    assert Form(2399, tables=100, summited=True).k == 10


def test_the_summit_sticks_after_the_rating_falls_again():
    risen, _ = rate([Form(2395, 100), Form(2395, 100)], [1, 2])
    assert risen.rating >= SUMMIT
    fallen, _ = rate([risen, Form(1500, 100)], [2, 1])
    assert fallen.rating < SUMMIT
    assert fallen.summited


def test_ratings_are_shown_rounded_half_up():
    assert [shown(rating) for rating in (1499.5, 1500.49, -0.5)] == [1500, 1500, 0]


@given(finished_tables())
@settings(deadline=None)
def test_equal_ks_exchange_points_and_make_none(table):
    forms, places = table
    assert math.fsum(changes(forms, places)) == pytest.approx(0, abs=1e-9)


@given(finished_tables())
@settings(deadline=None)
def test_no_table_moves_a_rating_by_more_than_k(table):
    forms, places = table
    assert all(abs(change) <= form.k for form, change in zip(forms, changes(forms, places), strict=True))


@given(ratings, ratings, st.sampled_from([(1, 2), (2, 1), (1, 1)]))
@settings(deadline=None)
def test_a_table_of_two_is_plain_elo(one, two, places):
    score = {(1, 2): 1.0, (2, 1): 0.0, (1, 1): 0.5}[places]
    change, _ = changes([Form(one, 50), Form(two, 50)], places)
    assert change == pytest.approx(20 * (score - 1 / (1 + 10 ** ((two - one) / 400))))
