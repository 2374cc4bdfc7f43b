"""A result of a bracket that is overruled: what followed from it is void and is played again, all else stays."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.director.structured import Run
from tournaments.director.policy import pairing
from tournaments.director.state.acts import SetResult, VoidTable
from tournaments.director.state.desk_events import Ruled, RulingReversed
from tournaments.director.state.folding import fold
from tournaments.pairing.brackets.correction import correct
from tournaments.pairing.brackets.played import contests, results
from tournaments.pairing.series.rules import Series


def keys(run: Run) -> set[str]:
    """Of the matches that count and have a result."""
    return {
        match.key
        for paired in run.state.rounds
        for match in paired.played.matches
        if match.match in paired.played.results
    }


def overrule(run: Run, key: str) -> SetResult:
    """The other side has won."""
    drawn = contests(run.state.structure, run.state.seeds, run.state.played)[key].drawn
    assert drawn is not None
    places = tuple(3 - mark.place for mark in run.round_of(drawn.match).played.results[drawn.match])
    act = SetResult(drawn.match, tuple("1" if place == 1 else "0" for place in places), places)
    run.do((Ruled(len(run.state.rulings) + 1, act, "mistake", None),))
    return act


def better_seeds_win(run: Run, most: int = 100) -> None:
    for _match in range(most):
        if not (waiting := run.open_matches()):
            return
        seated = run.round_of(waiting[0]).entries_of(waiting[0])
        run.finish_table(waiting[0], (1, 2) if seated[0] < seated[1] else (2, 1))


def test_the_example_of_eight_clears_what_others_come_to_now():
    run = Run(8, format="double-elimination")
    better_seeds_win(run, 13)
    before = keys(run)
    overrule(run, "W1.2")
    assert before - keys(run) == {"L1.1", "L2.1", "L2.2", "L3.1", "L4.1", "W2.1", "W3.1"}
    assert keys(run) == {"W1.1", "W1.2", "W1.3", "W1.4", "W2.2", "L1.2"}
    run.proceed()
    better_seeds_win(run)
    assert run.state.status == "finished"
    assert run.state.places[1] == 1


def test_a_reversed_ruling_brings_back_what_was_played_before():
    run = Run(8, format="double-elimination")
    better_seeds_win(run, 13)
    before, lines = keys(run), run.state.lines
    overrule(run, "W1.2")
    run.do((RulingReversed(1, "mistake", None),))
    assert keys(run) == before
    assert run.state.lines == lines


@settings(max_examples=40)
@given(
    kind=st.sampled_from(["knock-out", "double-elimination"]),
    entries=st.integers(4, 16),
    seed=st.integers(0, 2**32),
    data=st.data(),
)
def test_what_stays_is_what_the_rule_keeps_and_it_comes_to_an_end(
    kind: str, entries: int, seed: int, data: st.DataObject
):
    rng = random.Random(seed)
    run = Run(entries, format=kind)
    for _match in range(rng.randrange(1, entries)):
        if len(run.open_matches()) == 1 and not keys(run):
            break
        run.finish_table(rng.choice(run.open_matches()), rng.choice([(1, 2), (2, 1)]))
        if run.state.status != "running":
            return
    if not keys(run):
        return
    key = data.draw(st.sampled_from(sorted(keys(run))))
    was = results(run.state.structure, run.state.seeds, run.state.played)
    act = overrule(run, key)
    assert act.codes
    first, second = was[key]
    ruled = correct(run.state.structure, was, key, (second, first))
    assert keys(run) == set(ruled.results)
    run.proceed()
    run.play_out(rng)
    assert run.state.status == "finished"
    assert fold(run.events) == run.state


@pytest.mark.parametrize("advance", [1, 2])
def test_a_changed_place_in_a_pod_seats_the_next_round_anew(advance: int):
    run = Run(9, seats=(3, 4, 5), game="gasp", format="pod-knock-out", advance=advance, table_size=3)
    for match in run.open_matches():
        run.finish_table(match, (1, 2, 3))
    second = [match.match for match in run.state.rounds[1].drawn.matches]
    assert second
    first = run.state.rounds[0].drawn.matches[0]
    run.do((Ruled(1, SetResult(first.match, ("0", "=", "1"), (3, 2, 1)), "mistake", None),))
    assert not any(run.state.round_of(match) for match in second[:1])
    run.proceed()
    run.play_out(random.Random(1))
    assert run.state.status == "finished"


def test_a_table_of_several_that_is_void_is_played_again():
    run = Run(2, format="knock-out", series=Series("best_of", 3, "replay", "better_seed"))
    (match,) = run.open_matches()
    run.finish_table(match, (1, 2))
    second = run.round_of(match).tables[match]
    run.finish_table(match, (2, 1))  # the seats have changed
    assert run.state.status == "finished"
    run.state = replace(run.state, status="running")  # as if another match were still played
    run.do((Ruled(1, VoidTable(match, second, 1), "mistake", None),))
    assert match in run.open_matches()
    assert [over.table for over in run.round_of(match).over[match]] == ["t1"]
    run.do(pairing.open_tables(run.state, {match: "again"}))
    run.finish_table(match, (1, 2))
    assert match in run.open_matches(), "one each"
    run.finish_table(match, (1, 2))
    assert [mark.code for mark in run.round_of(match).played.results[match]] == ["1", "0"]
