"""Tie-breaks where everybody meets everybody, and leaving such a tournament."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.pairing.tiebreaks.crosstables import column
from tournaments.pairing.tiebreaks.crosstable import Cell, Crosstable
from tournaments.pairing.tiebreaks.ranking import tie_breaks
from tournaments.pairing.tiebreaks.reading import read
from tournaments.pairing.tiebreaks.settings import Settings
from tournaments.pairing.tiebreaks.withdrawal import withdraw

F = Fraction
ROUND_ROBIN = Settings(round_robin=True)


def test_in_a_round_robin_a_forfeit_counts_against_the_scheduled_opponent_and_a_rest_is_nothing():
    crosstable = read({1: "2w1 -U 3b=", 2: "1b0 3w+ -U", 3: "-U 2b- 1w="})
    assert column("PTS", crosstable, ROUND_ROBIN) == [F(3, 2), 1, F(1, 2)]
    assert column("SB", crosstable, ROUND_ROBIN) == [1 + F(1, 4), F(1, 2), F(3, 4)]
    assert column("WIN", crosstable, ROUND_ROBIN) == [1, 1, 0]
    assert len(tie_breaks(["SB"], crosstable, ROUND_ROBIN)[1]["SB"].parts) == 2


def test_koya_counts_the_points_against_those_with_half_of_what_they_could_make():
    crosstable = read({1: "4w1 3b1 2w=", 2: "3w1 4b1 1b=", 3: "2b0 1w0 4w1", 4: "1b0 2w0 3b0"})
    assert column("KS", crosstable, ROUND_ROBIN) == [F(1, 2), F(1, 2), 0, 0]
    level = read({1: "2w= -U 3b1", 2: "1b= 3w= -U", 3: "-U 2b= 1w0"})
    assert column("KS", level, ROUND_ROBIN) == [F(1, 2), F(1, 2), F(1, 2)]


def four_of_five(code: str) -> Crosstable:
    """A (1) beat E (5), who leaves after that, or after a second game with *code* against B (2)."""
    if code:
        return read({1: "5w1 -U", 2: f"4w1 5b{code}", 3: "-U 4b=", 4: "2b0 3w=", 5: "1b0 2w=" if code == "=" else "."})
    return read({1: "5w1", 2: "4w1", 3: "-U", 4: "2b0", 5: "1b0"})


def test_who_leaves_before_half_of_its_games_is_annulled():
    left = withdraw(four_of_five(""), 5, {2: 2, 3: 3, 4: 4})
    assert column("PTS", left, ROUND_ROBIN) == [0, 1, 0, 0, 0]
    assert column("BH", left, ROUND_ROBIN) == [None, 0, None, 1, None]


def test_who_leaves_after_half_of_its_games_forfeits_the_rest():
    left = withdraw(four_of_five("="), 5, {4: 3, 5: 4})
    assert left.rounds == 5
    assert column("PTS", left, ROUND_ROBIN) == [1, F(3, 2), F(3, 2), F(3, 2), F(1, 2)]
    assert [cell and cell.code for cell in left.rows[3]] == ["U", "=", None, "+", None]
    assert left.rows[5][3] == Cell("-", scheduled=(3,))


def test_leaving_cannot_contradict_what_was_played():
    with pytest.raises(ValueError, match="round 2 already"):
        withdraw(four_of_five("="), 5, {2: 4, 5: 3})
    with pytest.raises(ValueError, match="no entry 9"):
        withdraw(four_of_five("="), 9, {})
