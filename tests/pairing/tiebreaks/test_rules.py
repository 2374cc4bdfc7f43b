"""Tie-breaks rule by rule."""

from fractions import Fraction

import msgspec
import pytest

from tests.pairing.tiebreaks.crosstables import column, record
from tournaments.pairing.tiebreaks.codes import TIE_BREAKS
from tournaments.pairing.tiebreaks.crosstable import Cell, Crosstable
from tournaments.pairing.tiebreaks.ranking import rank, tie_breaks
from tournaments.pairing.tiebreaks.reading import read, table
from tournaments.pairing.tiebreaks.reckoning import Reckoning
from tournaments.pairing.tiebreaks.settings import CARDS, Points, Settings

F = Fraction
ROUND_ROBIN = Settings(round_robin=True)


# -- what a round counts


@pytest.mark.parametrize(
    ("codes", "score", "wins", "won"),
    [("1", 1, 1, 1), ("=", F(1, 2), 0, 0), ("0", 0, 0, 0), ("+", 1, 1, 0), ("-", 0, 0, 0), ("U", 1, 1, 0),
     ("H", F(1, 2), 0, 0), ("F", 1, 1, 0), ("Z", 0, 0, 0)],
)  # fmt: skip
def test_what_each_code_counts(codes: str, score: F, wins: int, won: int):
    crosstable = record(codes)
    assert [column(code, crosstable)[0] for code in ("PTS", "WIN", "WON")] == [score, wins, won]


def test_three_points_for_a_win_and_one_for_a_draw():
    assert column("PTS", record("1 = 0 + - U H F Z"), Settings(points=CARDS))[0] == 3 + 1 + 3 + 3 + 1 + 3


def test_the_pairing_bye_may_count_less_and_is_no_win_then():
    crosstable, settings = record("1 U"), Settings(points=Points(bye=F(1, 2)))
    assert column("PTS", crosstable, settings)[0] == F(3, 2)
    assert column("WIN", crosstable, settings)[0] == 1


def test_a_double_loss_is_played_and_gives_nobody_anything():
    crosstable = read({1: "2wLL 3b1", 2: "1bLL 4w1", 3: "4w1 1w0", 4: "3b0 2b0"})
    assert column("PTS", crosstable) == [1, 1, 1, 0]
    assert column("BH", crosstable) == [2, 1, 1, 2]
    assert column("SB", crosstable)[:2] == [1, 0]
    assert column("GE", crosstable) == [2, 2, 2, 2]
    assert column("BPG", crosstable) == [1, 1, 0, 2]


# -- what a score counts for the opponents


@pytest.mark.parametrize(
    ("codes", "adjusted"),
    [("1 Z", F(3, 2)), ("1 -", F(3, 2)), ("1 H", F(3, 2)), ("1 F", 2), ("1 Z F -", 3), ("Z 1", 1), ("- 1", 1),
     ("1 Z U", 2), ("1 Z +", 2), ("Z Z", 1), ("1 - 0", 1),
     ("1 - .", 1)],
)  # fmt: skip
def test_absences_at_the_end_count_as_draws_for_the_opponents(codes: str, adjusted: F):
    assert Reckoning(record(codes), Settings()).adjusted[1] == adjusted


def test_in_a_round_robin_scores_count_as_they_are():
    adjusted = Reckoning(read({1: "2w1 2b-", 2: "1b0 1w+"}), ROUND_ROBIN).adjusted
    assert (adjusted[1], adjusted[2]) == (F(1), F(1))


def test_points_given_or_taken_by_ruling_are_nothing_to_the_opponents():
    plain = read({1: "2w1 3b1", 2: "1b0 4w1", 3: "4w= 1w0", 4: "3b= 2b0"})
    crosstable = msgspec.structs.replace(plain, adjustments={1: ((1, F(-1)),)})
    assert column("PTS", crosstable) == [1, 1, F(1, 2), F(1, 2)]
    assert column("PS", crosstable)[0] == 0 + 1
    assert column("BH", crosstable) == column("BH", plain)
    assert column("PTS", crosstable.as_of(1))[0] == 0


# -- cuts


def test_sonneborn_berger_loses_the_lowest_opponent_and_not_the_smallest_product():
    crosstable = read({1: "2w1 3b0", 2: "1b0 4w0", 3: "4w1 1w1", 4: "3b0 2b1"})
    assert column("SB", crosstable)[0] == 0
    lost_to_the_best = tie_breaks(["SB-C1"], crosstable)[1]["SB-C1"].parts
    assert [part.cut for part in lost_to_the_best] == ["lowest", None]


