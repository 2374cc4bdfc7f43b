"""What a ruling reaches: exactly that is rated again, and nobody waits for it."""

import psycopg
import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.factories import concede, open_for
from tests.ratings.pools import GROWN, appended
from tests.ratings.tables import HOUR, SMALL, small_pools, table
from tournaments.ratings import locks, pools, recount, services
from tournaments.ratings.events import RatingCorrected, RatingExcluded, TableRated
from tournaments.ratings.facts import Counted
from tournaments.ratings.models import Due, Rating, RatingChange
from tournaments.ratings.pools import fold
from tournaments.settlement.tasks import RATE, rate_waiting, settle_table
from tournaments.tables import selectors as tables

pytestmark = pytest.mark.django_db

BOTS = range(90, 94)


@pytest.fixture(autouse=True)
def _grown():
    with small_pools(GROWN):
        yield


@pytest.fixture
def rated(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables that are rated, as they are."""
    found: list[str] = []
    rate = pools.Pool.rate

    def note(pool: pools.Pool, counted: Counted, seq: int) -> object:
        found.append(counted.event.table)
        return rate(pool, counted, seq)

    monkeypatch.setattr(pools.Pool, "rate", note)
    return found


def evening(*circles: tuple[int, ...], rounds: int = 6) -> list[TableRated]:
    """Tables of two of each circle in turn."""
    seats = [
        (circle[number % len(circle)], circle[(number + 1) % len(circle)])
        for number in range(rounds)
        for circle in circles
    ]
    return [table(pair, (1, 2), ended=(at + 1) * HOUR) for at, pair in enumerate(seats)]


@pytest.mark.parametrize("chunk", [1, 5, 1_000])
def test_only_tables_that_depend_on_a_corrected_one_are_rated_again(rated, monkeypatch, chunk):
    monkeypatch.setattr(recount, "CHUNK", chunk)
    played = evening((1, 2, 3), (4, 5, 6, 7), (8, 9))
    pool = appended([*played, *(late := [table((3, 4), (1, 2), ended=90 * HOUR), *evening((4, 5), (8, 9), rounds=1)])])
    rated.clear()
    appended_to(pool, RatingCorrected(played[0].table, (2, 1), "x/1"))
    met = [each for each in [*played[1:], late[0]] if {1, 2, 3} & set(each.users)]
    assert sorted(rated) == sorted(each.table for each in [played[0], *met, late[1]])
    assert ratings(pool) == fold([*played, *late, RatingCorrected(played[0].table, (2, 1), "x/1")]).ratings


def test_while_a_pool_is_young_all_behind_a_corrected_table_is_rated_again_until_it_has_grown_up(rated, monkeypatch):
    monkeypatch.setattr(recount, "CHUNK", 6)
    young = replace(SMALL, tables=2, most=(1, 1), young=3)
    with small_pools(young):
        played = evening((1, 2, 3, 4), (5, 6, 7, 8), rounds=9)
        pool = appended(played)
        grown = max(Rating.objects.filter(pool=pool, settled__gt=0).order_by("settled").values_list("settled")[:3])[0]
        rated.clear()
        turned = RatingCorrected(played[0].table, (2, 1), "x/1")
        appended_to(pool, turned)
        whole = -(-grown // 6) * 6
        assert rated == [each.table for at, each in enumerate(played) if at < whole or each.users[0] < 5]
        assert ratings(pool) == fold([*played, turned]).ratings


def test_a_table_that_lets_a_pool_grow_up_later_reaches_everybody(rated):
    with small_pools(replace(SMALL, tables=2, most=(1, 1), young=3)):
        played = evening((1, 2, 3, 4), (5, 6, 7, 8), rounds=12)
        pool = appended(played)
        found = Rating.objects.filter(pool=pool, settled__gt=0).order_by("settled").values_list("user", "settled")
        (user, seq) = found[2]
        out = RatingExcluded(user, 0, None, "x")
        appended_to(pool, out)
        after = {row.user: (row.rating, row.settled) for row in Rating.objects.filter(pool=pool)}
        assert after == {one: (player.rating, player.settled) for one, player in fold([*played, out]).players.items()}
        assert after[user][1] == 0 < seq


def test_a_bot_that_people_play_with_carries_nothing_from_one_to_the_others(rated):
    played = [
        table((user, 90), (1, 2), bots=("", "greedy"), ended=number * HOUR) for number, user in enumerate((1, 2, 3, 1))
    ]
    pool = appended(played)
    rated.clear()
    appended_to(pool, RatingCorrected(played[0].table, (2, 1), "x/1"))
    assert rated == [played[0].table, played[3].table]
    assert ratings(pool) == fold([*played, RatingCorrected(played[0].table, (2, 1), "x/1")]).ratings


def test_an_exclusion_reaches_nobody_who_played_before_it_or_elsewhere(rated):
    played = evening((1, 2), (3, 4))
    pool = appended(played)
    rated.clear()
    appended_to(pool, RatingExcluded(1, 5 * HOUR, None, "x"))
    assert rated == [each.table for each in played if 1 in each.users and each.ended >= 5 * HOUR]


@st.composite
def with_many_bots(draw):
    """Tables of people and of accounts of two levels of bots, with many of bots alone, within a day or two."""
    found = []
    for number in range(draw(st.integers(3, 16))):
        users = draw(st.lists(st.sampled_from([1, 2, 3, *BOTS]), min_size=2, max_size=3, unique=True))
        bots = tuple("" if user < BOTS[0] else ("greedy" if user % 2 else "uniform") for user in users)
        places = draw(st.permutations(range(1, len(users) + 1)))
        early = draw(st.integers(0, 9)) == 0
        ends = ("resigned" if early else "played",) + ("played",) * (len(users) - 1)
        decisions = (draw(st.integers(0, 2)) if early else 9,) + (9,) * (len(users) - 1)
        found.append(table(users, places, ended=(number * 3 + 1) * HOUR, bots=bots, ends=ends, decisions=decisions))
    return found


@given(with_many_bots(), st.data(), st.integers(1, 5))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_bots_among_themselves_and_with_people_come_out_as_the_fold_says(played, data, chunk):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recount, "CHUNK", chunk)
        corrected = data.draw(st.sampled_from(played))
        places = data.draw(st.none() | st.permutations(corrected.places).map(tuple))
        events = [*played, RatingCorrected(corrected.table, places, "x/1")]
        pool = appended(events)
    folded = fold(events)
    assert ratings(pool) == folded.ratings
    changes = {
        (row.table, row.user): (row.before, row.after, row.tables) for row in RatingChange.objects.filter(pool=pool)
    }
    assert changes == {
        (name, each.user): (each.before, each.after, each.tables)
        for name, made in folded.changes.items()
        for each in made
    }


def test_a_table_that_ends_while_its_pool_is_worked_out_again_waits_for_the_tick(people, sent):
    name = open_for(*people[:2], rated=True)
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as elsewhere:
        elsewhere.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", (locks.RULING, "duck-soup"))
        concede(name, settle=False)
        settle_table(name)
        rate_waiting("duck-soup")
        assert not tables.summary(name).settled
        assert not Rating.objects.exists()
    settle_table(name)
    rate_waiting("duck-soup")
    assert sent.count((RATE, ["duck-soup"])) == 2
    assert tables.summary(name).settled
    assert Rating.objects.count() == 2


def test_a_worker_that_comes_while_another_tells_pools_what_is_due_goes_again(people):
    Due.objects.create(table="t000000001", places=None, ruling="x/1", occasion="made")
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as elsewhere:
        elsewhere.execute("SELECT pg_advisory_lock(%s)", (locks.DUE,))
        services.correct_due()
    assert Due.objects.count() == 1


def appended_to(pool: str, event: RatingCorrected | RatingExcluded) -> None:
    from tournaments.ratings.streams import POOLS

    POOLS.append(pool, POOLS.current(pool), [event])


def ratings(pool: str) -> dict[int, float]:
    return dict(Rating.objects.filter(pool=pool).values_list("user", "rating"))
