"""Knock-out at tables of three to five."""

from fractions import Fraction

import pytest

from tests.pairing.podplay import play
from tournaments.pairing.pod_knockout.finishes import Finish, next_field
from tournaments.pairing.pod_knockout.progress import Correction, Progress, correct, progress
from tournaments.pairing.pod_knockout.tables import Rules, Table, deal, field_sizes
from tournaments.pairing.series.pod import Places

HALF = Fraction(1, 2)


def tables(made: Progress) -> list[list[tuple[int, ...]]]:
    return [[table.entries for table in played.tables] for played in made.rounds]


# -- examples


def test_fourteen_of_whom_two_go_on():
    rules = Rules(14)
    made = progress(rules, play(rules))
    assert tables(made) == [
        [(1, 8, 9), (2, 7, 10), (3, 6, 11, 14), (4, 5, 12, 13)],
        [(1, 4, 5, 8), (2, 3, 6, 7)],
        [(1, 2, 3, 4)],
    ]
    assert made.open == ()
    assert made.places == {
        1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 7, 9: 9, 10: 9, 11: 9, 12: 9, 13: 13, 14: 13
    }  # fmt: skip


def test_sixteen_are_dealt_by_snake():
    assert deal(range(1, 17), (3, 4, 5), 4) == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))


def test_where_the_snakes_sizes_are_not_allowed_the_smallest_table_is_first():
    assert deal(range(1, 9), (3, 5), 5) == ((1, 4, 5), (2, 3, 6, 7, 8))


@pytest.mark.parametrize(
    ("rules", "sizes"),
    [
        (Rules(14), (14, 8, 4)),
        (Rules(5), (5,)),
        (Rules(6), (6, 4)),
        (Rules(16, 1), (16, 4)),
        (Rules(8, 1), (8, 3)),  # two firsts make no table: the best second goes on too
        (Rules(13, 2, (4,)), (13, 8, 4)),  # one rests
        (Rules(5, 2, (4,)), (5, 4)),  # one rests while the others play at one table
        (Rules(30, 2, (4,)), (30, 16, 8, 4)),  # two rest
    ],
)
def test_how_many_play_in_each_round(rules, sizes):
    assert field_sizes(rules) == sizes


def test_the_best_of_the_others_fill_the_field_up():
    """Two firsts make no table: of the seconds the one of four goes on, with 2/3, not the one of three, with 1/2."""
    results: dict[str, Places] = {"R1.1": (2, 1, 3), "R1.2": (2, 1, 3, 4)}
    assert tables(progress(Rules(7, 1), results)) == [[(1, 4, 5), (2, 3, 6, 7)], [(3, 4, 2)]]


def test_who_fills_the_field_up_has_the_best_place_then_share_then_seed():
    through = [Finish(5, 1, Fraction(1))]
    others = [
        Finish(1, 3, Fraction(1)), Finish(9, 2, HALF), Finish(3, 2, Fraction(1, 3)), Finish(8, 2, HALF)
    ]  # fmt: skip
    assert [next_field(through, others, size) for size in (2, 3, 4, 5)] == [
        (5, 8), (5, 8, 9), (5, 3, 8, 9), (5, 3, 8, 9, 1)
    ]  # fmt: skip


def test_the_next_field_is_all_firsts_then_all_seconds():
    rules = Rules(8)
    results: dict[str, Places] = {"R1.1": (3, 4, 1, 2), "R1.2": (1, 4, 3, 2)}
    assert tables(progress(rules, results))[:1] == [[(1, 4, 5, 8), (2, 3, 6, 7)]]
    assert tables(progress(rules, results))[1] == [(2, 5, 7, 8)]


def test_the_top_seeds_rest_if_not_all_can_be_seated():
    rules = Rules(14, 2, (4,))
    made = progress(rules, play(rules))
    assert made.rounds[0].resting == (1, 2)
    assert tables(made)[:2] == [
        [(3, 8, 9, 14), (4, 7, 10, 13), (5, 6, 11, 12)],
        [(1, 4, 5, 8), (2, 3, 6, 7)],
    ]


# -- equal places on the line


def test_equals_on_the_line_are_parted_by_seed():
    rules = Rules(8)
    results: dict[str, Places] = {"R1.1": (1, 2, 2, 2), "R1.2": (3, 4, 1, 1)}
    made = progress(rules, results)
    assert made.open == (Table("R2.1", (1, 6, 7, 4)),)


