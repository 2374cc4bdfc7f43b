"""Tie-breaks where everybody meets everybody."""

from fractions import Fraction

from tests.pairing.tiebreaks.crosstables import column
from tournaments.pairing.tiebreaks.ranking import tie_breaks
from tournaments.pairing.tiebreaks.reading import read
from tournaments.pairing.tiebreaks.settings import Settings

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
