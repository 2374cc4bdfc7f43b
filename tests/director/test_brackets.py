"""Brackets: structure, progress, places."""

from __future__ import annotations

from collections import Counter
from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.knockout import better_seed, chance, play, winners
from tournaments.director.formats.brackets import double, single
from tournaments.director.formats.brackets.places import final_places, places_so_far
from tournaments.director.formats.brackets.progress import BYE, NOT_NEEDED, TBD, Codes, State, progress
from tournaments.director.formats.brackets.seats import seat_order
from tournaments.director.formats.brackets.structure import (
    FromMatch,
    FromSeed,
    Match,
    Nobody,
    Structure,
    rounds,
    seed_order,
)

SIZES = st.integers(2, 69)
KINDS = {
    "single": single.structure,
    "single, no third place": lambda entries: single.structure(entries, third_place=False),
    "double": double.structure,
}
BRACKETS = st.builds(lambda kind, entries: (kind, entries, KINDS[kind](entries)), st.sampled_from(sorted(KINDS)), SIZES)
CHANCE = st.randoms(use_true_random=False)


def meetings(states: dict[str, State], *keys: str) -> list[tuple[object, object]]:
    return [states[key].occupants for key in keys]


def played(states: dict[str, State]) -> list[State]:
    return [state for state in states.values() if state.status == "decided"]


# -- structure


@pytest.mark.parametrize(("size", "order"), [(1, [1]), (2, [1, 2]), (4, [1, 4, 2, 3]), (8, [1, 8, 4, 5, 2, 7, 3, 6])])
def test_seeds_are_ordered_by_doubling(size, order):
    assert seed_order(size) == tuple(order)


@pytest.mark.parametrize("size", [0, -4, 3, 12])
def test_a_bracket_has_a_power_of_two_of_places(size):
    with pytest.raises(ValueError, match="power of two"):
        seed_order(size)


@pytest.mark.parametrize("entries", [-1, 0, 1])
@pytest.mark.parametrize("make", [single.structure, double.structure])
def test_a_bracket_takes_two(make, entries):
    with pytest.raises(ValueError, match="two entries"):
        make(entries)


@given(BRACKETS)
@settings(deadline=None)
def test_byes_are_in_round_one_and_go_to_the_top_seeds(bracket):
    _, entries, structure = bracket
    resting = {}
    for match in structure:
        seeds = [slot.seed for slot in match.slots if isinstance(slot, FromSeed)]
        if Nobody() in match.slots:
            assert match.side == "W"
            assert match.round == 1
            (resting[match.key],) = seeds
    assert sorted(resting.values()) == list(range(1, 2 ** rounds(entries) - entries + 1))


@given(BRACKETS)
@settings(deadline=None)
def test_every_match_is_filled_by_matches_before_it_and_passes_each_side_on_once(bracket):
    structure = bracket[2]
    seen: set[str] = set()
    used: Counter[object] = Counter()
    for match in structure:
        for slot in match.slots:
            used[slot] += not isinstance(slot, Nobody)
            assert not isinstance(slot, FromMatch) or slot.match in seen
        assert match.key not in seen
        seen.add(match.key)
    assert set(used.values()) <= {0, 1}


@pytest.mark.parametrize(
    ("order", "arranged"),
    [("natural", "1234"), ("reverse", "4321"), ("half_shift", "3412"), ("reverse_half_shift", "2143")],
)
def test_the_orders_in_which_losers_drop(order, arranged):
    assert "".join(double.arrange("1234", order)) == arranged


def test_drop_orders_go_round():
    assert double.drop_orders(64) == ("reverse", "half_shift", "reverse_half_shift", "natural", "reverse")
    assert double.drop_orders(2) == ()


def test_another_number_of_drop_orders_is_refused():
    with pytest.raises(ValueError, match="8 entries take 2 drop orders, not 1"):
        double.structure(8, ["natural"])


def origins(structure: Structure) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """By match of the losers' side and slot: the winners' matches in which those who can come there have lost."""
    found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for match in structure:
        if match.side == "L":
            first, second = (
                frozenset({slot.match}) if slot.place == 2 else found[slot.match][0] | found[slot.match][1]
                for slot in match.slots
                if isinstance(slot, FromMatch)
            )
            found[match.key] = first, second
    return found


def below(structure: Structure) -> dict[str, frozenset[str]]:
    """By winners' match: the matches that its sides come through."""
    found: dict[str, frozenset[str]] = {}
    for match in structure:
        if match.side == "W":
            through = [slot.match for slot in match.slots if isinstance(slot, FromMatch)]
            found[match.key] = frozenset(through).union(*(found[key] for key in through))
    return found


def first_rematch(structure: Structure) -> int:
    """The first losers' round in which two can meet again: one lost to the other where the other came through."""
    through = below(structure)
    again = [
        int(key[1:].split(".")[0])
        for key, (first, second) in origins(structure).items()
        if any(one in through[two] or two in through[one] for one, two in product(first, second))
    ]
    return min(again, default=0)


