"""The decider: what follows from a request, and what is refused."""

import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.runs import Run, plan
from tournaments.director.errors import Refused, WrongStatus
from tournaments.director.policy import decisions, matches, pairing
from tournaments.director.state.codec import CODEC
from tournaments.director.state.events import Cancelled, Entered, Finished, Started
from tournaments.director.state.folding import fold
from tournaments.log.encoding import encode_payload
from tournaments.tables.events import Clock


def test_entries_are_seeded_by_rating():
    run = Run().enter(11, 12, 13)
    (started,) = run.do(decisions.start(run.state, {11: 1400.0, 12: 1700.0, 13: 1500.0}, "seed"))
    assert isinstance(started, Started)
    assert started.seeds == (2, 3, 1)


def test_entering_twice_changes_nothing_and_coming_back_is_a_new_entry():
    run = Run().enter(11, 11)
    assert len(run.state.entries) == 1
    run.do(decisions.withdraw(run.state, 11))
    assert decisions.withdraw(run.state, 11) == ()
    assert run.enter(11).state.present == (2,)


def test_nobody_enters_or_starts_once_it_is_running():
    run = Run().enter(11, 12).start()
    for late in (lambda: run.enter(13), run.start, lambda: decisions.edit(run.state, plan())):
        with pytest.raises(WrongStatus, match="started"):
            late()


def test_hardly_anybody_there_is_no_start_and_at_its_time_the_end():
    run = Run(format="pods").enter(11, 12)
    with pytest.raises(WrongStatus, match="too_few_entries"):
        run.start()
    assert decisions.start_on_time(run.state, {}, "seed") == (Cancelled("too_few_entries"),)


def test_of_a_game_for_four_three_are_too_few_at_the_start_and_the_end_later():
    run = Run(format="pods", seats=(4,), rounds=3).enter(11, 12, 13)
    with pytest.raises(WrongStatus, match="too_few_entries"):
        run.start()
    assert decisions.start_on_time(run.state, {}, "seed") == (Cancelled("too_few_entries"),)
    run.enter(14, 15).start().play_out(random.Random(1), leaving=[11, 12])
    assert run.state.status == "finished"
    assert len(run.state.rounds) == 2


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"name": " "}, "bad_name"),
        ({"name": "x" * 81}, "bad_name"),
        ({"name": "a\0b"}, "bad_text"),
        ({"rounds": 0}, "bad_rounds"),
        ({"max_entries": 1}, "bad_max_entries"),
        ({"format": "pods", "max_entries": 2}, "bad_max_entries"),
        ({"format": "round-robin", "max_entries": 41}, "bad_max_entries"),
        ({"round_minutes": 0}, "bad_round_minutes"),
        ({"table_size": 6}, "bad_table_size"),
        ({"starts_at": -1}, "bad_starts_at"),
        ({"clock": Clock(Clock.MOST_BASE + 1)}, "bad_clock_base"),
        ({"clock": Clock(300, Clock.MOST_INCREMENT + 1)}, "bad_clock_increment"),
        ({"clock": Clock(Clock.MOST_PER_MOVE + 1, per_move=True)}, "bad_clock_base"),
        ({"clock": Clock(300, 5, per_move=True)}, "bad_clock_increment"),
    ],
)
def test_settings_that_cannot_be_are_named(given, code):
    with pytest.raises(Refused) as refused:
        Run(**given)
    assert refused.value.code == code


def test_a_format_needs_a_game_for_its_tables():
    with pytest.raises(Refused, match="bad_format"):
        decisions.announce(tournament="t", organiser=1, settings=plan(format="pods", game="duck-soup"))


def test_a_result_counts_once_and_only_from_its_own_table():
    run = Run().enter(11, 12).start()
    run.pair()
    (match,) = run.state.rounds[0].played.matches
    with pytest.raises(Refused, match="unknown_table"):
        matches.record(run.state, match=match.match, table="another", places=(1, 2))
    run.play_round(random.Random(1))
    assert matches.record(run.state, match=match.match, table=f"table-{match.match}", places=(2, 1)) == ()


def test_a_round_is_paired_only_when_the_last_is_over():
    run = Run().enter(11, 12, 13, 14).start()
    run.pair()
    assert pairing.due(run.state) is None
    assert run.pair() == ()


def test_a_tournament_ends_early_when_nobody_is_left_to_pair():
    run = Run(rounds=5).enter(11, 12, 13).start().play_out(random.Random(2), leaving=[11, 12, 13])
    assert run.state.status == "finished"
    assert len(run.state.rounds) < 5


def test_a_cancelled_tournament_takes_no_result():
    run = Run().enter(11, 12).start()
    run.pair()
    run.do(decisions.cancel(run.state))
    assert pairing.due(run.state) is None
    assert matches.record(run.state, match="m0", table="table-m0", places=(1, 2)) == ()
    assert decisions.cancel(run.state) == ()


def test_the_standings_can_be_asked_as_of_any_event():
    run = Run(rounds=3).enter(11, 12, 13, 14).start().play_out(random.Random(4))
    totals = [sum(line.points for line in fold(run.events[:seq]).lines) for seq in range(1, len(run.events) + 1)]
    assert totals == sorted(totals)
    assert totals[-1] == 6


@given(
    st.sampled_from(["round-robin", "swiss", "pods"]),
    st.integers(3, 17),
    st.integers(1, 5),
    st.lists(st.integers(11, 27), max_size=4),
    st.randoms(use_true_random=False),
)
@settings(deadline=None, max_examples=40)
def test_every_tournament_ends_and_what_happened_can_be_stored_and_folded_again(form, entries, rounds, leaving, rng):
    users = range(11, 11 + entries)
    leaving = [user for user in dict.fromkeys(leaving) if user in users]
    run = Run(format=form, rounds=rounds).enter(*users).start().play_out(rng, leaving)
    assert run.state.status == "finished"
    stored = []
    for event, at in run.events:
        payload = encode_payload(CODEC.fields(event))
        stored.append((CODEC.decode(event.kind, event.version, payload), at))
    assert stored == run.events
    assert fold(stored) == run.state
    final = run.events[-1][0]
    assert isinstance(final, Finished)
    assert {each.entry for each in final.places} == set(range(1, entries + 1))


def test_events_name_no_person_but_by_number():
    run = Run(rounds=2).enter(11, 12, 13).start().play_out(random.Random(5))
    entered = [event for event, _at in run.events if isinstance(event, Entered)]
    assert [event.users for event in entered] == [(11,), (12,), (13,)]
    assert msgspec.json.encode(CODEC.fields(entered[0])) == b'{"entry":1,"users":[11]}'
