"""Laws of every knock-out: how many matches it takes, who may play in it, and that its events alone say it all."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.structured import Run
from tournaments.director.state.events import Finished, ResultRecorded, RoundPaired
from tournaments.director.state.folding import fold
from tournaments.pairing.brackets.places import final_places
from tournaments.pairing.brackets.played import contests, results
from tournaments.pairing.format import Options
from tournaments.pairing.registry import FORMATS

LOSSES = {"knock-out": 1, "double-elimination": 2}
kinds = st.sampled_from(sorted(LOSSES))
chance = st.integers(0, 2**32).map(random.Random)


def test_every_bracket_is_under_these_laws():
    assert {key for key, kind in FORMATS.items() if kind.structure(8, Options())} == set(LOSSES)


@settings(max_examples=60)
@given(kind=kinds, entries=st.integers(2, 40), rng=chance)
def test_it_takes_exactly_the_matches_that_it_must(kind: str, entries: int, rng: random.Random):
    run = Run(entries, format=kind).play_out(rng)
    drawn = [match.key for paired in run.state.rounds for match in paired.drawn.matches]
    assert len(set(drawn)) == len(drawn)
    if kind == "knock-out":
        assert len(drawn) == entries - 1 + (entries >= 4)
    else:
        assert len(drawn) == 2 * entries - 2 + ("F2.1" in drawn)
    assert run.state.status == "finished"


@settings(max_examples=120)
@given(
    kind=kinds,
    entries=st.integers(2, 40),
    rng=chance,
    leaving=st.sampled_from([0.0, 0.1, 0.4]),
    missing=st.sampled_from([0.0, 0.2, 0.6]),
)
def test_it_ends_whoever_leaves_or_stays_away_and_nobody_plays_after_being_out(
    kind: str, entries: int, rng: random.Random, leaving: float, missing: float
):
    run = Run(entries, format=kind).play_out(rng, leaving=leaving, missing=missing)
    assert run.state.status == "finished"
    made = results(run.state.structure, run.state.seeds, run.state.played)
    told = final_places(run.state.structure, made)
    assert run.state.places == {run.state.seeds[seed - 1]: place for seed, place in told.items()}
    lost = Counter[int]()
    for event, _at in run.events:
        if isinstance(event, RoundPaired):
            for match in event.matches:
                out = [entry for entry in match.entries if lost[entry] >= LOSSES[kind]]
                assert not out or match.key == "T1.1"
        if isinstance(event, ResultRecorded):
            match = next(each for each in run.round_of(event.match).drawn.matches if each.match == event.match)
            lost.update(entry for entry, mark in zip(match.entries, event.marks, strict=True) if mark.place > 1)


@settings(max_examples=60)
@given(kind=kinds, entries=st.integers(2, 20), rng=chance)
def test_the_events_alone_give_the_same_state_at_every_moment(kind: str, entries: int, rng: random.Random):
    run = Run(entries, format=kind).play_out(rng, leaving=0.1, missing=0.1)
    assert fold(run.events) == run.state
    cut = rng.randrange(1, len(run.events))
    assert fold(run.events[cut:], fold(run.events[:cut])) == run.state


@settings(max_examples=60)
@given(kind=kinds, entries=st.integers(2, 20), rng=chance)
def test_every_match_is_drawn_the_moment_both_sides_are_known(kind: str, entries: int, rng: random.Random):
    run = Run(entries, format=kind)
    while open_matches := run.open_matches():
        played = contests(run.state.structure, run.state.seeds, run.state.played)
        ready = {each.drawn.match for each in played.values() if each.state.status == "ready" and each.drawn}
        assert not any(each.to_draw for each in played.values())
        assert ready == set(open_matches)
        match = rng.choice(open_matches)
        run.finish_table(match, rng.choice([(1, 2), (2, 1)]))


@settings(max_examples=40)
@given(kind=kinds, entries=st.integers(2, 20), rng=chance)
def test_the_final_places_are_those_of_the_bracket_and_stay(kind: str, entries: int, rng: random.Random):
    run = Run(entries, format=kind).play_out(rng)
    (final,) = [event for event, _at in run.events if isinstance(event, Finished)]
    assert [(each.entry, each.place) for each in final.places] == [(line.entry, line.place) for line in run.state.lines]
    assert sorted(run.state.places.values())[:2] == [1, 2]


@pytest.mark.parametrize("kind", sorted(LOSSES))
def test_two_who_both_miss_the_final_share_the_second_place(kind: str):
    run, final = Run(4, format=kind), {"knock-out": "W2.1", "double-elimination": "F1.1"}[kind]
    while open_matches := run.open_matches():
        keys = {drawn.key: drawn.match for each in run.state.rounds for drawn in each.drawn.matches}
        if open_matches == [keys.get(final)]:
            run.muster(open_matches[0], (), overdue=True)
        else:
            run.finish_table(next(match for match in open_matches if match != keys.get(final)), (1, 2))
    assert sorted(run.state.places.values()) == [2, 2, 3, 4]


@pytest.mark.parametrize("kind", sorted(LOSSES))
def test_level_tables_are_replayed_twice_then_the_better_seed_goes_on(kind: str):
    run = Run(2, format=kind)
    (match,) = run.open_matches()
    for _time in range(3):
        assert match in run.open_matches()
        run.finish_table(match, (1, 1))
    assert [mark.place for mark in run.state.rounds[0].played.results[match]] == [1, 2]
    assert run.state.rounds[0].entries_of(match) == (1, 2), "the better seed sits first at the first table"
    assert len(run.state.rounds[0].over[match]) == 3
