"""Tie-breaks by ratings, and FIDE's tables under them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.pairing.tiebreaks.crosstables import column, record
from tournaments.pairing.tiebreaks.performance import expected, gap, perfect
from tournaments.pairing.tiebreaks.reading import assemble, table

F = Fraction


@pytest.mark.parametrize(
    ("percent", "difference"),
    [(50, 0), (51, 7), (67, 125), (75, 193), (83, 273), (99, 677), (100, 800), (49, -7), (33, -125), (0, -800)],
)
def test_the_gap_that_goes_with_a_percentage(percent: int, difference: int):
    assert gap(percent) == difference


@pytest.mark.parametrize(
    ("difference", "hundredths"),
    [(0, 50), (3, 50), (4, 51), (10, 51), (11, 52), (-3, 50), (-4, 49), (100, 64), (200, 76), (400, 92), (411, 92),
     (412, 93), (735, 99), (736, 100), (-736, 0)],
)  # fmt: skip
def test_the_score_that_a_gap_lets_expect(difference: int, hundredths: int):
    assert expected(difference) == hundredths


def test_only_a_percentage_has_a_gap():
    for percent in (-1, 101):
        with pytest.raises(ValueError, match="per cent"):
            gap(percent)


@given(st.integers(-900, 900))
def test_what_one_side_is_expected_to_make_the_other_is_not(difference: int):
    assert expected(difference) + expected(-difference) == 100
    assert expected(difference) <= expected(difference + 1)


@given(st.lists(st.integers(1000, 2900), min_size=1, max_size=11), st.data())
def test_the_perfect_performance_is_the_least_rating_that_is_expected_to_make_the_score(ratings, data):
    score = F(data.draw(st.integers(1, 2 * len(ratings))), 2)
    rating = perfect([[each] for each in ratings], score)
    assert sum(expected(rating - each) for each in ratings) >= 100 * score
    assert sum(expected(rating - 1 - each) for each in ratings) < 100 * score


def test_nothing_made_is_eight_hundred_below_the_lowest_opponent():
    assert perfect([[1500], [1400]], F(0)) == 600


@pytest.mark.parametrize(("tables", "score"), [([], 0), ([[1500]], 2), ([[1500], []], 1), ([[1500]], -1)])
def test_no_rating_makes_a_score_that_cannot_be(tables: list[list[int]], score: int):
    with pytest.raises(ValueError, match="cannot be made"):
        perfect(tables, F(score))


def values(codes: str, ratings: tuple[int, ...]) -> dict[str, F | None]:
    crosstable = record(codes, ratings=ratings)
    return {code: column(code, crosstable)[0] for code in ("ARO", "ARO-C1", "TPR", "PTP")}


def test_the_mean_rating_is_rounded_half_up():
    assert values("1 0", (1500, 1601))["ARO"] == 1551
    assert values("1 0 0", (1500, 1500, 1501))["ARO"] == 1500


def test_performance_adds_the_gap_of_the_percentage():
    # 2½ of 4 are 62.5 %, 63 % half up: +95. At 1847 .81 + .70 + .57 + .43 are expected, at 1846 .02 less.
    assert values("1 1 = 0", (1600, 1700, 1800, 1900)) == {"ARO": 1750, "ARO-C1": 1800, "TPR": 1845, "PTP": 1847}


def test_forfeits_byes_and_opponents_without_a_rating_are_left_out():
    assert values("1 + U H - 0", (1500, 2900, 0, 0, 2900)) == {"ARO": 1500, "ARO-C1": None, "TPR": 2300, "PTP": 2236}
    assert values("+ U", (1500,)) == dict.fromkeys(("ARO", "ARO-C1", "TPR", "PTP"))


def test_at_a_table_of_several_it_is_their_mean():
    ratings = {2: 1500, 3: 1800}
    crosstable = assemble(range(1, 4), [table((1, 2, 3), (2, 1, 3))], ratings=ratings)
    assert [column(code, crosstable)[0] for code in ("ARO", "TPR", "PTP")] == [
        1650,
        1650,
        1647,
    ]
