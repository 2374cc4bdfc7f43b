"""The order of a challenge ladder, and who may be challenged: with every example of the rules."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.leagues.rules import absence, deadlines
from tournaments.leagues.rules.deadlines import unplayed
from tournaments.leagues.rules.positions import insert, seated, swap
from tournaments.leagues.rules.reasons import why_not
from tournaments.platform.units import DAY, HOUR

A, B, C, D, E, F = range(1, 7)
LADDER = (A, B, C, D, E, F)
orders = st.permutations(range(1, 9)).map(tuple)


def test_example_insert():
    assert insert(LADDER, E, B) == (A, E, B, C, D, F)


def test_example_swap():
    assert swap(LADDER, E, B) == (A, E, C, D, B, F)


def test_example_table():
    assert seated(LADDER, {B: 3, C: 1, E: 2, F: 4}) == (A, C, E, D, B, F)


def test_equals_at_a_table_keep_their_order():
    assert seated(LADDER, {B: 2, C: 2, E: 1}) == (A, E, B, D, C, F)


@given(orders, st.data())
def test_every_result_is_a_permutation(order: tuple[int, ...], data: st.DataObject):
    winner, loser = data.draw(st.lists(st.sampled_from(order), min_size=2, max_size=2, unique=True))
    places = data.draw(st.dictionaries(st.sampled_from(order), st.integers(1, 5)))
    for after in (insert(order, winner, loser), swap(order, winner, loser), seated(order, places)):
        assert sorted(after) == sorted(order)
    above = order.index(winner) < order.index(loser)
    for after in (insert(order, winner, loser), swap(order, winner, loser)):
        assert after == order if above else after.index(winner) == order.index(loser)


@given(orders, st.data())
def test_only_those_between_two_move(order: tuple[int, ...], data: st.DataObject):
    winner, loser = data.draw(st.lists(st.sampled_from(order), min_size=2, max_size=2, unique=True))
    top, bottom = sorted((order.index(winner), order.index(loser)))
    for after in (insert(order, winner, loser), swap(order, winner, loser)):
        assert after[:top] == order[:top]
        assert after[bottom + 1 :] == order[bottom + 1 :]


def test_example_f_may_challenge_b_only_while_one_between_them_is_away():
    assert code(F, B) == "too_far"
    for away in (C, D, E):
        assert code(F, B, away=[away]) is None
    assert code(F, B, away=[A]) == "too_far"


def code(challenger: int, defender: int, **situation: Any) -> str | None:
    found = why_not(LADDER, challenger, defender, **situation)
    return found.code if found else None


NOW = 100 * DAY
EVERYTHING: dict[str, Any] = {
    "now": NOW,
    "away": [],
    "open": [],
    "defended": {},
    "met": {},
}


@pytest.mark.parametrize(
    ("expected", "pair", "situation"),
    [
        ("yourself", (F, F), {"away": [F], "open": [(F, A)]}),
        ("not_on_ladder", (9, F), {"away": [9, F]}),
        ("not_on_ladder", (F, 9), {"away": [F]}),
        ("you_are_away", (C, F), {"away": [C, F]}),
        ("away", (C, F), {"away": [F]}),
        ("below_you", (C, F), {"open": [(C, A)]}),
        ("too_far", (F, A), {"open": [(F, E)]}),
        ("you_have_one_open", (F, D), {"open": [(F, E), (D, B)]}),
        ("busy", (F, D), {"open": [(D, B)], "defended": {D: NOW}}),
        ("busy", (F, D), {"open": [(E, D)], "defended": {D: NOW}}),
        ("just_defended", (F, D), {"defended": {D: NOW - 3 * DAY + 1}, "met": {(D, F): NOW}}),
        ("met_recently", (F, D), {"met": {(D, F): NOW - 7 * DAY + 1}}),
        (None, (F, D), {"defended": {D: NOW - 3 * DAY}, "met": {(D, F): NOW - 7 * DAY}, "open": [(E, F), (C, B)]}),
    ],
)
def test_the_first_reason_is_given(expected: str | None, pair: tuple[int, int], situation: dict[str, object]):
    assert code(*pair, **(EVERYTHING | situation)) == expected


def test_reasons_that_pass_say_when():
    found = why_not(LADDER, F, D, now=NOW, defended={D: NOW - DAY})
    assert found is not None
    assert found.until == NOW + 2 * DAY
    found = why_not(LADDER, F, D, now=NOW, met={(D, F): NOW - DAY})
    assert found is not None
    assert (found.code, found.until) == ("met_recently", NOW + 6 * DAY)


def test_without_a_moment_it_is_the_beginning_of_time():
    assert why_not(LADDER, F, D, defended={D: 1 - 3 * DAY}) is not None
    assert why_not(LADDER, F, D, defended={D: -3 * DAY}) is None


@given(st.permutations(LADDER), st.sets(st.sampled_from(LADDER)), st.integers(1, 10))
def test_somebody_first_can_challenge_nobody(order: list[int], away: set[int], reach: int):
    assert all(why_not(order, order[0], other, away=away, reach=reach) is not None for other in order)


@given(st.permutations(LADDER), st.sets(st.sampled_from(LADDER)), st.integers(1, 9))
def test_more_reach_never_takes_anybody_away(order: list[int], away: set[int], reach: int):
    for one, other in product(order, order):
        if why_not(order, one, other, away=away, reach=reach) is None:
            assert why_not(order, one, other, away=away, reach=reach + 1) is None


END = 7 * DAY


@pytest.mark.parametrize(
    ("proposals", "answers", "outcome"),
    [
        ([], [], "void"),
        ([(A, END - 48 * HOUR)], [], "walkover"),
        ([(A, END - 48 * HOUR + 1)], [], "void"),
        ([(B, END - 60 * HOUR)], [], "forfeited"),
        ([(A, DAY), (B, 2 * DAY)], [], "forfeited"),
        ([(A, DAY), (B, 2 * DAY), (A, 3 * DAY)], [], "walkover"),
        ([(A, DAY)], [(B, 2 * DAY)], "void"),
        ([(A, DAY), (B, 2 * DAY)], [(A, 3 * DAY)], "void"),
    ],
)
def test_without_a_time_whoever_left_the_last_proposal_unanswered_loses(
    proposals: list[tuple[int, int]], answers: list[tuple[int, int]], outcome: str
):
    assert unplayed(A, B, proposals, answers, END) == outcome


@pytest.mark.parametrize(
    ("seated_", "outcome"), [({A, B}, None), ({A}, "walkover"), ({B}, "forfeited"), (set(), "void")]
)
def test_who_does_not_come_loses_and_both_make_it_void(seated_: set[int], outcome: str | None):
    assert deadlines.not_seated(A, B, seated_) == outcome


def test_a_draw_holds():
    assert deadlines.played(A, B, {A: 1, B: 1}) == "held"
    assert deadlines.played(A, B, {A: 1, B: 2}) == "won"
    assert deadlines.played(A, B, {A: 2, B: 1}) == "held"


def test_twenty_eight_days_in_half_a_year():
    assert absence.over_at((), NOW) == NOW + 28 * DAY
    assert absence.over_at([(NOW - 20 * DAY, NOW - 10 * DAY)], NOW) == NOW + 18 * DAY
    assert absence.over_at([(NOW - 300 * DAY, NOW - 175 * DAY)], NOW) == NOW + 23 * DAY
    assert absence.over_at([(NOW - 40 * DAY, NOW - 5 * DAY)], NOW) == NOW
