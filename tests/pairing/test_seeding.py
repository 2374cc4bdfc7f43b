"""The seeds of those who come from groups."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.brackets import single
from tournaments.pairing.brackets.progress import progress
from tournaments.pairing.seeding import Seed, part_groups

A1, A2, A3, A4 = (Seed(10 + place, 1, place) for place in range(1, 5))
B1, B2, B3, B4 = (Seed(20 + place, 2, place) for place in range(1, 5))
C1, C2 = Seed(31, 3, 1), Seed(32, 3, 2)
D1, D2 = Seed(41, 4, 1), Seed(42, 4, 2)


def test_two_groups_of_whom_two_advance():
    """A1 would meet A2: seeds 3 and 4 change places."""
    seeding = part_groups([A1, B1, B2, A2])
    assert seeding.entries == (11, 21, 12, 22)
    assert seeding.moves == ((4, 3),)
    assert seeding.clashes == ()
    states = progress(single.structure(4), {})
    pairs = [[seeding.entries[int(seed) - 1] for seed in states[key].occupants] for key in ("W1.1", "W1.2")]
    assert pairs == [[11, 22], [21, 12]]


def test_without_a_clash_nothing_moves():
    assert part_groups([A1, B1, A2, B2]).moves == ()


def test_at_equal_distance_the_better_seed_changes_places():
    """Seed 7 clashes with seed 2; 6 and 8 are as near, and either would do."""
    seeding = part_groups([A1, B1, C1, D1, A2, C2, B2, D2])
    assert seeding.moves == ((7, 6),)
    assert seeding.entries == (11, 21, 31, 41, 12, 22, 32, 42)


def test_the_nearest_seed_stays_if_that_would_make_another_clash():
    """Seed 7 clashes with seed 2. In 6 it would do, but 6 would meet seed 2 again as one of its group."""
    other = Seed(23, 2, 2)
    seeding = part_groups([A1, B1, C1, D1, A2, other, B2, C2])
    assert seeding.moves == ((7, 8),)
    assert seeding.entries == (11, 21, 31, 41, 12, 23, 32, 22)


def test_an_exchange_must_not_make_a_clash_in_the_other_pair():
    """Seed 7 clashes with seed 2. In 6 it would meet seed 3, of its group too."""
    seeding = part_groups([A1, B1, Seed(29, 2, 1), D1, A2, C2, B2, D2])
    assert seeding.moves == ((7, 8),)
    assert seeding.clashes == ()


def test_a_clash_that_nothing_parts_is_named():
    seeding = part_groups([A1, A2])
    assert (seeding.moves, seeding.clashes) == ((), ((11, 12),))


def test_only_a_seed_of_the_same_place_changes_places():
    seeding = part_groups([A1, B1, C1, A2])
    assert (seeding.entries, seeding.clashes) == ((11, 21, 31, 12), ((11, 12),))


def test_a_bye_clashes_with_nobody():
    assert part_groups([A1, A2, B1, A3, C2]).moves == ()  # only seeds 4 and 5 have no bye
    seeding = part_groups([A1, B3, B1, A2, A3])
    assert seeding.moves == ((5, 2),)
    assert seeding.entries == (11, 13, 21, 12, 23)


def test_seedings_of_nobody_are_refused():
    with pytest.raises(ValueError, match="two entries or more"):
        part_groups([A1])
    with pytest.raises(ValueError, match="two seeds"):
        part_groups([A1, A1])


def clashes(seeds: list[Seed]) -> list[tuple[int, int]]:
    """Counted in the bracket itself."""
    states = progress(single.structure(len(seeds)), {})
    met = [state.occupants for key, state in states.items() if key.startswith("W1.") and state.status == "ready"]
    pairs = sorted(sorted(seed for seed in pair if isinstance(seed, int)) for pair in met)
    each = [(seeds[one - 1], seeds[two - 1]) for one, two in pairs]
    return [(one.entry, two.entry) for one, two in each if one.group == two.group]


@given(st.integers(1, 8), st.integers(1, 4), st.data())
@settings(deadline=None)
def test_parting_groups_only_ever_takes_clashes_away(groups, places, data):
    field = [
        [Seed(group * 10 + place, group, place) for group in data.draw(st.permutations(range(groups)))]
        for place in range(1, places + 1)
    ]
    seeds = [seed for each in field for seed in each][: data.draw(st.integers(2, 32))]
    if len(seeds) < 2:
        return
    seeding = part_groups(seeds)
    by_entry = {seed.entry: seed for seed in seeds}
    after = [by_entry[entry] for entry in seeding.entries]
    assert [seed.place for seed in after] == [seed.place for seed in seeds]
    assert list(seeding.clashes) == clashes(after)
    assert len(clashes(seeds)) - len(clashes(after)) >= len(seeding.moves)
    worse = {entry for _, entry in clashes(seeds)} if not seeding.moves else set()
    for one, two in permutations(range(len(seeds)), 2):  # what stays could not be helped
        if seeds[one].entry in worse and seeds[one].place == seeds[two].place:
            changed = list(seeds)
            changed[one], changed[two] = seeds[two], seeds[one]
            assert any({seeds[one].entry, seeds[two].entry} & set(pair) for pair in clashes(changed))
