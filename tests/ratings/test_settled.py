"""Who is settled: the worked examples, a closed group, and the rules again, written from their text alone."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ratings import reference
from tests.ratings.pools import ACCOMPLICE, KING, RING, STEADY, ring, with_rulings, with_settled
from tests.ratings.tables import SMALL, season, small_pools, table
from tournaments.platform.units import DAY
from tournaments.ratings.duels import Player
from tournaments.ratings.events import TableRated
from tournaments.ratings.pools import Folded, fold

NUMBERS = reference.Numbers(tables=SMALL.tables, people=SMALL.people, window=SMALL.window, young=SMALL.young)


@given(st.randoms(use_true_random=True), st.integers(5, 70))
@settings(max_examples=150, deadline=None)
def test_the_fold_is_the_rules_as_their_text_has_them(chance, count):
    events = with_rulings(chance, season(chance, count))
    with small_pools():
        found = fold(events).players
    plain = reference.ratings(events, NUMBERS)
    assert {user: (player.tables, player.settled) for user, player in found.items()} == {
        user: (person.tables, person.settled) for user, person in plain.items()
    }
    for user, player in found.items():
        assert player.rating == pytest.approx(plain[user].rating, abs=1e-6)


def met(folded: Folded, user: int, events: list[TableRated]) -> list[int]:
    """The people whom *user* met in duels that weighed something, one after another."""
    changes = [each for event in events for each in folded.changes[event.table] if each.user == user]
    return [one for each in changes for one in each.met]


def test_eight_accounts_that_play_alone_stay_without_rank_and_count_in_full_among_themselves():
    events = ring()
    folded = fold(events, start=with_settled(range(101, 121)))
    assert [folded.players[user].settled for user in RING] == [0] * 8
    assert [folded.players[user].tables for user in RING] == [14] * 8
    assert all(len(met(folded, user, events)) == 14 for user in RING)
    assert round(folded.players[KING].rating) == 1739


def test_while_a_pool_is_young_the_same_eight_settle_one_another():
    folded = fold(ring(), start=with_settled(range(101, 120)))
    assert [user for user in RING if folded.players[user].settled] == [1, 2, 3, 4, 5, 6]


def test_who_is_settled_gets_nothing_from_a_closed_group():
    lost = table([ACCOMPLICE, KING], (1, 2), ended=DAY)
    start = with_settled() | {KING: Player(1745, 14, met=(2, 3, 4, 5, 6, 7, 8) * 2, steady=(False,) * 14)}
    folded = fold([lost], start=start)
    assert folded.players[ACCOMPLICE].rating == 1500
    assert folded.players[KING].rating == pytest.approx(1745 - 40 * 0.80385, abs=0.01)
    assert folded.players[ACCOMPLICE].tables == 40


def test_a_ring_gives_nothing_to_a_settled_player_however_often_it_loses():
    lost = [table([ACCOMPLICE, user], (1, 2), ended=(2 + user) * DAY) for user in RING]
    folded = fold([*ring(), *lost], start=with_settled(range(101, 121)))
    assert {user: folded.players[user].rating for user in range(101, 121)} == dict.fromkeys(range(101, 121), 1500)


def test_an_account_of_the_ring_settles_when_half_of_its_last_sixty_duels_were_with_settled_people():
    lost = table([ACCOMPLICE, KING], (1, 2), ended=DAY)
    among = [STEADY[1 + at % 5] if at % 6 == 0 else RING[1 + at % 7] for at in range(30)]
    back = [RING[1 + at % 7] for at in range(20)]
    then = [STEADY[1 + at % 20] for at in range(40)]
    later = [table([KING, one], (1, 2), ended=(2 + at) * DAY) for at, one in enumerate([*among, *back, *then])]
    events = [*ring(), lost, *later]
    folded = fold(events, start=with_settled())
    known = met(folded, KING, events)
    assert len(known) == 14 + 1 + len(later)
    seq = folded.players[KING].settled
    assert seq
    steady = [one in STEADY for one in known]
    played = 15 + (seq - len(ring()) - 1)
    assert sum(steady[max(0, played - 60) : played]) == 30
    assert all(2 * sum(steady[max(0, at - 60) : at]) < len(steady[max(0, at - 60) : at]) for at in range(10, played))
    assert len(set(known[45:65]) & set(STEADY)) == 0


def test_whom_five_settled_people_have_met_counts_towards_the_half_and_alone_settles_nobody():
    friends = [Player(1500, 14, met=(0,) * 14, steady=(False,) * 14, introduced=1) for _number in range(7)]
    start = with_settled() | dict(zip(RING[1:], friends, strict=True))
    among = [table([KING, RING[1 + at % 7]], (1, 2), ended=at * DAY) for at in range(20)]
    assert not fold(among, start=start).players[KING].settled
    beyond = [table([KING, one], (1, 2), ended=(20 + at) * DAY) for at, one in enumerate(STEADY[:5])]
    folded = fold([*among, *beyond], start=start)
    assert folded.players[KING].introduced == folded.players[KING].settled == len(among) + 5


@pytest.mark.parametrize("count", [60, 100])
def test_a_pool_in_which_everybody_plays_alike_goes_on_settling_people_after_the_twentieth(count: int):
    chance, events = Random(count), list[TableRated]()
    for number in range(60 * count // 4):
        events.append(table(chance.sample(range(1, count + 1), 4), (1, 2, 3, 4), ended=number * DAY))
    settled = sorted(player.settled for player in fold(events).players.values() if player.settled)
    assert len(settled) == count
    assert settled[30] > settled[19]


def test_k_stays_forty_until_somebody_is_settled():
    start = with_settled() | {1: Player(1500, 40), 2: Player(1500, 40)}
    folded = fold([table([1, 2], (1, 2))], start=start)
    assert [folded.players[user].rating for user in (1, 2)] == [1520, 1480]
    young = fold([table([1, 2], (1, 2))], start={1: Player(1500, 40), 2: Player(1500, 40)})
    assert [young.players[user].rating for user in (1, 2)] == [1510, 1490]
