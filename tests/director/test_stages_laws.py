"""Laws of tournaments of several stages: if players leave or do not come, they end, and their events say it all."""

import random
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.staged import COMPOSITIONS
from tests.director.structured import Run
from tournaments.director.policy import stages
from tournaments.director.state.events import FieldFixed
from tournaments.director.state.folding import fold
from tournaments.director.state.order import compared

names = st.sampled_from(sorted(COMPOSITIONS))
chance = st.integers(0, 2**32).map(random.Random)


def begun(name: str, more: int) -> Run:
    composition = COMPOSITIONS[name]
    return Run(composition.least + more, seats=composition.seats, **composition.settings)


def fields(run: Run) -> list[FieldFixed]:
    return [event for event, _at in run.events if isinstance(event, FieldFixed)]


@settings(max_examples=15, deadline=None)
@given(name=names, more=st.integers(0, 9), rng=chance)
def test_if_nobody_leaves_every_stage_is_played_in_the_rounds_that_were_planned(
    name: str, more: int, rng: random.Random
):
    run = begun(name, more)
    planned = run.state.planned
    run.play_out(rng)
    assert run.state.status == "finished"
    assert len(fields(run)) == len(run.state.settings.stages)
    assert run.state.planned == planned + sum(paired.parts_ties for paired in run.state.rounds)
    assert [len(each.seeds) for each in run.state.stages[1:]] == [
        each.entries for each in stages.expected(run.state.settings, len(run.state.seeds))
    ]


@settings(max_examples=50, deadline=None)
@given(
    name=names,
    more=st.integers(0, 9),
    rng=chance,
    leaving=st.sampled_from([0.0, 0.1, 0.4]),
    missing=st.sampled_from([0.0, 0.2, 0.6]),
)
def test_it_ends_whoever_leaves_or_stays_away_and_everybody_has_a_place(
    name: str, more: int, rng: random.Random, leaving: float, missing: float
):
    run = begun(name, more).play_out(rng, leaving=leaving, missing=missing)
    assert run.state.status == "finished"
    assert set(run.state.places) == set(run.state.entries)
    assert [line.place for line in run.state.lines] == sorted(run.state.places.values())
    assert min(run.state.places.values()) in (1, 2)
    ahead = [set(each.seeds) for each in run.state.stages]
    for before, after in pairwise(ahead):
        assert after <= before
        worst = max(run.state.places[entry] for entry in after)
        assert all(run.state.places[entry] > worst or entry in after for entry in before)


@settings(max_examples=15, deadline=None)
@given(name=names, more=st.integers(0, 6), rng=chance)
def test_the_events_alone_give_the_same_state_at_every_moment(name: str, more: int, rng: random.Random):
    run = begun(name, more).play_out(rng, leaving=0.1, missing=0.1)
    assert fold(run.events) == run.state
    cut = rng.randrange(1, len(run.events))
    assert fold(run.events[cut:], fold(run.events[:cut])) == run.state
    assert [paired.drawn.round for paired in run.state.rounds] == list(range(1, len(run.state.rounds) + 1))


@settings(max_examples=25, deadline=None)
@given(name=names, more=st.integers(0, 9), rng=chance, leaving=st.sampled_from([0.0, 0.2]))
def test_nobody_goes_on_who_has_left_or_stood_behind_somebody_of_the_same_group_who_does_not(
    name: str, more: int, rng: random.Random, leaving: float
):
    run = begun(name, more).play_out(rng, leaving=leaving)
    for at, (event, _at) in enumerate(run.events):
        if not isinstance(event, FieldFixed):
            continue
        before = fold(run.events[:at])
        on = {each.entry for each in event.entries}
        assert not any(before.entries[entry].withdrawn for entry in on)
        lines = list(compared(before.current.group_lines, before.current.settings))
        for line in lines:
            if line.entry not in on and not before.entries[line.entry].withdrawn and line.entry not in event.passed:
                behind = [other for other in lines if other.group == line.group and other.place > line.place]
                assert not any(other.entry in on for other in behind)
        again = stages.field_of(before, event.stage - 1, event.seed)
        assert again is not None
        assert again.fixed == event
