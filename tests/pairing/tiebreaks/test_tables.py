"""Tie-breaks at tables of three and more."""

from fractions import Fraction

import msgspec

from tests.pairing.tiebreaks.crosstables import column
from tournaments.pairing.tiebreaks.crosstable import Cell
from tournaments.pairing.tiebreaks.ranking import tie_breaks
from tournaments.pairing.tiebreaks.reading import assemble, table
from tournaments.pairing.tiebreaks.settings import CARDS, Settings

F = Fraction


def test_at_a_table_of_four_points_are_the_share_and_opponents_the_mean():
    crosstable = assemble(range(1, 5), [table((1, 2, 3, 4), (1, 2, 2, 4))])
    assert column("PTS", crosstable) == [1, F(1, 2), F(1, 2), 0]
    assert column("BH", crosstable) == [F(1, 3), F(1, 2), F(1, 2), F(2, 3)]
    assert column("SB", crosstable) == [F(1, 3), (0 + F(1, 4) + 0) / 3, F(1, 12), 0]
    assert column("WIN", crosstable) == [1, 0, 0, 0]
    assert column("WON", assemble(range(1, 4), [table((1, 2, 3), (1, 1, 3))])) == [0, 0, 0]


def test_the_point_setting_changes_the_points_but_not_who_is_above_whom():
    cells = table((1, 2, 3), (1, 2, 3))
    given = {entry: msgspec.structs.replace(cells[entry], points=F(4 - entry)) for entry in cells}
    crosstable = assemble(range(1, 4), [given])
    assert column("PTS", crosstable) == [3, 2, 1]
    assert column("SB", crosstable) == [F(3, 2), F(1, 2), 0]
    assert column("SB", assemble(range(1, 4), [cells]), Settings(points=CARDS))[0] == F(3, 4)


def test_whoever_never_came_to_a_table_of_four_is_nobodys_opponent():
    cells = table((1, 2, 3, 4), (1, 3, None, 2), least=3)
    assert (cells[3].code, cells[3].scheduled) == ("-", (1, 2, 4))
    assert [cells[entry].opponents for entry in (1, 2, 4)] == [(2, 4), (1, 4), (1, 2)]
    assert [cells[entry].seat for entry in (1, 2, 4)] == [0, 1, 2]
    crosstable = assemble(range(1, 5), [cells])
    assert column("PTS", crosstable) == [1, 0, 0, F(1, 2)]
    # Its own round counts its own score, 0, which no cap could lower.
    assert column("BH", crosstable)[2] == 0


def test_a_forfeit_at_a_table_of_four_is_capped_at_the_mean_of_those_scheduled():
    first = {1: Cell("U"), 2: Cell("H"), 3: Cell("U"), 4: Cell("Z")}
    crosstable = assemble(range(1, 5), [first, first, table((1, 2, 3, 4), (1, 2, None, 3))])
    part = tie_breaks(["BH"], crosstable)[3]["BH"].parts[2]
    assert part.cap == "opponent"
    assert (part.own, part.worth) == (F(2), (3 + F(3, 2) + 0) / F(3))


def test_too_few_for_a_table_win_by_forfeit():
    cells = table((1, 2, 3), (1, None, 2), least=3)
    assert [cells[entry].code for entry in (1, 2, 3)] == ["+", "-", "+"]
    assert column("PTS", assemble(range(1, 4), [cells])) == [1, 0, 1]
    assert {cell.code for cell in table((1, 2, 3), (None, None, None)).values()} == {"-"}


def test_an_opponent_who_withdrew_counts_as_adjusted_in_products_too():
    gone = {1: Cell("U"), 2: Cell("U"), 3: Cell("Z")}
    crosstable = assemble(range(1, 4), [table((1, 2, 3), (1, 2, 3)), gone])
    # 2 has 3/2 and 3 has 0, as opponent 1/2.
    assert column("SB", crosstable)[:2] == [1 * 1 + (F(3, 2) + F(1, 2)) / 2, 1 * 1 + F(1, 4)]
