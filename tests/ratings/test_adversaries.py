"""Those who would like a rating that they have not earned."""

from itertools import cycle, islice

from tests.ratings.tables import HOUR, standing, table
from tournaments.platform.units import DAY
from tournaments.ratings.duels import Player
from tournaments.ratings.pools import fold

TARGET = 1
FRESH = range(2, 42)


def test_forty_fresh_accounts_do_not_lift_the_experienced():
    tables = [table([TARGET, fresh], [1, 2], ended=fresh * HOUR) for fresh in FRESH]
    start = {TARGET: Player(1500, 30)}
    assert fold(tables, start=start).ratings[TARGET] == 1500


def test_bots_of_one_level_give_little_however_many_they_are():
    bots = range(10, 60)
    start = {TARGET: Player(1500, 40), **{bot: Player(1500, 40) for bot in bots}}
    won = [table([TARGET, bot], [1, 2], ended=bot, bots=("", "greedy")) for bot in islice(cycle(bots), 500)]
    assert fold(won, start=start).ratings[TARGET] < 1500 + 5 * 5


def test_giving_up_at_once_lowers_who_does_and_lifts_nobody_twice():
    given = {"ends": ("played", "resigned"), "decisions": (2, 1)}
    tables = [table([1, 2], [1, 2], ended=hour * HOUR, **given) for hour in range(10)]
    ratings = fold(tables, start=standing((1500, 40), (1500, 40))).ratings
    assert ratings[1] == 1510
    assert ratings[2] < 1480


def test_leaving_after_the_deal_is_no_way_to_choose_ones_cards():
    left = {"ends": ("resigned", "played"), "decisions": (0, 4)}
    tables = [table([1, 2 + number % 3], [2, 1], ended=number * HOUR, **left) for number in range(20)]
    folded = fold(tables, start={user: Player(1500, 40) for user in (1, 2, 3, 4)})
    assert folded.ratings[1] < 1400
    assert {folded.ratings[user] for user in (2, 3, 4)} == {1500}


def test_who_falls_to_a_lower_class_enters_near_their_peak():
    start = {1: Player(2000, 40, peak=2000)}
    lost = [table([1, other], [2, 1], ended=other * DAY) for other in range(2, 60)]
    strong = {other: Player(2000, 40) for other in range(2, 60)}
    player = fold(lost, start=start | strong).players[1]
    assert player.rating < 1800
    assert player.peak == 2000
