"""Coming late, staying away for a while: who is drawn, what it counts, and that it always comes to an end."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Event
from tests.director.runs import Run
from tournaments.director.errors import Refused, RoomError, WrongStatus
from tournaments.director.policy import decisions, entries, pairing
from tournaments.director.policy.conditions import Candidate
from tournaments.director.state.events import RoundPaired
from tournaments.director.state.folding import fold
from tournaments.pairing.tiebreaks import crosstable
from tournaments.pairing.tiebreaks.reading import recorded


def running(*users: int, rounds: int = 4, **given: Any) -> Run:
    return Run(rounds=rounds, **given).enter(*users).start()


def play(run: Run, *, times: int = 1) -> Run:
    for _time in range(times):
        run.pair()
        run.play_round(random.Random(len(run.events)))
    return run


def drawn(run: Run) -> set[int]:
    return {entry for match in run.state.rounds[-1].played.matches for entry in match.entries}


# -- late entries


def test_a_late_entry_has_nothing_of_the_rounds_missed_a_seed_behind_all_and_is_drawn_next():
    run = play(running(11, 12, 13, 14, late_round=3), times=2)
    before = run.state.seeds
    run.do(entries.enter(run.state, 15, Candidate(rating=1900)))
    assert run.state.seeds == (*before, 5)
    assert [paired.played.absences[5].code for paired in run.state.rounds] == ["Z", "Z"]
    assert run.state.ratings == {5: 1900}
    run.do(entries.enter(run.state, 16))
    run.pair()
    assert {5, 6} <= drawn(run)


def test_a_late_entry_has_half_a_point_for_the_last_round_missed_where_that_is_announced():
    run = play(running(11, 12, 13, 14, late_round=4, late_bye="H"), times=3)
    run.do(entries.enter(run.state, 15))
    assert [paired.played.absences[5].code for paired in run.state.rounds] == ["Z", "Z", "H"]
    (late,) = (line for line in run.state.lines if line.entry == 5)
    assert str(late.points) == "1/2"


def test_late_entries_end_when_the_last_round_for_them_is_drawn():
    run = running(11, 12, 13, 14, late_round=2)
    run.pair()
    run.do(entries.enter(run.state, 15))
    run.play_round(random.Random(1))
    run.pair()
    with pytest.raises(WrongStatus, match="too_late"):
        entries.enter(run.state, 16)
    assert entries.enter(run.state, 15) == (), "who is in, stays in"


def test_nobody_comes_late_where_it_was_not_announced_nor_to_a_fixed_schedule():
    with pytest.raises(WrongStatus, match="started"):
        entries.enter(running(11, 12).state, 13)
    with pytest.raises(Refused, match="bad_late_round"):
        Run(format="round-robin", late_round=2)


def test_whoever_has_withdrawn_does_not_come_back_as_a_late_entry():
    run = running(11, 12, 13, 14, late_round=3)
    run.do(decisions.withdraw(run.state, 11))
    with pytest.raises(WrongStatus, match="withdrew"):
        entries.enter(run.state, 11)


def test_a_late_entry_meets_the_same_conditions():
    with pytest.raises(WrongStatus, match="full"):
        entries.enter(running(11, 12, late_round=3, max_entries=2).state, 13)
    with pytest.raises(RoomError, match="no_bots"):
        entries.enter(running(11, 12, late_round=3, bots=False).state, 13, Candidate(is_bot=True))


# -- byes on request


def test_a_bye_asked_for_is_kept_for_its_round_alone():
    run = running(11, 12, 13, 14, 15, half_byes=1)
    run.do(entries.ask_byes(run.state, 11, {2: "H"}))
    play(run)
    assert 1 in drawn(run) | set(run.state.rounds[0].played.byes)
    play(run)
    assert [(each.entry, each.code) for each in run.state.rounds[1].drawn.absences] == [(1, "H")]
    play(run)
    assert run.state.rounds[2].drawn.absences == ()


def test_a_bye_is_asked_for_before_its_round_is_drawn_and_may_be_dropped_until_then():
    run = running(11, 12, 13, 14, 15, half_byes=1)
    run.do(entries.ask_byes(run.state, 11, {1: "H", 3: "Z"}))
    run.do(entries.ask_byes(run.state, 11, {1: None}))
    assert run.state.entries[1].byes == {3: "Z"}
    run.pair()
    for code in ("H", "Z"):
        with pytest.raises(WrongStatus, match="round_made"):
            entries.ask_byes(run.state, 11, {1: code})
    assert entries.ask_byes(run.state, 11, {3: "Z"}) == ()


def test_half_a_point_is_given_as_often_as_announced_and_never_in_the_last_round():
    run = running(11, 12, 13, 14, half_byes=1)
    with pytest.raises(Refused, match="no_bye_last"):
        entries.ask_byes(run.state, 11, {4: "H"})
    with pytest.raises(Refused, match="too_many_byes"):
        entries.ask_byes(run.state, 11, {2: "H", 3: "H"})
    run.do(entries.ask_byes(run.state, 11, {2: "H", 3: "Z", 4: "Z"}))
    assert run.state.entries[1].byes == {2: "H", 3: "Z", 4: "Z"}
    run.do(entries.ask_byes(run.state, 11, {2: "Z", 3: "H"}))
    with pytest.raises(Refused, match="unknown_round"):
        entries.ask_byes(run.state, 11, {5: "Z"})


def test_a_half_asked_for_before_the_number_of_rounds_was_known_is_nothing_in_what_became_the_last():
    run = Run(half_byes=1).enter(11, 12, 13, 14, 15)
    run.do(entries.ask_byes(run.state, 11, {3: "H"}))
    play(run.start(), times=3)
    assert run.state.planned == 3
    assert [(each.entry, each.code) for each in run.state.rounds[2].drawn.absences] == [(1, "Z")]


def test_if_all_but_one_stay_away_for_a_round_that_one_has_a_bye_and_it_goes_on():
    run = running(11, 12, 13, rounds=3)
    for user in (11, 12):
        run.do(entries.ask_byes(run.state, user, {1: "Z"}))
    run.pair()
    assert (run.state.rounds[0].played.byes, run.state.rounds[0].played.matches) == ((3,), ())
    assert pairing.due(run.state) == "pairing"


# -- pauses


def test_who_pauses_is_not_drawn_until_they_return():
    run = running(11, 12, 13, 14, 15)
    run.pair()
    run.do(entries.pause(run.state, 11))
    assert entries.pause(run.state, 11) == ()
    run.play_round(random.Random(1))
    play(run)
    assert [(each.entry, each.code) for each in run.state.rounds[1].drawn.absences] == [(1, "Z")]
    run.do(entries.come_back(run.state, 11))
    play(run)
    assert run.state.rounds[2].drawn.absences == ()


def test_a_round_waits_for_those_who_pause_if_too_few_others_are_left():
    run = running(11, 12, 13)
    for user in (11, 12):
        run.do(entries.pause(run.state, user))
    with pytest.raises(Refused, match="too_few_here"):
        run.pair()
    run.do(pairing.refuse_pairing(run.state, "too_few_here"))
    assert pairing.due(run.state) is None
    run.do(entries.come_back(run.state, 11))
    assert pairing.due(run.state) == "pairing"
    run.pair()


def test_rounds_of_a_fixed_schedule_cannot_be_missed():
    run = Run(format="round-robin").enter(11, 12, 13).start()
    for request in (entries.pause, entries.come_back, lambda state, user: entries.ask_byes(state, user, {2: "Z"})):
        with pytest.raises(Refused, match="fixed_schedule"):
            request(run.state, 11)


# -- laws

REQUESTS = st.sampled_from(["late", "pause", "return", "bye", "drop", "withdraw"])


def ask(run: Run, request: str, user: int, rng: random.Random) -> None:
    number = rng.randrange(1, 6)
    made: dict[str, object] = {
        "late": lambda: entries.enter(run.state, rng.randrange(11, 30)),
        "pause": lambda: entries.pause(run.state, user),
        "return": lambda: entries.come_back(run.state, user),
        "bye": lambda: entries.ask_byes(run.state, user, {number: rng.choice(["H", "Z"])}),
        "drop": lambda: entries.ask_byes(run.state, user, {number: None}),
        "withdraw": lambda: decisions.withdraw(run.state, user),
    }
    before = run.state
    try:
        events: Sequence[Event] = made[request]()  # type: ignore[operator]
    except RoomError:
        assert run.state == before
        return
    run.do(events)


def go_on(run: Run, rng: random.Random) -> None:
    """One step of the tournament; where it waits for people, they come back."""
    step = pairing.due(run.state, again=True)
    if step == "finish":
        run.do(pairing.finish(run.state) or pairing.finish(fold(run.events)))
    elif step == "pairing":
        try:
            run.pair()
        except Refused:
            paused = [entry for entry in run.state.entries.values() if entry.paused and not entry.withdrawn]
            assert paused, "whom it waits for"
            run.do(entries.come_back(run.state, paused[0].users[0]))
    else:
        run.play_round(rng)


@settings(deadline=None, max_examples=60)
@given(
    form=st.sampled_from(["swiss", "pods"]),
    count=st.integers(4, 9),
    requests=st.lists(st.lists(st.tuples(REQUESTS, st.integers(11, 22)), max_size=4), max_size=12),
    late_bye=st.sampled_from(["H", "Z"]),
    seed=st.integers(0, 1_000),
)
def test_whoever_comes_late_rests_pauses_or_leaves_it_ends_and_everybody_has_one_cell_a_round(
    form: str, count: int, requests: list[list[tuple[str, int]]], late_bye: str, seed: int
):
    rng = random.Random(seed)
    run = Run(format=form, rounds=4, late_round=3, late_bye=late_bye, half_byes=2).enter(*range(11, 11 + count)).start()
    for asked in [*requests, *[[]] * 60]:
        if run.state.status != "running":
            break
        for request, user in asked:
            ask(run, request, user, rng)
        go_on(run, rng)
    assert run.state.status == "finished"
    assert fold(run.events) == run.state
    for paired in run.state.rounds:
        played = paired.played
        cells = [*(entry for match in played.matches for entry in match.entries), *played.byes, *played.absences]
        assert sorted(cells) == sorted(run.state.seeds)
    crosstable.check(recorded(run.state.seeds, run.state.played))
    for at, (event, _when) in enumerate(run.events):
        if isinstance(event, RoundPaired):
            ids = (match.match for match in event.matches)
            assert pairing.pair(fold(run.events[:at]), seed=event.seed, ids=ids, deadline=None) == (event,)
