"""Seven entries, four rounds, two kinds of bye, a forfeit and a withdrawal: every number by hand."""

from fractions import Fraction

import pytest

from tests.pairing.tiebreaks.crosstables import column
from tournaments.pairing.tiebreaks.ranking import rank, tie_breaks
from tournaments.pairing.tiebreaks.reading import read
from tournaments.pairing.tiebreaks.reckoning import Reckoning
from tournaments.pairing.tiebreaks.settings import Settings

F = Fraction

SEVEN = read(
    {
        1: "7w1 2w= 3b- 5b1",
        2: "-U 1b= 6w0 3w1",
        3: "4b0 6b0 1w+ 2b0",
        4: "3w1 5b0 -Z -Z",
        5: "6w1 4w1 7b1 1w0",
        6: "5b0 3w1 2b1 7w0",
        7: "1b0 -H 5w0 6b1",
    },
    ratings={1: 1950, 2: 1900, 3: 1850, 4: 1800, 5: 1750, 6: 1700, 7: 1650},
)
OLD = Settings(rules="2024")


def values(row: str) -> list[F]:
    return [F(value) for value in row.split()]


def test_scores_as_opponents_count_them():
    adjusted = Reckoning(SEVEN, Settings()).adjusted
    assert [adjusted[entry] for entry in SEVEN.rows] == values("5/2 5/2 1 2 3 2 3/2")


@pytest.mark.parametrize(
    ("code", "row"),
    [
        ("PTS", "5/2 5/2 1 1 3 2 3/2"),
        ("BH", "8 15/2 15/2 6 8 8 9"),
        ("BH-C1", "7 13/2 13/2 5 13/2 7 15/2"),
        ("SB", "23/4 17/4 1 1 11/2 7/2 11/4"),
        ("SB-C1", "23/4 13/4 0 1 4 5/2 2"),
        ("PS", "13/2 13/2 2 4 9 5 5/2"),
        ("WIN", "2 2 1 1 3 2 1"),
        ("WON", "2 1 0 1 3 2 1"),
        # Made by hand from the definitions.
        ("BH-C2", "11/2 9/2 9/2 4 9/2 11/2 11/2"),
        ("BH-M1", "4 4 4 2 4 4 9/2"),
        ("AOB", "49/6 47/6 43/6 31/4 31/4 8 8"),
        ("FB", "8 8 8 7 15/2 8 9"),
        ("SB-C2", "17/4 13/4 0 1 2 5/2 0"),
        ("PS-C1", "11/2 11/2 2 3 8 5 5/2"),
        ("GE", "3 4 4 2 4 4 3"),
        ("BPG", "1 1 3 1 1 2 2"),
        ("BWG", "1 0 0 0 1 1 1"),
        ("ARO", "1767 1833 1800 1800 1775 1788 1800"),
        ("ARO-C1", "1825 1900 1850 1850 1817 1833 1850"),
        ("TPR", "2040 1833 1000 1800 1968 1788 1675"),
        ("APRO", "1825 1609 1807 1484 1826 1619 1932"),
    ],
)
def test_a_column_of_the_example(code: str, row: str):
    assert column(code, SEVEN) == values(row)


@pytest.mark.parametrize(("code", "row"), [("BH", "19/2 8 15/2 6 8 8 9"), ("SB", "23/4 19/4 1 1 11/2 7/2 11/4")])
def test_before_2026_the_dummy_was_not_capped(code: str, row: str):
    assert column(code, SEVEN, OLD) == values(row)


def test_places_by_points_and_direct_encounter():
    ranked = rank(("PTS", "DE"), SEVEN)
    assert [(line.place, line.entry) for line in ranked] == [(1, 5), (2, 1), (2, 2), (4, 6), (5, 7), (6, 4), (7, 3)]


def test_a_forfeit_is_capped_at_the_scheduled_opponent_and_a_bye_at_half_the_rounds():
    found = tie_breaks(["BH"], SEVEN)
    forfeit, bye = found[1]["BH"].parts[2], found[2]["BH"].parts[0]
    assert (forfeit.code, forfeit.cap, bye.code, bye.cap) == ("-", "opponent", "U", "rounds")
    assert (forfeit.own, forfeit.worth, bye.own, bye.worth) == (F(5, 2), F(1), F(5, 2), F(2))
    assert [part.cap for part in found[3]["BH"].parts] == [None] * 4


def test_the_cut_takes_the_absence_by_choice_rather_than_a_lower_opponent():
    parts = tie_breaks(["BH-C1"], SEVEN)[7]["BH-C1"].parts
    assert [(part.round, part.code) for part in parts if part.cut] == [(2, "H")]
    assert [part.round for part in tie_breaks(["BH-C1"], SEVEN)[2]["BH-C1"].parts if part.cut] == [4]


def test_as_of_the_second_round():
    early = SEVEN.as_of(2)
    assert column("PTS", early) == values("3/2 3/2 0 1 2 1 1/2")
    # Entry 7 asked for its bye in what is now the last round: a draw either way. Entry 2's own 3/2 is capped at 1.
    assert column("BH", early) == values("2 5/2 2 2 2 2 2")
