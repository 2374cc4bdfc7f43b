"""What holds for ratings whatever is played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.ratings.pools import USERS, rated
from tests.ratings.tables import HOUR, standing
from tournaments.ratings.duels import Player
from tournaments.ratings.elo import k_of
from tournaments.ratings.events import RatingCorrected, RatingExcluded, RatingReadmitted, TableRated
from tournaments.ratings.facts import rulings
from tournaments.ratings.parameters import SETS
from tournaments.ratings.pools import fold

pools = st.lists(rated(), min_size=1, max_size=25)
forms = st.lists(st.tuples(st.floats(100, 3000), st.integers(0, 60)), min_size=len(USERS), max_size=len(USERS)).map(
    lambda each: standing(*each)
)


@given(st.lists(rated(people=True), min_size=1, max_size=10))
def test_points_are_exchanged_and_not_made_where_all_ks_are_equal(tables):
    start = {user: Player(1500, 200) for user in USERS}
    assert sum(fold(tables, start=start).ratings.values()) == pytest.approx(1500 * len(USERS))


@given(rated(), forms)
def test_no_table_moves_a_rating_by_more_than_k(event, start):
    for change in fold([event], start=start).changes[event.table]:
        player = start[change.user]
        summited = player.tables > 0 and player.rating >= 2400
        assert abs(change.after - change.before) <= k_of(SETS[event.params], player.tables, summited=summited) + 1e-9


@given(pools, st.randoms(use_true_random=False))
def test_who_sits_where_does_not_matter(tables, chance):
    assert fold(tables).ratings == fold([turned(each, chance) for each in tables]).ratings


def turned(event: TableRated, chance) -> TableRated:
    order = list(range(len(event.users)))
    chance.shuffle(order)
    fields = {
        name: tuple(getattr(event, name)[seat] for seat in order)
        for name in ("users", "places", "ends", "decisions", "bots")
    }
    return replace(event, guests=tuple(order.index(seat) for seat in event.guests), **fields)


@given(pools, st.data())
def test_corrected_and_put_right_again_is_as_if_nothing_had_been(tables, data):
    event = data.draw(st.sampled_from(tables))
    places = data.draw(st.none() | st.permutations(event.places).map(tuple))
    there = RatingCorrected(event.table, places, "x/1")
    back = RatingCorrected(event.table, event.places, "x/2")
    assert fold([*tables, there, back]) == fold(tables)


@given(pools, st.sampled_from(USERS), st.integers(0, 12 * 24), st.none() | st.integers(0, 12 * 24))
def test_excluded_and_readmitted_is_as_if_nothing_had_been(tables, user, since, until):
    out = RatingExcluded(user, since * HOUR, None if until is None else until * HOUR, "x/1")
    assert fold([*tables, out, RatingReadmitted(user, "x/2")]) == fold(tables)


@given(pools, st.data())
def test_only_what_depends_on_a_corrected_table_moves(tables, data):
    at = data.draw(st.integers(0, len(tables) - 1))
    void = RatingCorrected(tables[at].table, None, "x/1")
    before, after = fold(tables), fold([*tables, void])
    touched = set(tables[at].users)
    for number, event in enumerate(tables):
        if number < at or not touched & set(event.users):
            if not any(event.bots):  # all bots of a level are one where it is asked who met whom
                assert before.changes[event.table] == after.changes[event.table]
        else:
            touched |= set(event.users)


@given(pools, st.sampled_from(USERS))
def test_a_player_who_is_excluded_moves_nobody_and_is_not_moved(tables, user):
    folded = fold([*tables, RatingExcluded(user, 0, None, "x/1")])
    assert folded.ratings.get(user, 1500) == 1500
    for event in tables:
        if user in event.users and len(event.users) == 2:
            assert all(change.before == change.after for change in folded.changes[event.table])


@given(pools)
def test_a_guest_has_no_rating_and_moves_nobody(tables):
    alone = [replace(event, guests=tuple(range(1, len(event.users)))) for event in tables]
    folded = fold(alone)
    assert folded.players.keys() == {event.users[0] for event in alone}
    assert set(folded.ratings.values()) == {1500}


@given(pools, st.integers(0, 25))
def test_a_pool_that_is_known_with_later_rulings_is_the_same_as_one_that_had_them(tables, count):
    void = RatingCorrected(tables[0].table, None, "x/1")
    earlier = tables[:count]
    assert fold(earlier, ruled=rulings([*tables, void])) == fold([*earlier, void])


@given(pools)
def test_nobody_falls_below_the_floor(tables):
    low = {user: Player(101, 40) for user in USERS}
    assert min(fold(tables, start=low).ratings.values()) >= 100
