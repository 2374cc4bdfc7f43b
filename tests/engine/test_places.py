"""Places at a table that somebody left before the end."""

from __future__ import annotations

from engine.game import final_places, staying

ALONE = ((0,), (1,), (2,), (3,))
PAIRS = ((0, 2), (1, 3))


def test_whoever_left_is_last_and_the_others_keep_their_order():
    assert final_places((3, 1, 2, 4), [1], ALONE) == (2, 4, 1, 3)


def test_of_several_who_left_the_first_to_go_is_lowest():
    assert final_places((1, 2, 3, 4), [0, 2], ALONE) == (4, 1, 3, 2)


def test_equal_places_stay_equal():
    assert final_places((1, 1, 3, 3), [3], ALONE) == (1, 1, 3, 4)


def test_a_partner_shares_the_place_of_who_left():
    assert final_places((1, 2, 1, 2), [2], PAIRS) == (2, 1, 2, 1)


def test_when_somebody_of_each_team_left_the_first_team_to_lose_one_is_lowest():
    assert final_places((1, 2, 1, 2), [3, 0, 1], PAIRS) == (1, 2, 1, 2)


def test_a_team_stays_while_nobody_of_it_has_left():
    assert staying(PAIRS, [2]) == [(1, 3)]
    assert staying(ALONE, [1, 3]) == [(0,), (2,)]
