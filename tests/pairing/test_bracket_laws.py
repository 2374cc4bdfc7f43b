"""What holds of every bracket, however it is played."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.pairing.knockout import BRACKETS, CHANCE, chance, play
from tournaments.pairing.brackets.places import final_places
from tournaments.pairing.brackets.progress import NOT_NEEDED, TBD, Codes, State, progress


def played(states: dict[str, State]) -> list[State]:
    return [state for state in states.values() if state.status == "decided"]


@given(BRACKETS, CHANCE)
@settings(deadline=None, max_examples=40)
def test_the_number_of_matches(bracket, rng):
    kind, entries, structure = bracket
    states = progress(structure, play(structure, chance(rng), rng=rng))
    if kind == "double":
        expected = 2 * entries - 2 + (states["F2.1"].status == "decided")
    else:
        expected = entries - 1 + (kind == "single" and entries >= 4)
    assert len(played(states)) == expected


@given(BRACKETS, CHANCE, st.data())
@settings(deadline=None, max_examples=40)
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
@settings(deadline=None, max_examples=40)
def test_how_many_share_which_place_does_not_depend_on_results(bracket, rng):
    structure = bracket[2]
    places = final_places(structure, play(structure, chance(rng), rng=rng))
    assert Counter(places.values()) == Counter(final_places(structure, play(structure)).values())


@given(BRACKETS, CHANCE)
@settings(deadline=None, max_examples=40)
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
@settings(deadline=None, max_examples=40)
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
@settings(deadline=None, max_examples=40)
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
@settings(deadline=None, max_examples=40)
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
