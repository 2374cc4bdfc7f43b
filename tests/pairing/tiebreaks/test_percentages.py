"""Match and game wins in per cent, as card games break ties."""

from fractions import Fraction

import msgspec
import pytest

from tests.pairing.tiebreaks.crosstables import column, record
from tournaments.pairing.tiebreaks.codes import CARDS as IN_CARD_GAMES
from tournaments.pairing.tiebreaks.crosstable import Crosstable
from tournaments.pairing.tiebreaks.ranking import rank
from tournaments.pairing.tiebreaks.reading import read
from tournaments.pairing.tiebreaks.settings import CARDS, Settings

F = Fraction
THREE = Settings(points=CARDS)
FLOOR = F(33, 100)


def with_games(crosstable: Crosstable, entry: int, *games: tuple[int, int, int] | None) -> Crosstable:
    """*crosstable* with what *entry* won, drew and lost, round by round, and the other way for its opponents."""
    rows = dict(crosstable.rows)
    for at, (cell, given) in enumerate(zip(rows[entry], games, strict=True)):
        if cell is None or given is None:
            continue
        for each, made in [(entry, given), *((other, given[::-1]) for other in cell.opponents)]:
            row = list(rows[each])
            facing = row[at]
            row[at] = facing and msgspec.structs.replace(facing, games=made)
            rows[each] = tuple(row)
    return Crosstable(rows)


@pytest.mark.parametrize(
    ("codes", "share"),
    [
        ("1 1 1 1 1 0 0 =", F(16, 24)),
        ("1 0 0 0", FLOOR),  # 3 of 12 is less
        ("U 1 1 0 0", F(6, 12)),  # the bye is left out
        ("1 0 + -", F(3, 6)),  # so are forfeits
        ("0 0", FLOOR),
        ("U H Z", None),
    ],
)
def test_match_wins_are_the_points_of_the_rounds_played(codes: str, share: F | None):
    assert column("MW", record(codes), THREE)[0] == share


def test_opponents_match_wins_are_a_mean_over_the_rounds_played():
    # 2 won all it played, 3 lost all: 1 and the floor. The bye does not count as a round.
    crosstable = read({1: "2w0 3w1 -U", 2: "1b1 4w1 3b1", 3: "4w0 1b0 2w0", 4: "3b1 2b0 ."})
    assert column("OMW", crosstable, THREE)[0] == (1 + FLOOR) / 2


def test_who_met_nobody_has_opponents_with_nothing():
    assert column("OMW", record("U"), THREE)[0] == column("OGW", record("U"), THREE)[0] == 0


def test_game_wins_count_three_and_one_of_three_a_game():
    crosstable = with_games(record("1 0 1"), 1, (2, 0, 0), (1, 0, 2), (2, 1, 1))
    assert column("GW", crosstable, THREE) == [F(16, 27), FLOOR, F(6, 9), F(4, 12)]
    # Each opponent played one match.
    assert column("OGW", crosstable, THREE)[0] == (FLOOR + F(2, 3) + F(1, 3)) / 3


def test_a_bye_is_two_games_won_unless_it_is_set_otherwise():
    crosstable = with_games(record("0 U"), 1, (1, 0, 2), None)
    assert column("GW", crosstable, THREE)[0] == F(9, 15)
    assert column("GW", crosstable, Settings(points=CARDS, bye_games=(0, 0, 0)))[0] == F(3, 9)
    assert column("GW", record("0 H Z - +"), THREE)[0] == FLOOR


def test_a_match_without_games_is_one_game():
    assert column("GW", record("1 = 0"), THREE)[0] == F(3 + 1, 9)


def test_card_games_rank_by_points_and_then_by_the_opponents():
    crosstable = read({1: "3w1 4b0", 2: "4w0 3b1", 3: "1b0 2w0", 4: "2b1 1w1"})
    ranked = rank(IN_CARD_GAMES, crosstable, THREE)
    assert [(line.place, line.entry) for line in ranked] == [(1, 4), (2, 1), (2, 2), (4, 3)]
    assert [list(line.values) for line in ranked] == [["PTS", "OMW", "GW", "OGW"]] * 4
