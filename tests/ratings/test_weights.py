"""What a duel weighs, case by case, and who is settled."""

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from engine.events import Event
from tests.ratings.tables import HOUR, standing, table
from tournaments.platform.units import DAY, WEEK
from tournaments.ratings.duels import Player
from tournaments.ratings.elo import as_shown, at_summit, expected, k_of
from tournaments.ratings.events import RatingCorrected, RatingExcluded, TableRated
from tournaments.ratings.parameters import CLUB_1, PAIRWISE_3, SETS, SITE_SETTLING
from tournaments.ratings.pools import fold
from tournaments.ratings.settling import Missing, entry_rating, is_narrow, missing

KNOWN = standing(*[(1500, 40)] * 6)
CLUB: dict[str, Any] = {"params": CLUB_1.key}


def moves(*events: Event, start: Mapping[int, Player] | None = KNOWN) -> list[float]:
    """What the last table changed, by seat."""
    event = [each for each in events if isinstance(each, TableRated)][-1]
    made = {each.user: each.after - each.before for each in fold(events, start=start).changes[event.table]}
    return [round(made[user], 4) for user in event.users]


def test_equals_expect_half_and_four_hundred_points_are_ten_to_one():
    assert expected(1500, 1500) == 0.5
    assert expected(1900, 1500) == pytest.approx(10 / 11)


def test_no_rating_is_too_far_away():
    assert expected(0, 1e6) == 0.0
    assert expected(1e6, 0) == 1.0


def test_ratings_are_shown_rounded_half_up():
    assert [as_shown(rating) for rating in (1499.5, 1500.49, -0.5)] == [1500, 1500, 0]


def test_how_fast_a_rating_moves():
    assert [k_of(PAIRWISE_3, tables, summited=False) for tables in (0, 9, 10, 29, 30)] == [60, 60, 40, 40, 20]
    assert [k_of(PAIRWISE_3, tables, summited=False, settled=False) for tables in (9, 10, 29, 30)] == [60, 40, 40, 40]
    assert k_of(PAIRWISE_3, 5, summited=True, settled=False) == 10


def test_the_sets_are_as_they_were_published():
    assert sorted(SETS) == ["elo-pairwise/3", "elo-pairwise/club-1"]


def test_duels_of_a_large_tournament_count_in_full_and_count_for_later_ones():
    large = [table([1, 2], [1, 2], ended=hour * HOUR, origin="large") for hour in range(5)]
    assert all(moves(*large[:count])[0] > 7 for count in range(1, 6))
    assert moves(*large, table([1, 2], [1, 2], ended=6 * HOUR)) == [0, 0]


def test_partners_have_not_met_one_another():
    pairs = [table([1, 2, 3, 4], [1, 1, 2, 2], teams=((0, 1), (2, 3)), ended=hour) for hour in range(5)]
    assert moves(*pairs, table([1, 2], [1, 2], ended=6), start=KNOWN)[0] > 8
    assert moves(*pairs, table([1, 3], [1, 2], ended=6), start=KNOWN)[0] == 0


def test_a_day_later_the_same_two_are_new_to_each_other():
    tables = [table([1, 2], [1, 2], ended=0) for _number in range(5)]
    assert moves(*tables, table([1, 2], [1, 2], ended=DAY - 1))[0] == 0
    assert moves(*tables, table([1, 2], [1, 2], ended=DAY))[0] > 5


def test_a_void_table_is_no_meeting():
    tables = [table([1, 2], [1, 2], ended=0) for _number in range(4)]
    void = [RatingCorrected(each.table, None, "x/1") for each in tables]
    assert moves(*tables, table([1, 2], [1, 2], ended=1), *void) == [10, -10]


def test_an_excluded_table_is_a_meeting():
    tables = [table([1, 2], [1, 2], ended=0) for _number in range(5)]
    out = RatingExcluded(2, 0, 1, "x/1")
    assert moves(*tables, table([1, 2], [1, 2], ended=1), out) == [0, 0]


def test_an_exclusion_holds_from_its_first_moment_to_before_its_last():
    out = RatingExcluded(2, 10, 20, "x/1")
    ended = {at: moves(table([1, 2], [1, 2], ended=at), out)[0] for at in (9, 10, 19, 20)}
    assert ended == {9: 10, 10: 0, 19: 0, 20: 10}


def test_bots_of_one_level_are_one_opponent_with_ratings_of_their_own():
    start = {1: Player(1500, 40), **{bot: Player(1500, 40) for bot in (11, 12, 13, 14, 15, 16)}}
    level: dict[str, Any] = {"bots": ("", "greedy")}
    tables = [table([1, bot], [1, 2], ended=bot, **level) for bot in (11, 12, 13, 14, 15)]
    assert moves(tables[0], start=start) == [5, 0]
    assert moves(*tables, table([1, 16], [1, 2], ended=20, **level), start=start) == [0, 0]
    assert moves(*tables, table([1, 16], [1, 2], ended=20, bots=("", "uniform")), start=start)[0] > 4


def test_a_bot_that_is_not_measured_yet_measures_nobody():
    start = {1: Player(1500, 40), 2: Player(1500, 9)}
    assert moves(table([1, 2], [1, 2], bots=("", "greedy")), start=start) == [0, 0]


