"""How a tie-break came about, in words."""

import pytest
from hypothesis import given, settings

from tests.pairing.tiebreaks.crosstables import record, tournaments
from tests.pairing.tiebreaks.test_example import SEVEN
from tournaments.director.display.explanations import explain
from tournaments.pairing.tiebreaks.codes import TIE_BREAKS
from tournaments.pairing.tiebreaks.crosstable import Crosstable
from tournaments.pairing.tiebreaks.ranking import tie_breaks


def said(code: str, entry: int, crosstable: Crosstable = SEVEN) -> list[str]:
    return [str(text) for text in explain(tie_breaks([code], crosstable)[entry][code])]


CAPPED = "Round 3 was not played: it counts 1, capped at the score of the scheduled opponent."


@pytest.mark.parametrize(
    ("code", "entry", "texts"),
    [
        ("BH", 1, ["Buchholz: 8 = 1½ + 2½ + 1 + 3", CAPPED]),
        (
            "BH-C1",
            1,
            ["Buchholz cut 1: 7 = 1½ + 2½ + 3", CAPPED, "Round 3 is left out: it was missed by choice."],
        ),
        (
            "SB",
            2,
            [
                "Sonneborn-Berger: 4¼ = 1 × 2 + ½ × 2½ + 0 × 2 + 1 × 1",
                "Round 1 was not played: it counts 2, capped at a draw in every round.",
            ],
        ),
        (
            "BH-M1",
            6,
            [
                "Buchholz median 1: 4 = 2½ + 1½",
                "Round 1 is left out: the highest.",
                "Round 2 is left out: the lowest.",
            ],
        ),
        ("AOB", 6, ["Average of opponents’ Buchholz: 8 = (8 + 7½ + 7½ + 9) / 4"]),
        ("WON", 1, ["Games won 2: round 1, 4"]),
        ("WON", 3, ["Games won 0: no round counts."]),
        ("GE", 4, ["Games elected to play 2 of 4: round 3, 4 was missed by choice"]),
        ("GE", 2, ["Games elected to play 4: all rounds"]),
        (
            "TPR",
            7,
            ["Tournament performance rating 1675 = 1800 − 125: 33 % against opponents of 1800 on average"],
        ),
        (
            "PTP",
            3,
            ["Perfect tournament performance 900: no points scored, so 800 below the lowest of 1800, 1700, 1900"],
        ),
        ("DE", 1, ["Direct encounter: place 1 of the 2 who are equal so far, with ½ points among them"]),
        ("MW", 7, ["Match-win percentage 33.33 % = 1 of 3 points"]),
        ("MW", 3, ["Match-win percentage 33.00 %: the minimum, since 0 of 3 points are less"]),
        ("OMW", 4, ["Opponents’ match-win percentage: 54.00 % = (33.00 % + 75.00 %) / 2"]),
    ],
)
def test_a_value_is_explained(code: str, entry: int, texts: list[str]):
    assert said(code, entry) == texts


def test_a_value_that_is_none_is_explained_too():
    assert said("BH-C1", 1, record("1")) == [
        "Buchholz cut 1: no round is left to calculate it from.",
        "Round 1 is left out: the lowest.",
    ]


@given(tournaments(sizes=(2, 3, 4)))
@settings(max_examples=25)
def test_every_value_of_every_tournament_has_its_words(crosstable):
    for values in tie_breaks(list(TIE_BREAKS), crosstable).values():
        for value in values.values():
            assert all(str(text) for text in explain(value))
