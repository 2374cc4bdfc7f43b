"""What a changed result of a bracket clears."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.knockout import BRACKETS, CHANCE, ODD, PLAYED, chance, play
from tournaments.pairing.brackets import double, single
from tournaments.pairing.brackets.correction import Correction, correct
from tournaments.pairing.brackets.progress import Codes, Results, progress
from tournaments.pairing.brackets.structure import Structure


def test_eight_in_a_double_elimination_and_round_one_overruled():
    structure = double.structure(8)
    results = play(structure)
    correction = correct(structure, results, "W1.2", ("0", "1"))
    assert sorted(correction.cleared) == ["F1.1", "L1.1", "L2.1", "L2.2", "L3.1", "L4.1", "W2.1", "W3.1"]
    assert sorted(correction.results) == ["L1.2", "W1.1", "W1.2", "W1.3", "W1.4", "W2.2"]
    assert correction.results["W1.2"] == ("0", "1")
    assert correction.emptied == ()


def test_another_way_to_win_clears_nothing():
    structure = double.structure(8)
    results = play(structure)
    assert correct(structure, results, "W1.2", ("+", "-")) == Correction(results | {"W1.2": ("+", "-")}, (), ())


def test_a_result_taken_away_clears_what_was_built_on_it():
    structure = single.structure(4)
    correction = correct(structure, play(structure), "W1.1", None)
    assert correction == Correction({"W1.2": ("1", "0")}, ("W2.1", "T1.1"), ())


def test_an_open_table_is_emptied_when_its_sides_change():
    structure = single.structure(4)
    results: dict[str, Codes] = {"W1.1": ("1", "0"), "W1.2": ("1", "0")}
    assert correct(structure, results, "W1.1", ("0", "1")).emptied == ("W2.1", "T1.1")


def test_sides_that_come_by_another_slot_play_again():
    """The finalists meet in the reset with their slots changed if the grand final is overruled."""
    structure = double.structure(2)
    results: dict[str, Codes] = {"W1.1": ("1", "0"), "F1.1": ("0", "1"), "F2.1": ("1", "0")}
    assert correct(structure, results, "F1.1", ("1", "0")).cleared == ("F2.1",)
    assert correct(structure, results, "W1.1", ("0", "1")).cleared == ("F1.1", "F2.1")


def test_a_forfeit_of_somebody_who_has_left_can_be_overruled():
    structure = single.structure(4)
    correction = correct(structure, {"W1.2": ("1", "0")}, "W1.1", ("1", "0"), withdrawn={1})
    assert correction.results == {"W1.1": ("1", "0"), "W1.2": ("1", "0")}


@pytest.mark.parametrize("key", ["W1.1", "W2.2", "W7.1"])
def test_only_what_is_decided_can_be_corrected(key):
    with pytest.raises(ValueError, match="has no result to correct"):
        correct(single.structure(6), {"W1.2": ("1", "0")}, key, ("0", "1"))


def test_a_correction_that_is_no_result_is_refused():
    structure = single.structure(4)
    with pytest.raises(ValueError, match=r"W1\.1 cannot end"):
        correct(structure, play(structure), "W1.1", ("1", "1"))


def replay(
    structure: Structure, old: Results, key: str, codes: Codes, gone: set[int], rng: random.Random
) -> dict[str, Codes]:
    """From nothing, in any order: a result is taken up when its match is ready for the same sides as before.

    What was played comes before what those who have left forfeit of themselves.
    """
    before = progress(structure, old, gone)
    wanted = {**old, key: codes}
    kept: dict[str, Codes] = {}
    while True:
        now = progress(structure, kept, gone)
        same = [each for each in before if now[each].occupants == before[each].occupants]
        can = [each for each in same if each in wanted and each not in kept]
        forfeited = [each for each in can if now[each].status == "decided"]
        ready = [each for each in can if now[each].status == "ready"]
        if not ready and not forfeited:
            return kept
        each = forfeited[0] if forfeited else rng.choice(ready)
        kept[each] = wanted[each]


@given(BRACKETS, CHANCE, st.data())
@settings(deadline=None, max_examples=60)
def test_a_correction_keeps_what_a_replay_from_nothing_keeps(bracket, rng, data):
    _, entries, structure = bracket
    gone = data.draw(st.sets(st.integers(1, entries), max_size=3))
    results = play(structure, chance(rng, forfeits=True), rng=rng, withdrawn=gone)
    for key in rng.sample(list(results), rng.randrange(len(results) + 1)):  # now the bracket is half played
        if key in results and rng.random() < 0.3:
            results = correct(structure, results, key, None, gone).results
    decided = [key for key, state in progress(structure, results, gone).items() if state.status == "decided"]
    if not decided:
        return
    key, codes = data.draw(st.sampled_from(decided)), data.draw(st.sampled_from(PLAYED + ODD))
    correction = correct(structure, results, key, codes, gone)
    assert correction.results == replay(structure, results, key, codes, gone, rng)
    assert set(correction.cleared) == (results.keys() | {key}) - correction.results.keys()
    before, after = progress(structure, results, gone), progress(structure, correction.results, gone)
    moved = [each for each in before if before[each].occupants != after[each].occupants]
    assert set(correction.emptied) == {each for each in moved if before[each].status == "ready"}
    assert set(correction.cleared) == {each for each in moved if each in results}
