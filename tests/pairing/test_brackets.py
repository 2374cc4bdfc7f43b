"""Brackets: progress and places."""

import pytest

from tests.pairing.knockout import better_seed, play, winners
from tournaments.pairing.brackets import double, single
from tournaments.pairing.brackets.places import final_places, places_so_far
from tournaments.pairing.brackets.progress import BYE, NOT_NEEDED, TBD, Codes, State, progress


def meetings(states: dict[str, State], *keys: str) -> list[tuple[object, object]]:
    return [states[key].occupants for key in keys]


def played(states: dict[str, State]) -> list[State]:
    return [state for state in states.values() if state.status == "decided"]


# -- examples in which the better seed wins


def test_single_elimination_of_six():
    structure = single.structure(6)
    states = progress(structure, play(structure))
    assert [(key, state.occupants) for key, state in states.items()] == [
        ("W1.1", (1, BYE)),
        ("W1.2", (4, 5)),
        ("W1.3", (2, BYE)),
        ("W1.4", (3, 6)),
        ("W2.1", (1, 4)),
        ("W2.2", (2, 3)),
        ("W3.1", (1, 2)),
        ("T1.1", (4, 3)),
    ]
    assert len(played(states)) == 6
    assert final_places(structure, play(structure)) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}


def test_double_elimination_of_six():
    structure = double.structure(6)
    states = progress(structure, play(structure))
    assert meetings(states, "L1.1", "L1.2", "L2.1", "L2.2", "L3.1", "L4.1", "F1.1") == [
        (BYE, 5),
        (BYE, 6),
        (3, 5),
        (4, 6),
        (3, 4),
        (2, 3),
        (1, 2),
    ]
    assert states["F2.1"].status == "not_needed"
    assert len(played(states)) == 10
    assert final_places(structure, play(structure)) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5}


def test_double_elimination_of_eight_with_a_reset():
    structure = double.structure(8)
    results = play(structure, winners(W1_2=5, W2_1=5, F1_1=1))
    states = progress(structure, results)
    assert meetings(states, "W2.1", "W3.1", "L1.1", "L1.2", "L2.1", "L2.2", "L3.1", "L4.1", "F1.1", "F2.1") == [
        (1, 5),
        (5, 2),
        (8, 4),
        (7, 6),
        (3, 4),
        (1, 6),
        (3, 1),
        (5, 1),
        (2, 1),
        (1, 2),
    ]
    assert len(played(states)) == 15
    assert final_places(structure, results) == {1: 1, 2: 2, 5: 3, 3: 4, 4: 5, 6: 5, 7: 7, 8: 7}


def test_of_three_the_loser_of_round_one_is_third_without_play():
    structure = single.structure(3)
    states = progress(structure, play(structure))
    assert states["T1.1"].occupants == (BYE, 3)
    assert states["T1.1"].status == "bye"
    assert final_places(structure, play(structure)) == {1: 1, 2: 2, 3: 3}


def test_a_double_elimination_of_two_is_two_tables_or_three():
    structure = double.structure(2)
    assert [match.key for match in structure] == ["W1.1", "F1.1", "F2.1"]
    assert list(play(structure)) == ["W1.1", "F1.1"]
    assert list(play(structure, winners(F1_1=2))) == ["W1.1", "F1.1", "F2.1"]


def test_without_a_match_for_third_place_it_is_shared():
    structure = single.structure(16, third_place=False)
    places = final_places(structure, play(structure))
    assert list(places.values()) == [1, 2, 3, 3, 5, 5, 5, 5, *[9] * 8]


def test_the_places_of_a_double_elimination_of_sixteen():
    structure = double.structure(16)
    places = final_places(structure, play(structure))
    assert sorted(places.values()) == [1, 2, 3, 4, 5, 5, 7, 7, 9, 9, 9, 9, 13, 13, 13, 13]


# -- bye, not known yet, not needed


def test_bye_and_not_known_yet_are_two_things():
    states = progress(double.structure(6), {})
    assert states["W1.1"] == State("W1.1", (1, BYE), "bye", None, 1, BYE)
    assert states["W1.2"] == State("W1.2", (4, 5), "ready")
    assert states["W2.1"] == State("W2.1", (1, TBD), "waiting")
    assert states["L1.1"] == State("L1.1", (BYE, TBD), "bye", None, TBD, BYE)
    assert states["F2.1"] == State("F2.1", (TBD, TBD), "waiting")


def test_a_reset_that_is_not_needed_is_a_third_thing():
    structure = double.structure(4)
    state = progress(structure, play(structure))["F2.1"]
    assert state == State("F2.1", (NOT_NEEDED, NOT_NEEDED), "not_needed", None, NOT_NEEDED, NOT_NEEDED)
    assert len({BYE, TBD, NOT_NEEDED}) == 3


# -- leaving, double forfeits


def test_a_double_forfeit_passes_a_bye_both_ways():
    structure = double.structure(8)
    states = progress(structure, {"W1.1": ("-", "-")})
    assert states["W2.1"].occupants == (BYE, TBD)
    assert states["L1.1"].occupants == (BYE, TBD)
    assert {states["W2.1"].status, states["L1.1"].status} == {"bye"}


