"""Tie-breaks of rounds as the director records them."""

from fractions import Fraction

from tests.pairing.tiebreaks.crosstables import column
from tournaments.pairing.record import Mark, Match, Round, marks
from tournaments.pairing.tiebreaks.reading import read, recorded

F = Fraction
MISSED = (Mark("+", 1), Mark("-", 2))


def test_matches_forfeits_byes_and_absences_become_cells():
    rounds = [
        Round(1, (Match("a", (1, 2)), Match("b", (3, 4))), (5,), {"a": marks((1, 2)), "b": marks((1, 1))}),
        Round(2, (Match("c", (5, 1)), Match("d", (4, 2))), (), {"c": MISSED}),
    ]
    same = read({1: "2w1 5-", 2: "1b0 .", 3: "4w= -Z", 4: "3b= .", 5: "-U 1+"})
    assert recorded(range(1, 6), rounds).rows.keys() == same.rows.keys()
    for entry, row in recorded(range(1, 6), rounds).rows.items():
        assert [cell and (cell.code, cell.against) for cell in row] == [
            cell and (cell.code, cell.against) for cell in same.rows[entry]
        ]


def test_what_a_bye_a_forfeit_and_a_withdrawal_count_in_the_tie_breaks():
    rounds = [
        Round(1, (Match("a", (1, 2)), Match("b", (3, 4))), (5,), {"a": marks((1, 2)), "b": marks((1, 2))}),
        Round(2, (Match("c", (1, 3)), Match("d", (5, 4))), (), {"c": marks((1, 2)), "d": MISSED}),
    ]
    crosstable = recorded(range(1, 6), rounds)
    assert column("PTS", crosstable) == [2, 0, 1, 0, 2]
    # 2 has left and 4 did not come: as opponents they have a draw more. 5 has a dummy worth 1 for its bye, and for its
    # win by forfeit one worth what 4 counts; those of 2 and 4 themselves are worth their own nothing.
    assert column("BH", crosstable) == [F(1, 2) + 1, 2, F(1, 2) + 2, 1, 1 + F(1, 2)]
    assert column("SB", crosstable) == [F(1, 2) + 1, 0, F(1, 2), 0, 1 + F(1, 2)]
    assert column("WON", crosstable) == [2, 0, 1, 0, 0]


def test_a_partner_is_no_opponent_and_is_not_scheduled_as_one():
    pairs = ((0, 2), (1, 3))
    played = Round(1, (Match("a", (1, 2, 3, 4), pairs),), results={"a": marks((1, 2, 1, 2))})
    assert recorded(range(1, 5), [played]).rows[1][0].opponents == (2, 4)  # type: ignore[union-attr]
    missed = (Mark("-", 4), Mark("+", 1), Mark("+", 1), Mark("+", 1))
    absent = recorded(range(1, 5), [Round(1, (Match("a", (1, 2, 3, 4), pairs),), results={"a": missed})])
    assert [cell and cell.scheduled for (cell,) in absent.rows.values()] == [(2, 4), (1, 3), (2, 4), (1, 3)]
    assert column("PTS", absent) == [0, 1, 1, 1]