def test_an_absence_is_cut_from_sonneborn_berger_only_if_it_counts_no_less():
    # Entry 1 beat 2, who made ½ elsewhere: the absence counts 0 x 1, less than 1 x ½, which is cut.
    crosstable = read({1: "2w1 -Z", 2: "1b0 3w=", 3: "-U 2b="})
    parts = tie_breaks(["SB-C1", "BH-C1"], crosstable)[1]
    assert [part.cut for part in parts["SB-C1"].parts] == ["lowest", None]
    assert parts["SB-C1"].value == 0
    assert [part.cut for part in parts["BH-C1"].parts] == [None, "lowest"]
    # A half bye counts ½ x 1½, more than beating somebody without a point.
    half = tie_breaks(["SB-C1"], read({1: "2w1 -H", 2: "1b0 3w0", 3: "-U 2b1"}))[1]["SB-C1"]
    assert [part.cut for part in half.parts] == [None, "lowest"]
    assert half.value == 0


def test_of_two_rounds_that_count_the_same_the_absence_is_cut():
    # Losing to 2, who has nothing, counts as little as the absence.
    parts = tie_breaks(["SB-C1"], read({1: "2w0 -Z 3w1", 2: "1b1 -U -U", 3: "-U 4w1 1b0", 4: "-U 3b0 -U"}))[1]["SB-C1"]
    assert [part.cut for part in parts.parts] == [None, "lowest", None]
    level = read({1: "2w0 3w1 -Z", 2: "1b1 4b0 4w0", 3: "4w0 1b0 -U", 4: "3b1 2w1 2b1"})
    assert [part.cut for part in tie_breaks(["SB-C1"], level)[1]["SB-C1"].parts] == [None, None, "lowest"]


def test_of_two_absences_that_count_the_same_the_one_with_the_lower_opponent_is_cut_first():
    # 1 was not there against 2 (2 points) and 3 (none). Without the second the win against 4 (1) is the lowest round
    # but one that counts more than the absence that is left: it goes, and the win against 5 (3) is what stays.
    rows = {1: "2w- 3w- 4w1 5b1", 2: "1b+ 6w1 5w0 6b0", 3: "5w0 1b- 6b0 4w0"}
    rows |= {4: "6b0 5b0 1b0 3b1", 5: "3b1 4w1 2b1 1w0", 6: "4w1 2b0 3w1 2w1"}
    parts = tie_breaks(["SB-C2"], read(rows))[1]["SB-C2"].parts
    assert [part.worth for part in parts] == [2, 0, 1, 3]
    assert [part.counts for part in parts] == [0, 0, 1, 3]
    assert [part.cut for part in parts] == [None, "lowest", "lowest", None]


def test_the_median_cuts_the_lowest_first_and_the_highest_of_what_is_left():
    # The absence is worth the most, and goes first because it was chosen; then the highest of the others.
    crosstable = read({1: "2w1 3w1 -F", 2: "1b0 4w0 -U", 3: "4w0 1b0 .", 4: "3b1 2b1 ."})
    parts = tie_breaks(["BH-M1"], crosstable)[1]["BH-M1"].parts
    assert [(part.worth, part.cut) for part in parts] == [(1, "highest"), (0, None), (F(3, 2), "lowest")]


def test_fore_buchholz_draws_the_games_that_were_forfeited_in_the_last_round():
    crosstable = read({1: "2w1 3b-", 2: "1b0 4w=", 3: "4w= 1w+", 4: "3b= 2b="})
    # All drawn, 1 has 3/2, 2 has 1/2, 3 and 4 have 1.
    assert column("FB", crosstable) == [F(1, 2) + 1, F(3, 2) + 1, 1 + F(3, 2), 1 + F(1, 2)]
    assert column("FB", read({1: "2w1 -H", 2: "1b0 -U"})) == [1 + 1, F(3, 2) + 1]


def test_in_a_swiss_koya_counts_games_played():
    crosstable = read({1: "2w+ 3w1", 2: "1b- 4w1", 3: "4w1 1b0", 4: "3b0 2b0"})
    assert column("KS", crosstable) == [1, 0, 0, 0]


def test_in_a_swiss_koya_takes_one_maximum_for_all_also_for_those_who_missed_rounds():
    # 2 made half of what two games could bring, but 1 of 3 points; 3 made 1½ of 3 with a bye.
    crosstable = read({1: "2w= 3b= 4w1", 2: "1b= -Z 3w=", 3: "-H 1w= 2b=", 4: "-U -Z 1b0"})
    assert column("KS", crosstable)[0] == F(1, 2)
    assert column("KS", read({1: "2w1 .", 2: "1b0 -H"}))[0] == 0


