"""A report adds up by itself: its rounds, by its points, are the points of its players."""

import random
from collections import Counter
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.director.structured import Run
from tests.director.test_leaving_a_round_robin import five
from tournaments.director.exchange.told import Told
from tournaments.director.exchange.trf.reading import read
from tournaments.director.exchange.trf.report import Report
from tournaments.director.exchange.trf.tournaments import report
from tournaments.director.exchange.trf.writing import write
from tournaments.director.state.tournament import Tournament

MEANS = {"1": "W", "+": "W", "F": "W", "=": "D", "H": "D", "0": "L", "-": "A", "Z": "A", "U": "P"}
"""FIDE's TRF26, record 162: which of its codes a result counts as."""


def points_system(text: str) -> dict[str, Decimal]:
    """By the columns of record 162: a code in 6, 15, 24, ... and its points in the four behind."""
    system = {"W": Decimal(1), "D": Decimal("0.5"), "L": Decimal(0), "A": Decimal(0)}
    line = f"162 {text}"
    assert not line[4:5].strip()
    for at in range(5, len(line), 9):
        assert not line[at + 5 : at + 9].strip()
        system[line[at]] = Decimal(line[at + 1 : at + 5].strip())
    return {"P": system["W"], **system}


def rescored(found: Report) -> dict[int, Decimal]:
    system = points_system(found.fact("162"))
    points = {
        player.number: sum((system[MEANS[cell.code]] for cell in player.cells if cell and cell.code), Decimal(0))
        for player in found.players
    }
    for adjustment in found.adjustments:
        for player in adjustment.players:
            points[player] += adjustment.points
    return points


def told(state: Tournament) -> Report:
    text = write(report(state, Told({number: f"p{number}" for number in state.entries})))
    assert write(read(text)) == text
    return read(text)


PLANS: list[dict[str, Any]] = [
    {"format": "swiss", "rounds": 4, "rematches": True},
    {"format": "swiss", "rounds": 3, "rematches": True, "bye": "1/2"},
    {"format": "swiss", "rounds": 3, "rematches": True, "table_points": "winner"},
    {"format": "swiss", "rounds": 3, "rematches": True, "table_points": "winner", "bye": "0"},
    {"format": "round-robin"},
    {"format": "round-robin", "cycles": 2},
    {"format": "round-robin", "groups": 2},
    {"format": "round-robin", "table_points": "winner", "place_points": ("2", "1")},
]


@settings(max_examples=80, deadline=None)
@given(
    plan=st.sampled_from(PLANS),
    entries=st.integers(4, 9),
    seed=st.integers(0, 2**32),
    leaving=st.sampled_from([0.0, 0.1]),
    missing=st.sampled_from([0.0, 0.2]),
)
def test_the_rounds_of_a_report_are_the_points_of_its_players(
    plan: dict[str, Any], entries: int, seed: int, leaving: float, missing: float
):
    run = Run(entries, **plan).play_out(random.Random(seed), leaving=leaving, missing=missing)
    found = told(run.state)
    assert rescored(found) == {player.number: player.points for player in found.players}
    assert int(found.fact("142")) >= found.rounds


def test_in_a_round_robin_of_an_odd_field_the_rest_counts_nothing_and_the_report_says_so():
    found = told(five(0).state)
    assert found.fact("162") == " P 0.0"
    assert [sum(cell.code == "U" for cell in player.cells if cell) for player in found.players] == [1] * 5


def test_who_leaves_before_half_of_the_games_is_annulled_and_a_remark_says_what_was_played():
    found = told(five(1).state)
    assert [player.points for player in found.players] == [3, 2, 1, 0, 0]
    assert not any(found.players[4].cells)
    assert [remark.partition(",")[0] for remark in found.comments] == ["annulled: round 1"]


def test_who_leaves_later_loses_the_rest_by_forfeit():
    found = told(five(2).state)
    codes = Counter(cell.code for player in found.players for cell in player.cells if cell)
    assert (codes["+"], codes["-"]) == (2, 2)
    assert [player.points for player in found.players] == [4, 3, 2, 1, 0]
    assert found.comments == ()


@pytest.mark.parametrize(
    ("given", "record"),
    [
        ({}, ""),
        ({"bye": "1/2"}, " P 0.5"),
        ({"table_points": "winner"}, " W 3.0    D 1.0"),
        ({"table_points": "winner", "bye": "1/2"}, " W 3.0    D 1.0    P 1.5"),
        ({"table_points": "winner", "place_points": ("1", "0")}, " D 0.0"),
    ],
)
def test_what_results_count_stands_in_the_columns_of_its_record(given: dict[str, Any], record: str):
    assert told(Run(4, format="swiss", rounds=2, **given).state).fact("162") == record


def test_tie_breaks_are_written_as_the_fide_names_them():
    found = told(Run(4, format="swiss", rounds=2, tie_breaks=("BH-C1", "PS-C1", "SB")).state)
    assert found.fact("202") == "BH/C1,PS/C1,SB"
    assert found.fact("212") == "PTS,BH/C1,PS/C1,SB"


def test_a_double_elimination_has_as_many_rounds_as_its_matches_took():
    run = Run(8, format="double-elimination").play_out(random.Random(2))
    found = told(run.state)
    assert len(run.state.rounds) > run.state.planned == 7
    assert int(found.fact("142")) == found.rounds == run.state.reached == run.state.length == len(run.state.rounds)
