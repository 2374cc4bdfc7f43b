"""Who may enter, the waiting list, and who is there at the start."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.director.runs import Run, plan
from tournaments.director.errors import NotAllowed, Refused, RoomError, WrongStatus
from tournaments.director.policy import conditions, decisions, entries, roll_call
from tournaments.director.policy.conditions import Candidate, verdicts
from tournaments.director.state.events import Started
from tournaments.director.state.folding import fold

GOOD = Candidate(rating=1600, tables=20, days=30, is_invited=True)
STRICT: dict[str, Any] = {"least_rating": 1500, "most_rating": 1800, "least_games": 10, "least_days": 7}


@pytest.mark.parametrize(
    ("given", "candidate", "code"),
    [
        ({"bots": False}, Candidate(is_bot=True), "no_bots"),
        ({}, Candidate(is_guest=True), "guests_unrated"),
        ({"least_rating": 1500}, Candidate(rating=1499), "rating_too_low"),
        ({"most_rating": 1500}, Candidate(rating=1501), "rating_too_high"),
        ({"least_games": 10}, Candidate(tables=9), "too_few_games"),
        ({"least_days": 7}, Candidate(days=6), "account_too_new"),
        ({"by_invitation": True}, Candidate(), "not_invited"),
        ({"entry_code": conditions.digest("tea", "t")}, Candidate(), "wrong_code"),
        ({"entry_code": conditions.digest("tea", "t")}, Candidate(code="coffee"), "wrong_code"),
    ],
)
def test_each_condition_has_a_verdict_and_keeps_out_who_does_not_meet_it(given, candidate, code):
    run = Run(**given)
    told = {verdict.code: verdict.met for verdict in verdicts("t", run.state.settings, candidate)}
    assert told[code] is False
    with pytest.raises(NotAllowed) as refused:
        entries.enter(run.state, 11, candidate)
    assert refused.value.code == code


def test_who_meets_all_of_them_comes_in_and_is_told_so():
    run = Run(**STRICT, bots=False, by_invitation=True, entry_code=conditions.digest("Tea Time", "t"))
    knows = replace(GOOD, code=" tea  time")
    told = verdicts("t", run.state.settings, knows)
    assert len(told) == 8
    assert all(verdict.met for verdict in told)
    run.do(entries.enter(run.state, 11, knows))
    assert run.state.present == (1,)


def test_a_code_is_kept_only_as_a_hash_that_differs_between_tournaments():
    kept = conditions.digest("tea", "one")
    assert "tea" not in kept
    assert kept != conditions.digest("tea", "two")
    assert kept == conditions.digest("TEA ", "one")


def test_whom_the_organiser_enters_only_has_to_be_of_the_kind():
    run = Run(**STRICT, by_invitation=True)
    run.do(entries.enter(run.state, 11, Candidate(is_bot=True, waived=True)))
    with pytest.raises(NotAllowed, match="no_bots"):
        entries.enter(Run(bots=False).state, 11, Candidate(is_bot=True, waived=True))


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"least_rating": 1500, "most_rating": 1400}, "bad_most_rating"),
        ({"least_rating": -1}, "bad_least_rating"),
        ({"least_games": -1}, "bad_least_games"),
        ({"least_days": 40_000}, "bad_least_days"),
        ({"check_in_minutes": 1_441}, "bad_check_in_minutes"),
    ],
)
def test_conditions_that_cannot_be_are_named(given, code):
    with pytest.raises(Refused) as refused:
        Run(**given)
    assert (refused.value.code, refused.value.field) == (code, code.removeprefix("bad_"))


# -- the waiting list


def full(**given: Any) -> Run:
    return enter(Run(max_entries=2, waiting_list=True, **given), 11, 12, 13, 14)


def enter(run: Run, *users: int) -> Run:
    for user in users:
        run.do(entries.enter(run.state, user, GOOD))
    return run


def test_who_comes_when_it_is_full_waits_and_moves_up_in_turn():
    run = full()
    assert (run.state.present, run.state.waiting) == ((1, 2), (3, 4))
    assert entries.enter(run.state, 13, GOOD) == (), "waiting once is enough"
    run.do(entries.withdraw(run.state, 14))
    run.do(entries.withdraw(run.state, 11))
    assert (run.state.present, run.state.waiting) == ((2, 3), ())
    assert run.state.entries[3].moved_up


def test_more_room_lets_them_in():
    run = full()
    edited = decisions.edit(run.state, plan(max_entries=3, waiting_list=True))
    run.do(entries.with_moved_up(run.state, edited))
    assert (run.state.present, run.state.waiting) == ((1, 2, 3), (4,))


def test_who_still_waits_at_the_start_is_out():
    run = full()
    run.do(roll_call.start(run.state, {}, "seed", now=1_000))
    assert set(run.state.seeds) == {1, 2}
    assert run.state.waiting == ()
    assert run.state.entry_of(13) is None


# -- being there

OPENS, START = 100 * 60_000, 115 * 60_000


def called(*there: int, **given: Any) -> Run:
    run = enter(Run(starts_at=START, check_in_minutes=15, **given), 11, 12, 13, 14, 15)
    for user in there:
        run.do(roll_call.check_in(run.state, user, OPENS))
    return run


def begin(run: Run, *, now: int = START, bots: tuple[int, ...] = ()) -> Run:
    run.do(roll_call.start(run.state, {}, "seed", now=now, bots=bots))
    return run


def test_who_has_not_checked_in_is_left_out_and_may_still_come_late():
    run = begin(called(11, 12, 13, late_round=3, rounds=3))
    assert set(run.state.seeds) == {1, 2, 3}
    (started,) = (event for event, _at in run.events if isinstance(event, Started))
    assert started.left_out == (4, 5)
    run.pair()
    enter(run, 14)
    assert run.state.seeds[-1] == 6
    assert run.state.entries[4].withdrawn


def test_bots_are_always_there():
    assert set(begin(called(11), bots=(12, 13)).state.seeds) == {1, 2, 3}


def test_one_says_so_from_the_announced_moment_on_and_the_organiser_for_others_before():
    run = called()
    with pytest.raises(WrongStatus, match="too_early"):
        roll_call.check_in(run.state, 11, OPENS - 1)
    run.do(roll_call.check_in(run.state, 11, OPENS - 1, early=True))
    assert roll_call.check_in(run.state, 11, OPENS) == ()
    with pytest.raises(Refused, match="not_entered"):
        roll_call.check_in(run.state, 99, OPENS)
    with pytest.raises(Refused, match="no_check_in"):
        roll_call.check_in(Run().enter(11).state, 11, OPENS)


def test_before_it_opens_nobody_could_have_checked_in_and_all_are_there():
    assert len(begin(called(), now=OPENS - 1).state.seeds) == 5


def test_a_free_place_at_the_start_goes_to_who_waits_and_is_there():
    run = called(11, 14, 15, max_entries=3, waiting_list=True)
    assert (run.state.present, run.state.waiting) == ((1, 2, 3), (4, 5))
    begin(run)
    assert set(run.state.seeds) == {1, 4, 5}


def test_too_few_who_are_there_start_nothing_and_at_its_time_it_is_called_off():
    run = called(11)
    with pytest.raises(WrongStatus, match="too_few_entries"):
        begin(run)
    run.do(roll_call.start(run.state, {}, "seed", now=START, on_time=True))
    assert run.state.cancelled == "too_few_entries"


@settings(deadline=None, max_examples=60)
@given(
    steps=st.lists(st.tuples(st.sampled_from(["enter", "leave", "here"]), st.integers(11, 18)), max_size=30),
    most=st.integers(2, 4),
)
def test_nobody_waits_while_there_is_room_and_only_who_is_there_starts(steps: list[tuple[str, int]], most: int):
    run = Run(starts_at=START, check_in_minutes=15, max_entries=most, waiting_list=True)
    for step, user in steps:
        try:
            run.do(
                entries.enter(run.state, user, GOOD)
                if step == "enter"
                else entries.withdraw(run.state, user)
                if step == "leave"
                else roll_call.check_in(run.state, user, OPENS)
            )
        except RoomError:
            continue
        assert len(run.state.present) <= most
        assert not run.state.waiting or len(run.state.present) == most
    there = [entry.number for entry in run.state.entries.values() if entry.checked_in and not entry.withdrawn]
    try:
        begin(run)
    except WrongStatus:
        assert len(there) < 2
        return
    assert set(run.state.seeds) <= set(there)
    assert len(run.state.seeds) == min(most, len(there))
    assert fold(run.events) == run.state
    assert run.play_out(random.Random(most)).state.status == "finished"


def test_settings_without_conditions_ask_nothing():
    assert verdicts("t", plan(rated=False), GOOD) == ()