def test_nothing_left_is_no_value_and_comes_last():
    crosstable = read({1: "2w1", 2: "1b0", 3: "."})
    assert column("BH-C1", crosstable) == [None, None, None]
    assert column("BH", crosstable) == [0, 1, None]
    assert column("ARO", crosstable) == [None, None, None]
    assert [line.entry for line in rank(("BH",), crosstable)] == [1, 2, 3]
    assert column("PS-C1", crosstable) == [None, None, None]


# -- rulings


def four(first: str) -> Crosstable:
    """1-3 as *first* says, 2-4 a win, 1-2 a win, 3-4 a draw."""
    facing = {"1": "0", "0": "1"}[first]
    return read({1: f"3w{first} 2w1", 2: "4w1 1b0", 3: f"1b{facing} 4w=", 4: "2b0 3b="})


def standings(crosstable: Crosstable) -> list[tuple[int, F | None, F | None]]:
    return [(line.entry, line.values["PTS"].value, line.values["BH"].value) for line in rank(("PTS", "BH"), crosstable)]


def test_a_ruling_changes_the_standings_and_reversing_it_restores_them():
    before = [(1, 2, F(3, 2)), (2, 1, F(5, 2)), (3, F(1, 2), F(5, 2)), (4, F(1, 2), F(3, 2))]
    assert standings(four("1")) == before
    assert standings(four("0")) == [(3, F(3, 2), F(3, 2)), (1, 1, F(5, 2)), (2, 1, F(3, 2)), (4, F(1, 2), F(5, 2))]
    assert column("PTS", four("1").as_of(1)) == [1, 1, 0, 0]


# -- nonsense


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ({1: "2w1", 2: "1b1"}, "otherwise"),
        ({1: "2w1", 2: "."}, "has not played"),
        ({1: "2w1 -U", 2: "1b0"}, "rounds"),
        ({1: "2w+", 2: "1b+"}, "opponent who has -"),
        ({1: "1w="}, "itself"),
        ({1: "9w1"}, "no row"),
    ],
)
def test_a_crosstable_that_contradicts_itself_is_refused(rows: dict[int, str], why: str):
    with pytest.raises(ValueError, match=why):
        tie_breaks(["BH"], read(rows))


@pytest.mark.parametrize(
    ("cell", "why"),
    [
        (Cell("?", (2,)), "no such code"),  # type: ignore[arg-type]
        (Cell("1", (2,), ("over",)), "no such code or finish"),  # type: ignore[arg-type]
        (Cell("1", (2,), ("above", "above")), "one finish for each"),
        (Cell("1", (2,), ("below",)), "does not go with"),
        (Cell("1"), "needs opponents"),
        (Cell("1", (2,), scheduled=(2,)), "needs opponents"),
        (Cell("-"), "needs scheduled"),
        (Cell("U", scheduled=(2,)), "has no opponents"),
        (Cell("1", (2, 2)), "twice at one table"),
        (Cell("1", (2,), games=(2, 0, -1)), "fewer than none"),
    ],
)
def test_a_cell_that_makes_no_sense_is_refused(cell: Cell, why: str):
    with pytest.raises(ValueError, match=f"Entry 1, round 1: .*{why}"):
        tie_breaks(["BH"], Crosstable({1: (cell,), 2: (Cell("0", (1,)),)}))


def test_before_anything_is_played_all_are_equal():
    for crosstable in (Crosstable({}), Crosstable({1: (), 2: ()}), read({1: "2w1", 2: "1b0"}).as_of(0)):
        assert [line.place for line in rank(list(TIE_BREAKS), crosstable)] == [1] * len(crosstable.rows)


@pytest.mark.parametrize("text", ["7x1", "U", "-W", "w1", "7w", "7w2", "٣w1"])
def test_a_cell_that_cannot_be_read_is_refused(text: str):
    with pytest.raises(ValueError, match="not a cell"):
        read({1: text})


def test_unknown_codes_and_senseless_settings_are_refused():
    crosstable = read({1: "2w1", 2: "1b0"})
    for codes, settings, why in [
        (["XX"], Settings(), "no tie-break 'XX'"),
        (["BH", "BH"], Settings(), "twice"),
        (["BH"], Settings(points=Points(F(0), F(1))), "A win must"),
        (["BH"], Settings(rules="1999"), "no rules of '1999'"),  # type: ignore[arg-type]
    ]:
        with pytest.raises(ValueError, match=why):
            tie_breaks(codes, crosstable, settings)
    with pytest.raises(ValueError, match="1 rounds, not 2"):
        crosstable.as_of(2)
    with pytest.raises(ValueError, match="at least two"):
        table((1,), (1,))
