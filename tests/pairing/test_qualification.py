"""Cut lines between stages."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing.draw import lot
from tournaments.pairing.qualification import All, Best, Cut, Line, Place, Qualifier, Tie, Top, merit, qualify


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


def test_a_second_is_behind_every_first_even_with_more_points():
    lines = [line(11, 1, 3, group=1), line(12, 2, 2, group=1), line(21, 1, 1, group=2), line(22, 2, 0, group=2)]
    assert entries(qualify(lines, [All()], seed="s")) == [11, 21, 12, 22]
    assert entries(qualify(lines, [Top(2)], seed="s")) == [11, 21]


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
