"""Who is paired with whom: first the longest waiting with the nearest in rating, never people who are apart."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from tournaments.people.matching import NARROW, OPEN, Waiter, groups, reach

SOON, LATER = 1_000, OPEN
ANN, BOB, CLEO, DAN = 1, 2, 3, 4

times = st.integers(0, 100_000)
crowds = st.lists(
    st.builds(Waiter, st.integers(1, 30), st.floats(100, 2_800), times, st.frozensets(st.integers(1, 30), max_size=4)),
    unique_by=lambda one: one.user,
    max_size=24,
)


def test_the_nearest_rating_is_chosen_by_who_has_waited_longest() -> None:
    waiting = [Waiter(ANN, 1500, 0), Waiter(BOB, 1580, 10), Waiter(CLEO, 1520, 20), Waiter(DAN, 1600, 30)]
    assert groups(waiting, 2, now=SOON) == [(ANN, CLEO), (BOB, DAN)]


def test_far_ratings_meet_later_and_any_ratings_in_the_end() -> None:
    near, far = Waiter(ANN, 1500, 0), Waiter(BOB, 1500 + NARROW + 200, 0)
    assert groups([near, far], 2, now=SOON) == []
    assert groups([near, far], 2, now=20_000) == [(ANN, BOB)]
    assert groups([near, Waiter(BOB, 3_000, 0)], 2, now=OPEN - 1) == []
    assert groups([near, Waiter(BOB, 3_000, OPEN)], 2, now=OPEN) == [(ANN, BOB)]


@given(st.lists(times, min_size=2, max_size=9).map(sorted))
def test_the_reach_only_grows(waited: list[int]) -> None:
    assert all(reach(one) <= reach(other) for one, other in pairwise(waited))


def test_those_who_are_apart_are_not_seated_together_on_whosever_account() -> None:
    apart = [Waiter(ANN, 1500, 0, frozenset({BOB})), Waiter(BOB, 1500, 0)]
    assert groups(apart, 2, now=LATER) == groups(apart[::-1], 2, now=LATER) == []
    assert groups([*apart, Waiter(CLEO, 2_000, 1)], 2, now=LATER + 1) == [(ANN, CLEO)]


def test_of_a_table_of_three_no_two_are_apart() -> None:
    waiting = [Waiter(ANN, 1500, 0), Waiter(BOB, 1501, 0, frozenset({CLEO})), Waiter(CLEO, 1502, 0)]
    assert groups(waiting, 3, now=LATER) == []
    assert groups([*waiting, Waiter(DAN, 1900, 0)], 3, now=LATER) == [(ANN, BOB, DAN)]


@given(crowds, st.integers(2, 5))
def test_nobody_is_seated_twice_or_with_somebody_apart_and_few_are_left_over(crowd: list[Waiter], seats: int) -> None:
    by_user = {one.user: one for one in crowd}
    found = groups(crowd, seats, now=200_000)
    seated = [user for group in found for user in group]
    assert len(seated) == len(set(seated))
    assert all(len(group) == seats for group in found)
    for group in found:
        assert not any(other in by_user[one].apart - {one} for one in group for other in group)
    if not any(one.apart for one in crowd):
        assert len(crowd) - len(seated) < seats
