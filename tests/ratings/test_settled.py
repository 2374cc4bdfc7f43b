"""Who is settled: the worked examples, a closed group, and the rules once more, written from their text alone."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.events import Event
from tests.ratings import reference
from tests.ratings.tables import SMALL, season, small_pools, table
from tournaments.ratings.duels import Player
from tournaments.ratings.events import RatingCorrected, RatingExcluded, TableRated
from tournaments.ratings.parameters import DAY
from tournaments.ratings.pools import Folded, fold

NUMBERS = reference.Numbers(tables=SMALL.tables, people=SMALL.people, window=SMALL.window, young=SMALL.young)


def with_rulings(chance: Random, tables: list[TableRated]) -> list[Event]:
    """The tables, a ruling about one that has been rated behind some of them."""
    events: list[Event] = []
    for number, each in enumerate(tables):
        events.append(each)
        about = tables[chance.randrange(number + 1)]
        if chance.random() < 0.06:
            turned = tuple(reversed(about.places)) if not about.teams else about.places
            events.append(RatingCorrected(about.table, chance.choice([None, about.places, turned]), "x/1"))
        elif chance.random() < 0.03:
            events.append(RatingExcluded(chance.choice(about.users), about.ended, None, "x"))
    return events


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
