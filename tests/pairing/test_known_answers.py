"""The rules' worked examples, asked of the public functions; and the examples of the README of the formats."""

import doctest
from fractions import Fraction
from pathlib import Path

import pytest

from tournaments import pairing as formats
from tournaments.pairing import acceleration, histories, swiss
from tournaments.pairing.record import Entrant
from tournaments.pairing.tiebreaks.ranking import rank, tie_breaks
from tournaments.pairing.tiebreaks.reading import assemble, read, table
from tournaments.pairing.tiebreaks.settings import Settings

README = Path(formats.__file__).with_name("README.md")


def test_every_example_of_the_readme_is_true():
    tried = doctest.testfile(str(README), module_relative=False, verbose=False)
    assert tried.attempted > 40
    assert tried.failed == 0


# -- Swiss, round by round


def test_the_bye_goes_to_e_who_has_no_unplayed_round_although_d_is_the_lower_seed():
    """Five entries, round 3: D was absent in round 1 and lost round 2, E lost twice, A was absent in round 2."""
    a, b, c, e, d = range(1, 6)
    rows = {a: f"{e}w1 -Z", b: f"{c}w1 {d}w1", c: f"{b}b0 {e}w1", e: f"{a}b0 {c}b0", d: f"-Z {b}b0"}
    draw = swiss.pair(histories.history(read(rows), seeds=(a, b, c, e, d)), number=3, seed="s")
    assert [bye.entry for bye in draw.byes] == [e]


def test_baku_nine_rounds_give_one_one_one_half_half():
    assert [acceleration.points(number, 9) for number in range(1, 10)] == [
        *(Fraction(1),) * 3,
        *(Fraction(1, 2),) * 2,
        *(Fraction(0),) * 4,
    ]
    assert [acceleration.upper(entries) for entries in (4, 5, 8, 9, 161)] == [2, 4, 4, 6, 82]


@pytest.mark.parametrize(("rounds", "whole", "halves"), [(5, 2, 1), (7, 2, 2), (8, 2, 2), (9, 3, 2), (11, 3, 3)])
def test_accelerated_rounds_are_the_first_half_rounded_up_and_whole_points_the_first_half_of_those(
    rounds: int, whole: int, halves: int
):
    given = [acceleration.points(number, rounds) for number in range(1, rounds + 1)]
    assert (given.count(Fraction(1)), given.count(Fraction(1, 2))) == (whole, halves)


# -- histories, which a round is drawn from


SEVEN = {
    1: "7w1 2w= 3b- 5b1",
    2: "-U 1b= 6w0 3w1",
    3: "4b0 6b0 1w+ 2b0",
    4: "3w1 5b0 -Z -Z",
    5: "6w1 4w1 7b1 1w0",
    6: "5b0 3w1 2b1 7w0",
    7: "1b0 -H 5w0 6b1",
}


def test_a_history_has_the_points_that_the_crosstable_has():
    made = {each.entry: each for each in histories.history(read(SEVEN))}
    points = tie_breaks(("PTS",), read(SEVEN))
    assert {entry: each.score for entry, each in made.items()} == {
        entry: values["PTS"].value for entry, values in points.items()
    }
    assert made[3].met == {4: [1], 6: [2], 2: [4]}, "a forfeit is not a meeting"
    assert (made[2].byes, made[3].walkovers, made[5].sat) == (1, 1, [0, 0, 1, 0])
    assert (made[4].rests, made[4].unplayed) == (0, 2)


def test_a_history_of_tables_of_four():
    cells = table((1, 2, 3, 4), (1, 2, 2, 4))
    made = {each.entry: each for each in histories.history(assemble((1, 2, 3, 4), [cells]), usual=4)}
    assert {entry: each.score for entry, each in made.items()} == {1: 1, 2: Fraction(1, 2), 3: Fraction(1, 2), 4: 0}
    assert made[1].met == {2: [1], 3: [1], 4: [1]}
    assert [made[entry].sat for entry in (1, 2, 3, 4)] == [[0], [1], [2], [3]]


def test_a_crosstable_that_contradicts_itself_has_no_history():
    with pytest.raises(ValueError, match="has not played it"):
        histories.history(read({1: "2w1", 2: "."}))
    with pytest.raises(ValueError, match="seeds"):
        histories.history(read(SEVEN), seeds=(1, 2))


def test_the_next_round_of_the_seven_entries():
    """Nobody meets again, and the bye goes to the lowest score that has had neither bye nor forfeit win: seed 4."""
    field: list[Entrant] = histories.history(read(SEVEN))
    draw = swiss.pair([each for each in field if each.entry != 4], number=5, seed="s")
    met = {each.entry: each.met for each in field}
    assert not draw.compromises
    assert all(two not in met[one] for one, two in (match.entries for match in draw.matches))
    assert [bye.entry for bye in swiss.pair(field, number=5, seed="s").byes] == [4]


# -- a complete round robin of four, reckoned by hand


ROUND_ROBIN = read({1: "4w1 3b= 2w1", 2: "3w1 4b1 1b0", 3: "2b0 1w= 4w1", 4: "1b0 2w0 3b0"})


def test_a_round_robin_of_four_by_hand():
    ranked = rank(("PTS", "DE", "SB"), ROUND_ROBIN, Settings(round_robin=True))
    assert [(line.place, line.entry) for line in ranked] == [(1, 1), (2, 2), (3, 3), (4, 4)]
    values = tie_breaks(("SB", "KS"), ROUND_ROBIN, Settings(round_robin=True))
    # 1: 4 (0) + half of 3 (3/2) + 2 (2); 2: 3 (3/2) + 4 (0); 3: half of 1 (5/2) + 4 (0)
    assert [values[entry]["SB"].value for entry in (1, 2, 3, 4)] == [
        Fraction(11, 4),
        Fraction(3, 2),
        Fraction(5, 4),
        Fraction(0),
    ]