def test_or_by_one_tie_break_table():
    rules = Rules(8, tie_breaks=(2, 3))
    results: dict[str, Places] = {"R1.1": (1, 2, 2, 2)}
    assert progress(rules, results).open == (Table("R1.2", (2, 3, 6, 7)), Table("R1.1T", (4, 5, 8)))
    results |= {"R1.2": (3, 4, 1, 1), "R1.1T": (3, 1, 1)}
    assert progress(rules, results).open == (Table("R2.1", (1, 6, 7, 5)),)  # equal again: the better seed


def test_a_tie_break_table_that_the_game_does_not_have_is_not_played():
    rules = Rules(8, tie_breaks=(3,))
    assert progress(rules, {"R1.1": (1, 2, 2, 4)}).open == (Table("R1.2", (2, 3, 6, 7)),)


def test_equals_beside_the_line_play_no_tie_break():
    rules = Rules(8, tie_breaks=(2, 3, 4))
    assert [table.key for table in progress(rules, {"R1.1": (1, 1, 3, 3)}).open] == ["R1.2"]


def test_equals_at_the_last_table_share_the_place():
    rules = Rules(4, tie_breaks=(2,))
    made = progress(rules, {"R1.1": (1, 2, 2, 4)})
    assert (made.open, made.places) == ((), {1: 1, 2: 2, 3: 2, 4: 4})


# -- not there


def test_who_is_not_there_is_last():
    rules = Rules(8)
    for others in ((1, 2, 3), (1, 2, 2)):
        made = progress(rules, {"R1.1": (None, *others), "R1.2": (1, 2, 3, 4)})
        assert made.open == (Table("R2.1", (2, 4, 3, 5)),)


def test_who_is_not_there_plays_no_tie_break():
    rules = Rules(8, tie_breaks=(2, 3))
    results: dict[str, Places] = {"R1.1": (1, None, None, None), "R1.2": (1, 2, 3, 4)}
    assert progress(rules, results).open == (Table("R2.1", (1, 2, 3, 4)),)


def test_a_last_table_to_which_nobody_came_has_no_winner():
    assert progress(Rules(3), {"R1.1": (None, None, None)}).places == {1: 2, 2: 2, 3: 2}


# -- refused


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Rules(2), "2 entries cannot be seated at tables of 3, 4, 5"),
        (Rules(0), "0 entries cannot be seated"),
        (Rules(16, 3), "3 cannot advance from tables of 3, 4, 5"),
        (Rules(16, 0), "0 cannot advance"),
        (Rules(16, 1, ()), "tables of no size"),
        (Rules(8, 3, (4, 5)), "8 entries never come down to one table"),
    ],
)
def test_knock_outs_that_cannot_be_played(rules, words):
    with pytest.raises(ValueError, match=words):
        field_sizes(rules)


def test_results_that_fit_no_table_are_refused():
    rules = Rules(8)
    for key in ("R2.1", "R1.3", "R1.1T"):
        with pytest.raises(ValueError, match=f"No table of this knock-out so far: {key}"):
            progress(rules, {key: (1, 2, 3, 4)})
    with pytest.raises(ValueError, match=r"R1\.1 has 4 entries, not 3"):
        progress(rules, {"R1.1": (1, 2, 3)})
    with pytest.raises(ValueError, match="places from 1"):
        progress(rules, {"R1.1": (0, 1, 2, 3)})


def test_a_field_that_cannot_be_dealt_is_refused():
    for field, allowed in (([], (3, 4)), (range(5), (3, 4)), (range(4), ())):
        with pytest.raises(ValueError, match="cannot be seated"):
            deal(field, allowed, 4)


# -- corrections


def test_a_correction_keeps_the_tables_whose_entries_stay():
    rules = Rules(14)
    results = play(rules)
    correction = correct(rules, results, "R1.1", (1, 3, 2))  # 9 goes on instead of 8
    assert tables(progress(rules, correction.results))[1] == [(1, 4, 5, 9), (2, 3, 6, 7)]
    assert correction.cleared == ("R2.1", "R3.1")
    assert correction.results == {key: results[key] for key in ("R1.2", "R1.3", "R1.4", "R2.2")} | {"R1.1": (1, 3, 2)}


def test_a_correction_that_changes_nobody_clears_nothing():
    rules = Rules(14)
    results = play(rules)
    assert correct(rules, results, "R1.1", (1, 2, None)) == Correction(results | {"R1.1": (1, 2, None)}, ())


def test_only_what_was_played_can_be_corrected():
    with pytest.raises(ValueError, match=r"R2\.1 has no result"):
        correct(Rules(8), {}, "R2.1", (1, 2, 3, 4))
