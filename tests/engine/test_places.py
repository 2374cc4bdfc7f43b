"""Places at a table that somebody left before the end."""

import pytest

from engine.places import final_places, staying

ALONE = ((0,), (1,), (2,), (3,))
PAIRS = ((0, 2), (1, 3))


@pytest.mark.parametrize(
    ("places", "gone", "final"),
    [
        ((1, 2, 3), (), (1, 2, 3)),
        ((1, 2, 3), (0,), (3, 1, 2)),
        ((1, 1, 3), (1,), (1, 3, 2)),
        ((1, 2, 3, 4), (0, 1), (4, 3, 1, 2)),
        ((1, 2, 3, 4), (1, 0), (3, 4, 1, 2)),
        ((1, 2, 3, 4), (0, 2), (4, 1, 3, 2)),
        ((1, 1, 3, 3), (3,), (1, 1, 3, 4)),
        ((1, 1, 1), (2,), (1, 1, 3)),
    ],
)
def test_who_left_is_last_and_the_first_to_go_lowest(
    places: tuple[int, ...], gone: tuple[int, ...], final: tuple[int, ...]
):
    alone = tuple((seat,) for seat in range(len(places)))
    assert final_places(places, gone, alone) == final


@pytest.mark.parametrize(
    ("places", "gone", "final"),
    [
        ((2, 1, 2, 1), (), (2, 1, 2, 1)),
        ((1, 2, 1, 2), (2,), (2, 1, 2, 1)),
        ((1, 2, 1, 2), (1, 0), (1, 2, 1, 2)),
        ((1, 2, 1, 2), (3, 0, 1), (1, 2, 1, 2)),
    ],
)
def test_partners_share_their_place(places: tuple[int, ...], gone: tuple[int, ...], final: tuple[int, ...]):
    assert final_places(places, gone, PAIRS) == final


def test_a_team_stays_while_nobody_of_it_has_left():
    assert staying(PAIRS, [2]) == [(1, 3)]
    assert staying(ALONE, [1, 3]) == [(0,), (2,)]
