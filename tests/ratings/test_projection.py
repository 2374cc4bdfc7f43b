"""The rows are the fold of the pool and nothing else: table by table, all at once, and after any ruling."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.events import Event
from tests.ratings.pools import SLOW, appended, rated, with_rulings
from tests.ratings.tables import HOUR, season, small_pools, table
from tournaments.log import projections
from tournaments.ratings import moments, recount
from tournaments.ratings.duels import Player
from tournaments.ratings.elo import as_shown
from tournaments.ratings.events import RatingCorrected, RatingExcluded, RatingReadmitted, TableRated
from tournaments.ratings.models import Difference, Rating, RatingChange
from tournaments.ratings.parameters import CLUB_1, SETS
from tournaments.ratings.pools import fold

SITE = st.sampled_from(sorted(set(SETS) - {CLUB_1.key}))
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _small():
    with small_pools():
        yield


@st.composite
def events(draw):
    """Tables, and rulings about those that have been rated; of all sets, or a pool that grows up."""
    if draw(st.booleans()):
        chance = draw(st.randoms(use_true_random=True))
        return with_rulings(chance, season(chance, draw(st.integers(10, 35))))
    tables = draw(st.lists(rated(of=SITE), min_size=2, max_size=14))
    found: list[Event] = []
    for number, each in enumerate(tables):
        found.append(replace(each, ended=each.ended + 1))
        if draw(st.integers(0, 3)) == 0:
            found.append(draw(rulings(tables[: number + 1])))
    return found


@st.composite
def rulings(draw, tables: list[TableRated]):
    kind = draw(st.sampled_from(["correct", "exclude", "readmit"]))
    table = draw(st.sampled_from(tables))
    user = draw(st.sampled_from(table.users))
    if kind == "correct":
        return RatingCorrected(table.table, draw(st.none() | st.permutations(table.places).map(tuple)), "x/1")
    if kind == "exclude":
        return RatingExcluded(user, draw(st.integers(0, 200)) * HOUR, None, "x")
    return RatingReadmitted(user, "x")


@contextmanager
def forgotten() -> Iterator[None]:
    """What happens in it is rolled back: a rebuild looks at every pool, also at those of earlier examples."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def rows_of(pool: str) -> dict[int, Player]:
    """Everybody as the rows have them."""
    return {
        row.user: Player(
            row.rating,
            row.tables,
            row.summited,
            row.peak,
            row.rated_at,
            tuple(row.met),
            tuple(row.steady),
            tuple(row.known),
            row.introduced,
            row.settled,
        )
        for row in Rating.objects.filter(pool=pool)
    }


@given(events(), st.sampled_from([1, 4, 10_000]))
@SLOW
def test_rows_written_table_by_table_are_the_fold_of_all(events, portion):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recount, "CHUNK", portion)
        pool = appended(events)
    folded = fold(events)
    assert rows_of(pool) == folded.players
    changes = {(row.table, row.user): (row.before, row.after) for row in RatingChange.objects.filter(pool=pool)}
    assert changes == {
        (table, each.user): (each.before, each.after) for table, made in folded.changes.items() for each in made
    }


def test_a_correction_behind_a_duel_with_somebody_introduced_knows_that_they_were():
    old = [pair for _turn in range(2) for pair in combinations(range(1, 5), 2)]
    pairs = [*old, (5, 1), (5, 2), (6, 5), (6, 7), (6, 1)]
    tables = [table(pair, (1, 2), ended=(1 + number) * 24 * HOUR) for number, pair in enumerate(pairs)]
    events = [*tables, RatingCorrected(tables[-2].table, (2, 1), "x/1")]
    rows, folded = rows_of(appended(events)), fold(events)
    assert (rows[5].introduced, rows[5].settled, rows[6].steady) == (14, 15, (True, False, True))
    assert rows == folded.players


@given(events())
@SLOW
def test_rows_made_again_all_at_once_are_the_same(events):
    with forgotten():
        appended(events)
        assert projections.rebuild(check=True).changed == ()


@given(events(), st.integers(1, 4))
@SLOW
def test_rows_made_again_in_portions_are_the_same(events, portion):
    with forgotten(), pytest.MonkeyPatch.context() as patch:
        appended(events)
        patch.setattr(recount, "CHUNK", portion)
        assert projections.rebuild(check=True).changed == ()


@given(events())
@SLOW
def test_who_is_provisional_is_as_the_fold_says(events):
    pool, players = appended(events), fold(events).players
    found = {row.user: row.provisional for row in Rating.objects.filter(pool=pool, bot="")}
    assert found == {user: not players[user].settled for user in found}


@given(events())
@SLOW
def test_in_clubs_five_tables_and_two_people_are_enough(events):
    club = [replace(each, params=CLUB_1.key) if isinstance(each, TableRated) else each for each in events]
    pool, folded = appended(club, "club:c1ub000001:"), fold(club)
    met: dict[int, set[int]] = {}
    for each in (change for made in folded.changes.values() for change in made):
        met.setdefault(each.user, set()).update(each.met)
    for row in Rating.objects.filter(pool=pool, bot=""):
        acquainted = len(met[row.user]) >= 2
        assert (row.acquainted, row.provisional, row.settled) == (acquainted, row.tables < 5 or not acquainted, 0)


@given(events(), st.data())
@SLOW
def test_any_moment_is_as_it_was_shown_or_as_it_is_known_today(events, data):
    pool = appended(events)
    seq = data.draw(st.integers(1, len(events)))
    then = {each.user: each.rating for each in moments.as_of(pool, seq).ratings}
    assert then == {user: as_shown(rating) for user, rating in fold(events[:seq]).ratings.items()}
    today = {each.user: each.rating for each in moments.as_of(pool, seq, corrected=True).ratings}
    known = fold([*events[:seq], *(event for event in events[seq:] if not isinstance(event, TableRated))])
    assert today == {user: as_shown(rating) for user, rating in known.ratings.items()}


@given(events())
@SLOW
def test_every_ruling_publishes_what_it_moved(events):
    pool = appended(events)
    for seq, event in enumerate(events, start=1):
        if isinstance(event, TableRated):
            continue
        before, after = fold(events[: seq - 1]).ratings, fold(events[:seq]).ratings
        rows = {row.user: (row.before, row.after) for row in Difference.objects.filter(pool=pool, seq=seq)}
        assert rows == {user: (before[user], after[user]) for user in before if before[user] != after[user]}