def test_bots_among_themselves_move():
    assert moves(table([1, 2], [1, 2], bots=("greedy", "uniform"))) == [10, -10]


def test_a_table_with_people_never_measures_a_bot():
    folded = fold([table([1, 2], [2, 1], bots=("", "greedy"))], start=standing((1500, 40), (1700, 20)))
    assert (folded.players[2].rating, folded.players[2].tables) == (1700, 20)


def test_a_partner_who_is_a_newcomer_holds_the_experienced_still_too():
    pairs = table([1, 2, 3, 4], [1, 1, 2, 2], teams=((0, 1), (2, 3)))
    start = standing((1500, 40), (1500, 5), (1500, 40), (1500, 40))
    assert moves(pairs, start=start) == [0, 30, 0, 0]


def test_a_table_that_moves_nobody_is_not_counted():
    folded = fold([table([1, 2], [1, 2])], start=standing((1500, 40), (1500, 5)))
    assert [folded.players[user].tables for user in (1, 2)] == [40, 6]


def test_a_player_who_gives_up_later_than_that_has_lost_like_anybody():
    late: dict[str, Any] = {"ends": ("played", "resigned"), "decisions": (9, 4)}
    tables = [table([1, 2], [1, 2], ended=hour, **late) for hour in range(2)]
    assert moves(*tables)[0] > 9


def test_giving_up_to_somebody_else_is_another_matter():
    given_up: dict[str, Any] = {"ends": ("played", "flagged"), "decisions": (3, 1)}
    assert moves(table([1, 2], [1, 2], **given_up), table([3, 2], [1, 2], **given_up))[0] > 9


def test_leaving_at_once_in_a_tournament_is_for_the_tournament_to_punish():
    left: dict[str, Any] = {"ends": ("resigned", "played"), "decisions": (0, 5), "origin": "event"}
    assert moves(*[table([1, 2], [2, 1], ended=day * DAY, **left) for day in range(5)]) == [0, 0]


def test_tables_left_at_once_are_forgotten_after_a_week():
    left: dict[str, Any] = {"ends": ("resigned", "played"), "decisions": (0, 5)}
    tables = [table([1, 2], [2, 1], ended=at, **left) for at in (0, 1, WEEK)]
    assert moves(*tables) == [0, 0]
    assert moves(*tables, table([1, 2], [2, 1], ended=WEEK, **left)) == [-10, 0]


def test_in_clubs_all_duels_of_people_count_in_full():
    tables = [table([1, 2], [1, 2], ended=hour, **CLUB) for hour in range(7)]
    assert moves(*tables)[0] > 7
    newcomer = standing((1500, 40), (1500, 5))
    assert moves(table([1, 2], [1, 2], **CLUB), start=newcomer) == [10, -30]


def test_in_clubs_bots_weigh_nothing_and_tables_left_at_once_are_not_rated():
    assert moves(table([1, 2, 3], [1, 2, 3], bots=("", "", "greedy"), **CLUB)) == [5, -5, 0]
    left: dict[str, Any] = {"ends": ("resigned", "played"), "decisions": (0, 5)}
    assert moves(*[table([1, 2], [2, 1], **left, **CLUB) for _each in range(4)]) == [0, 0]


def test_somebody_is_settled_by_tables_people_and_variety():
    settled = Player(tables=10, met=tuple(range(30)) * 2, steady=(True, False) * 30, known=(1, 2, 3, 4, 5))
    assert not missing(SITE_SETTLING, settled, None).of(SITE_SETTLING)
    narrow = (1,) * 21 + (2,) * 20 + (3,) * 19
    for lacking in (
        {"tables": 9},
        {"known": (1, 2, 3, 4)},
        {"met": narrow},
        {"steady": (True, False) * 29 + (False,) * 2},
    ):
        assert missing(SITE_SETTLING, replace(settled, **lacking), None).of(SITE_SETTLING)


def test_in_a_young_pool_people_with_ten_tables_are_enough_and_no_half_is_asked():
    player = Player(tables=10, met=tuple(range(30)) * 2, steady=(False,) * 60)
    assert [missing(SITE_SETTLING, player, people).of(SITE_SETTLING) for people in (4, 5)] == [True, False]
    assert missing(SITE_SETTLING, player, 4) == Missing(10, 4, half=False, narrow=False, young=True)


def test_two_thirds_against_the_same_two_are_still_enough_variety():
    assert not is_narrow(SITE_SETTLING, (1,) * 20 + (2,) * 20 + (3,) * 20)
    assert is_narrow(SITE_SETTLING, (1,) * 20 + (2,) * 21 + (3,) * 19)


def test_nobody_enters_far_below_their_peak():
    assert entry_rating(1500, 0) == 1500
    assert entry_rating(1500, 1800) == 1600
    assert entry_rating(1700, 1800) == 1700


def test_the_peak_counts_from_the_thirtieth_table_on():
    folded = fold([table([1, 2], [1, 2])], start=standing((1900, 29), (1900, 28)))
    assert [folded.players[user].peak for user in (1, 2)] == [1920.0, 0]


def test_the_summit_begins_at_2400_and_no_lower():
    assert [at_summit(rating) for rating in (2399.999, 2400.0, 2400.001)] == [False, True, True]
