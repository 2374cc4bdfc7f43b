"""The worked examples of the rules, by their numbers; written "rating/tables" there."""

import pytest

from tests.ratings.tables import HOUR, standing, table
from tournaments.platform.units import DAY
from tournaments.ratings.events import RatingCorrected, TableRated
from tournaments.ratings.pools import Folded, fold


def by(folded: Folded, event: TableRated) -> list[float]:
    """What a table changed, by seat."""
    made = {change.user: change.after - change.before for change in folded.changes[event.table]}
    return [made[user] for user in event.users]


def once(event: TableRated, *forms: tuple[float, int]) -> list[float]:
    return by(fold([event], start=standing(*forms)), event)


def near(*values: float) -> object:
    return pytest.approx(list(values), abs=6e-5)


def test_1_a_newcomer_beats_a_newcomer():
    assert once(table([1, 2], [1, 2])) == near(30, -30)


def test_2_a_newcomers_k_counts_for_the_newcomer_alone():
    assert once(table([1, 2], [2, 1]), (1700, 40), (1500, 12)) == near(-15.1949, 30.3899)


def test_3_three_players_are_three_duels():
    made = once(table([1, 2, 3], [2, 3, 1]), (1600, 40), (1500, 40), (1400, 40))
    assert made == near(-3.9981, -10, 13.9981)


def test_4_equal_places_are_draws():
    forms = (1700, 40), (1600, 40), (1500, 40), (1400, 20)
    assert once(table([1, 2, 3, 4], [2, 2, 1, 4]), *forms) == near(-4.9922, -1.7316, 11.7316, -10.0156)


def test_5_partners_are_one_side():
    pairs = table([1, 2, 3, 4], [1, 1, 2, 2], teams=((0, 1), (2, 3)))
    forms = (1600, 40), (1500, 10), (1700, 40), (1520, 40)
    assert once(pairs, *forms) == pytest.approx([11.71, 23.4199, -11.71, -11.71], abs=6e-5)


def test_6_the_same_two_again_within_a_day_weigh_less_and_less():
    tables = [table([1, 2], [1, 2], ended=hour * HOUR) for hour in range(6)]
    folded = fold(tables, start=standing((1500, 40), (1500, 40)))
    assert [by(folded, each)[0] for each in tables] == near(10, 9.425, 8.8864, 4.1923, 4.0752, 0)


def test_7_a_newcomer_does_not_move_the_experienced():
    assert once(table([1, 2], [1, 2]), (1800, 50), (1500, 3)) == near(0, -9.0588)


def test_8_bots_measure_and_are_not_moved():
    mixed = table([1, 2, 3], [1, 3, 2], bots=("", "", "greedy"))
    assert once(mixed, (1600, 40), (1500, 40), (1700, 200)) == near(6.7997, -4.8006, 0)


def test_9_who_gives_up_early_twice_gives_nothing_the_second_time():
    given_up = {"ends": ("played", "resigned"), "decisions": (3, 2)}
    tables = [table([1, 2], [1, 2], ended=hour * HOUR, **given_up) for hour in (0, 1)]
    folded = fold(tables, start=standing((1500, 40), (1500, 40)))
    assert [by(folded, each) for each in tables] == [near(10, -10), near(0, -9.425)]


def test_10_the_third_table_left_at_once_is_a_loss_to_all():
    left = {"ends": ("resigned", "played", "played"), "decisions": (0, 9, 9)}
    tables = [table([1, 2, 3], [3, 1, 2], ended=day * DAY, **left) for day in range(3)]
    folded = fold(tables, start=standing((1500, 40), (1500, 40), (1500, 40)))
    assert [by(folded, each) for each in tables] == [near(0, 0, 0), near(0, 0, 0), near(-10, 0, 0)]


A, B, C, D, E = 1, 2, 3, 4, 5


@pytest.fixture
def four_tables() -> list[TableRated]:
    return [table(pair, [1, 2]) for pair in ([A, B], [B, C], [D, E], [C, A])]


def to_four(folded: Folded) -> list[float]:
    return [folded.ratings[user] for user in (A, B, C, D)]


def test_11_four_newcomers(four_tables):
    assert to_four(fold(four_tables)) == near(1494.6538, 1502.584, 1502.7622, 1530)


def test_11_a_first_result_that_is_turned_moves_what_came_of_it_and_nobody_else(four_tables):
    turned = RatingCorrected(four_tables[0].table, (2, 1), "0123456789/1")
    assert to_four(fold([*four_tables, turned])) == near(1440.2231, 1557.416, 1502.3609, 1530)


def test_11_a_void_table_is_as_if_it_had_never_been(four_tables):
    void = RatingCorrected(four_tables[0].table, None, "0123456789/1")
    assert to_four(fold([*four_tables, void])) == near(1467.416, 1530, 1502.584, 1530)


def test_12_the_summit_counts_from_the_next_table_on():
    tables = [table([1, 2], [1, 2]), table([1, 3], [2, 1], ended=2 * DAY)]
    folded = fold(tables, start=standing((2395, 90), (2395, 90), (2395, 90)))
    assert [by(folded, each)[0] for each in tables] == near(10, -5.1439)


def test_13_a_trio_that_plays_alone_stays_provisional():
    users = [1, 2, 3]
    turns = [(day, number) for day in range(60) for number in range(5)]
    tables = [
        table(users, [1 + (day + number * seat) % 3 for seat in range(3)], ended=day * DAY + number * HOUR)
        for day, number in turns
    ]
    folded = fold(tables)
    assert sum(folded.ratings.values()) == pytest.approx(4500)
    assert [folded.players[user].settled for user in users] == [0] * 3