@pytest.mark.parametrize(("entries", "number"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_the_first_losers_round_in_which_two_can_meet_again(entries, number):
    assert first_rematch(double.structure(entries)) == number


@pytest.mark.parametrize("entries", [8, 16, 32])
def test_no_other_drop_orders_part_them_longer(entries):
    choices = product(double.CYCLE, repeat=rounds(entries) - 1)
    assert max(first_rematch(double.structure(entries, orders)) for orders in choices) == first_rematch(
        double.structure(entries)
    )


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


# -- laws


@given(BRACKETS, CHANCE)
@settings(deadline=None)
def test_the_number_of_matches(bracket, rng):
    kind, entries, structure = bracket
    states = progress(structure, play(structure, chance(rng), rng=rng))
    if kind == "double":
        expected = 2 * entries - 2 + (states["F2.1"].status == "decided")
    else:
        expected = entries - 1 + (kind == "single" and entries >= 4)
    assert len(played(states)) == expected


@given(BRACKETS, CHANCE, st.data())
@settings(deadline=None, max_examples=150)
def test_a_bracket_always_ends_and_everybody_is_placed(bracket, rng, data):
    _, entries, structure = bracket
    gone = data.draw(st.sets(st.integers(1, entries)))
    results = play(structure, chance(rng, forfeits=True), rng=rng, withdrawn=gone)
    assert {state.status for state in progress(structure, results, gone).values()} <= {"decided", "bye", "not_needed"}
    places = final_places(structure, results, gone)
    assert list(places) == list(range(1, entries + 1))
    count = Counter(places.values())
    assert count[1] == 1 or (count[1] == 0 and count[2] >= 2)
    for place in count.keys() - {1, 2}:
        assert place == 1 + sum(count[other] for other in count if other < place)


@given(BRACKETS, CHANCE)
@settings(deadline=None, max_examples=150)
def test_nobody_plays_on_who_is_out(bracket, rng):
    """Out is: lost once, or twice in a double elimination; by a double loss at once."""
    kind, _, structure = bracket
    results = play(structure, chance(rng, forfeits=True), rng=rng)
    lost: Counter[object] = Counter()
    for state in progress(structure, results).values():
        third_place = state.key == "T1.1"
        for occupant in state.occupants:
            if isinstance(occupant, int):
                assert lost[occupant] < (2 if kind == "double" or third_place else 1)
                if state.status == "decided" and occupant != state.winner:
                    lost[occupant] += 1 if occupant == state.loser else 2


@given(BRACKETS, CHANCE)
@settings(deadline=None)
def test_who_loses_least_wins(bracket, rng):
    """The winner has lost at most once in a double elimination, else never, and nobody else that seldom."""
    kind, entries, structure = bracket
    results = play(structure, chance(rng), rng=rng)
    lost = Counter(state.loser for state in played(progress(structure, results)) if state.key != "T1.1")
    places = final_places(structure, results)
    allowed = 1 if kind == "double" else 0
    assert [seed for seed in range(1, entries + 1) if lost[seed] <= allowed] == [
        seed for seed, place in places.items() if place == 1
    ]


@given(BRACKETS, CHANCE, st.data())
@settings(deadline=None)
def test_the_order_in_which_results_came_in_changes_nothing(bracket, rng, data):
    """Who would win each meeting is fixed; the matches are played in the bracket's order and in any order."""
    _, entries, structure = bracket
    gone = data.draw(st.sets(st.integers(1, entries), max_size=5))
    verdicts: dict[str, str] = {match.key: rng.choice(["10", "01", "--"]) for match in structure}

    def verdict(state: State):
        return tuple(verdicts[state.key])

    in_order = play(structure, verdict, withdrawn=gone)
    mixed = play(structure, verdict, rng=rng, withdrawn=gone)
    assert in_order == mixed
    assert progress(structure, in_order, gone) == progress(structure, mixed, gone)


@given(BRACKETS, CHANCE)
@settings(deadline=None)
def test_what_is_known_stays_known(bracket, rng):
    """A side, a bye or a decision never changes as results come in."""
    structure = bracket[2]
    whole = play(structure, chance(rng, forfeits=True), rng=rng)
    results: dict[str, Codes] = {}
    before = progress(structure, results)
    for key, codes in whole.items():
        results[key] = codes
        after = progress(structure, results)
        for match in structure:
            old, new = before[match.key], after[match.key]
            for was, now in zip(old.occupants, new.occupants, strict=True):
                assert was in (now, TBD) or now == NOT_NEEDED
            assert old.status in ("waiting", "ready", new.status)
            assert old.winner in (new.winner, TBD)
        before = after


@given(BRACKETS)
@settings(deadline=None, max_examples=30)
def test_a_structure_can_be_stored(bracket):
    structure = bracket[2]
    assert msgspec.json.decode(msgspec.json.encode(structure), type=tuple[Match, ...]) == structure


# -- seats


def test_the_better_seed_sits_first_and_then_they_change():
    assert [seat_order((5, 4), table) for table in (1, 2, 3)] == [(4, 5), (5, 4), (4, 5)]


def test_or_the_lot_says_who_sits_first():
    lots = {seat_order((4, 5), 1, match=f"W1.{index}", seed="s") for index in range(1, 9)}
    assert lots == {(4, 5), (5, 4)}
    assert seat_order((4, 5), 1, match="W1.1", seed="s") == seat_order((5, 4), 1, match="W1.1", seed="s")


def test_tables_count_from_one():
    with pytest.raises(ValueError, match="count from 1"):
        seat_order((1, 2), 0)
