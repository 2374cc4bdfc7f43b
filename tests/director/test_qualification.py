"""Cut lines between stages, and the seeds of those who come from groups."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.director.formats.brackets import single
from tournaments.director.formats.brackets.progress import progress
from tournaments.director.formats.draw import lot
from tournaments.director.formats.qualification import All, Best, Cut, Line, Place, Qualifier, Tie, Top, merit, qualify
from tournaments.director.formats.seeding import Seed, part_groups


def line(entry: int, place: int, points: int, games: int = 3, group: int = 0, **more: Any) -> Line:
    return Line(entry, place, Fraction(points), games, group=group, **more)


def entries(cut: Cut) -> list[int]:
    return [qualifier.entry for qualifier in cut.qualifiers]


def by_lot(seed: str, *among: int) -> list[int]:
    return sorted(among, key=lambda entry: lot(seed, entry))


TABLE = [line(11, 1, 3), line(12, 2, 2), line(13, 3, 1), line(14, 4, 0)]

# Group 1 has four entries, group 2 three.
GROUPS = [
    line(11, 1, 3, group=1), line(12, 2, 2, group=1), line(13, 3, 1, group=1), line(14, 4, 0, group=1),
    line(21, 1, 2, 2, group=2), line(22, 2, 1, 2, group=2), line(23, 3, 0, 2, group=2),
]  # fmt: skip


# -- rules


def test_all_and_the_top():
    assert entries(qualify(TABLE, [All()], seed="s")) == [11, 12, 13, 14]
    cut = qualify(TABLE, [Top(2)], seed="s")
    assert cut.qualifiers == (Qualifier(11, 0, 1, Top(2)), Qualifier(12, 0, 2, Top(2)))
    assert cut.ties == ()
    assert entries(qualify(TABLE, [Top(9)], seed="s")) == [11, 12, 13, 14]


def test_a_place_of_each_group():
    cut = qualify(GROUPS, [Place(2)], seed="s")
    assert cut.qualifiers == (Qualifier(12, 1, 2, Place(2)), Qualifier(22, 2, 2, Place(2)))


def test_the_best_of_the_rest_are_compared_per_game():
    """22 has one point of two games, 13 one of three."""
    cut = qualify(GROUPS, [Best(1), Place(1)], seed="s")
    assert cut.qualifiers[-1] == Qualifier(12, 1, 2, Best(1))
    cut = qualify(GROUPS, [Place(1), Best(2)], seed="s")
    assert entries(cut)[2:] == [12, 22]
    assert [qualifier.rule for qualifier in cut.qualifiers] == [Place(1), Place(1), Best(2), Best(2)]


def test_the_best_of_the_rest_by_tie_breaks_per_game():
    lines = [
        line(11, 1, 3, group=1), line(12, 2, 2, 4, group=1, tie_breaks=(Fraction(5),)),
        line(21, 1, 2, group=2), line(22, 2, 1, 2, group=2, tie_breaks=(Fraction(3),)),
        line(31, 1, 2, group=3), line(32, 2, 1, 2, group=3, tie_breaks=(None,)),
    ]  # fmt: skip
    assert entries(qualify(lines, [Place(1), Best(1)], seed="s"))[3:] == [22]  # 3/2 a game, 12 has 5/4
    assert entries(qualify(lines, [Place(1), Best(3)], seed="s"))[3:] == [22, 12, 32]


def test_seeds_are_all_firsts_by_points_per_game_then_all_seconds():
    """11 and 21 have won all their games: the lot parts them."""
    cut = qualify(GROUPS, [Place(1), Place(2), Place(3)], seed="s")
    assert entries(cut) == [*by_lot("s", 11, 21), 12, 22, 13, 23]


def test_the_top_of_several_groups_are_all_firsts_then_the_best_seconds():
    assert entries(qualify(GROUPS, [Top(3)], seed="s")) == [*by_lot("s", 11, 21), 12]


def test_somebody_who_never_played_has_nothing_per_game():
    assert merit(line(1, 1, 0, games=0)) == ((False, Fraction(0)),)


# -- leaving


def test_for_who_has_withdrawn_the_next_in_line_moves_up():
    assert entries(qualify(TABLE, [Top(2)], seed="s", withdrawn={11})) == [12, 13]
    cut = qualify(GROUPS, [Place(1)], seed="s", withdrawn={21})
    assert Qualifier(22, 2, 1, Place(1)) in cut.qualifiers


# -- ties on the line

LEVEL = [line(11, 1, 3), line(12, 2, 1), line(13, 2, 1), line(14, 2, 1)]


def test_a_tie_on_the_line_is_parted_by_lot_and_named():
    cut = qualify(LEVEL, [Top(2)], seed="s")
    assert entries(cut) == [11, by_lot("s", 12, 13, 14)[0]]
    assert cut.ties == (Tie((12, 13, 14), "lot"),)
    drawn = {entries(qualify(LEVEL, [Top(2)], seed=f"s{number}"))[1] for number in range(30)}
    assert drawn == {12, 13, 14}


def test_a_tie_beside_the_line_is_none():
    assert qualify(LEVEL, [Top(1)], seed="s").ties == ()
    assert qualify(LEVEL, [Top(4)], seed="s").ties == ()


def test_a_tie_on_the_line_can_be_played():
    assert qualify(LEVEL, [Top(2)], seed="s", tie_break_tables={}).ties == (Tie((12, 13, 14), "open"),)
    cut = qualify(LEVEL, [Top(2)], seed="s", tie_break_tables={(12, 13, 14): (3, 2, 1)})
    assert entries(cut) == [11, 14]
    assert cut.ties == (Tie((12, 13, 14), "tie_break_table"),)


def test_level_again_at_the_tie_break_table_is_a_lot():
    cut = qualify(LEVEL, [Top(2)], seed="s", tie_break_tables={(12, 13, 14): (1, 3, 1)})
    assert entries(cut) == [11, by_lot("s", 12, 14)[0]]
    assert cut.ties == (Tie((12, 13, 14), "lot"),)


def test_a_tie_on_the_line_of_a_group():
    lines = [line(11, 1, 2, group=1), line(12, 1, 2, group=1), line(21, 1, 2, group=2), line(22, 2, 1, group=2)]
    assert qualify(lines, [Place(1)], seed="s").ties == (Tie((11, 12), "lot"),)
    assert qualify(lines, [Place(1), Place(2)], seed="s").ties == ()


def test_a_tie_among_the_best_of_the_rest():
    lines = [line(group * 10 + place, place, 3 - place, group=group) for group in (1, 2, 3) for place in (1, 2)]
    assert qualify(lines, [Place(1), Best(2)], seed="s").ties == (Tie((12, 22, 32), "lot"),)


# -- refused


def test_cuts_that_make_no_sense_are_refused():
    with pytest.raises(ValueError, match="two lines"):
        qualify([TABLE[0], TABLE[0]], [All()], seed="s")
    for take in (Top(0), Place(0), Best(-1)):
        with pytest.raises(ValueError, match="one entry or more"):
            qualify(TABLE, [take], seed="s")
    with pytest.raises(ValueError, match="has 2 places"):
        qualify(LEVEL, [Top(2)], seed="s", tie_break_tables={(12, 13, 14): (1, 2)})


@given(st.integers(1, 5), st.integers(1, 6), st.data())
@settings(deadline=None)
def test_a_cut_takes_as_many_as_its_rules_say_and_none_who_is_out(groups, size, data):
    points = st.integers(0, 4)
    lines = []
    for group in range(groups):
        made = sorted((data.draw(points) for _ in range(size)), reverse=True)
        lines += [line(group * 10 + at, 1 + made.index(each), each, group=group) for at, each in enumerate(made)]
    out = data.draw(st.sets(st.sampled_from([each.entry for each in lines])))
    place, best = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    cut = qualify(lines, [Place(place), Best(best)], seed="s", withdrawn=out)
    there = Counter(each.group for each in lines if each.entry not in out)
    firsts = sum(count >= place for count in there.values())
    assert len(cut.qualifiers) == min(firsts + best, sum(there.values()))
    assert len(set(entries(cut))) == len(cut.qualifiers)
    assert not out & set(entries(cut))
    worth = {each.entry: each.points for each in lines}
    taken = [worth[each.entry] for each in cut.qualifiers if each.rule == Best(best)]
    left = [worth[each.entry] for each in lines if each.entry not in {*out, *entries(cut)}]
    assert not left or not taken or min(taken) >= max(left)
    assert min(taken, default=0) != max(left, default=-1) or any(tie.by == "lot" for tie in cut.ties)


# -- seeds from groups

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