def test_who_leaves_forfeits_as_soon_as_the_other_side_is_known():
    structure = double.structure(8)
    states = progress(structure, {}, withdrawn={3})
    assert states["W1.4"].codes == ("-", "+")
    assert states["L1.2"].status == "waiting"
    states = progress(structure, {"W1.3": ("1", "0")}, withdrawn={3})
    assert states["L1.2"] == State("L1.2", (7, 3), "decided", ("+", "-"), 7, 3)


def test_what_was_played_before_leaving_stands():
    structure = double.structure(8)
    states = progress(structure, {"W1.4": ("1", "0")}, withdrawn={3})
    assert states["W1.4"].winner == 3
    assert states["W2.2"].occupants == (TBD, 3)


def test_two_who_have_left_forfeit_both():
    states = progress(single.structure(4), {}, withdrawn={1, 4})
    assert states["W1.1"].codes == ("-", "-")
    assert states["T1.1"].occupants == (BYE, TBD)


def test_a_leader_who_leaves_before_the_grand_final_is_second():
    structure = double.structure(4)
    results = {key: codes for key, codes in play(structure).items() if key != "F1.1"}
    states = progress(structure, results, withdrawn={1})
    assert [states[key].codes for key in ("F1.1", "F2.1")] == [("-", "+"), ("+", "-")]
    assert final_places(structure, results, withdrawn={1}) == {1: 2, 2: 1, 3: 3, 4: 4}


def test_out_by_a_double_forfeit_in_a_winners_match_is_placed_where_its_loser_would_have_lost():
    """W2.1 drops into L2.2: its sides share the place of the loser of L2.1, behind the loser of L3.1."""
    structure = double.structure(8)
    results = play(structure, lambda state: ("LL", "LL") if state.key == "W2.1" else better_seed(state))
    states = progress(structure, results)
    assert (states["L2.1"].loser, states["L2.2"].occupants, states["L3.1"].loser) == (5, (BYE, 6), 6)
    assert final_places(structure, results) == {2: 1, 3: 2, 6: 3, 1: 4, 4: 4, 5: 4, 7: 7, 8: 7}


def test_out_by_a_double_loss_in_the_winners_final_is_placed_as_the_loser_of_the_losers_final():
    structure = double.structure(8)
    results = play(structure, lambda state: ("LL", "LL") if state.key == "W3.1" else better_seed(state))
    assert final_places(structure, results) == {3: 1, 1: 2, 2: 2, 4: 4, 5: 5, 6: 5, 7: 7, 8: 7}


def test_a_final_without_play_needs_no_reset():
    states = progress(double.structure(2), {"W1.1": ("-", "-")})
    assert (states["F1.1"].status, states["F2.1"].status) == ("bye", "not_needed")
    structure = double.structure(4)
    results = play(structure, lambda state: ("-", "-") if state.key == "W2.1" else better_seed(state))
    states = progress(structure, results)
    assert states["F1.1"].occupants == (BYE, 3)
    assert states["F2.1"].status == "not_needed"
    assert final_places(structure, results) == {3: 1, 1: 2, 2: 2, 4: 4}


def test_a_final_that_both_sides_lose_needs_no_reset():
    structure = double.structure(2)
    results: dict[str, Codes] = {"W1.1": ("1", "0"), "F1.1": ("LL", "LL")}
    assert progress(structure, results)["F2.1"].status == "not_needed"
    assert final_places(structure, results) == {1: 2, 2: 2}


def test_out_by_a_double_forfeit_in_a_semi_final_is_behind_third_place():
    structure = single.structure(4)
    results = play(structure, lambda state: ("-", "-") if state.key == "W1.1" else better_seed(state))
    assert final_places(structure, results) == {2: 1, 3: 2, 1: 3, 4: 3}


def test_without_a_winner_there_is_no_first_place():
    structure = single.structure(4)
    results = play(structure) | {"W2.1": ("-", "-")}
    assert final_places(structure, results) == {1: 2, 2: 2, 3: 3, 4: 4}


def test_places_so_far():
    structure = single.structure(4)
    assert places_so_far(structure, {}) == {1: 1, 2: 1, 3: 1, 4: 1}
    assert places_so_far(structure, play(structure)) == final_places(structure, play(structure))
    assert places_so_far(single.structure(8), {"W1.1": ("1", "0")}) == {**dict.fromkeys(range(1, 8), 1), 8: 8}


# -- refused


def test_a_result_is_refused_that_a_bracket_cannot_take():
    structure = single.structure(6)
    for codes in [("=", "="), ("1", "1"), ("0", "0"), ("1", "-"), ("1",)]:
        with pytest.raises(ValueError, match=r"W1\.2 cannot end"):
            progress(structure, {"W1.2": codes})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match=r"W1\.1 has a result, but could not be played: it is bye"):
        progress(structure, {"W1.1": ("1", "0")})
    with pytest.raises(ValueError, match=r"W2\.1 has a result, but could not be played: it is waiting"):
        progress(structure, {"W2.1": ("1", "0")})
    with pytest.raises(ValueError, match=r"No match of this bracket: W9\.1"):
        progress(structure, {"W9.1": ("1", "0")})


def test_a_bracket_out_of_order_is_refused():
    structure = tuple(reversed(single.structure(4)))
    with pytest.raises(ValueError, match="stands before it"):
        progress(structure, {})


def test_places_are_final_only_when_all_is_over():
    with pytest.raises(ValueError, match=r"not over: W1\.1, W1\.2, W2\.1, T1\.1"):
        final_places(single.structure(4), {})
