"""Pools for tests of ratings: any table, rulings among tables, a ring of friends; and their rows."""

from collections.abc import Sequence
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.events import Event
from tests.ratings.tables import HOUR, table
from tournaments.platform.units import DAY
from tournaments.ratings.duels import Player
from tournaments.ratings.events import RatingCorrected, RatingExcluded, TableRated
from tournaments.ratings.parameters import SETS, SITE_SETTLING
from tournaments.ratings.streams import POOLS

USERS = range(1, 9)
ENDS = st.sampled_from(["played", "resigned", "flagged"])
SETTINGS = st.sampled_from(sorted(SETS))
STEADY = range(101, 126)
RING = range(1, 9)
KING, ACCOMPLICE = 1, 101
GROWN = replace(SITE_SETTLING, young=0)
"""A pool that has never been young."""
SLOW = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
_pools = iter(f"game-{number}" for number in range(10**6))


@st.composite
def rated(draw, people: bool = False, of: st.SearchStrategy[str] = SETTINGS):
    """Any table that could be rated."""
    count = draw(st.integers(2, 5))
    users = draw(st.permutations(USERS))[:count]
    given = {"ended": draw(st.integers(0, 12 * 24)) * HOUR, "params": draw(of)}
    if count > 2:
        given["guests"] = tuple(sorted(draw(st.sets(st.integers(0, count - 1), max_size=count - 2))))
    if not people:
        given |= {
            "ends": tuple(draw(st.lists(ENDS, min_size=count, max_size=count))),
            "decisions": tuple(draw(st.lists(st.integers(0, 5), min_size=count, max_size=count))),
            "bots": tuple("greedy" if user > 6 else "" for user in users),
            "origin": draw(st.sampled_from(["casual", "challenge", "event", "large"])),
        }
    return table(users, draw(st.lists(st.integers(1, count), min_size=count, max_size=count)), **given)


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


def ring(first_day: int = 0) -> list[TableRated]:
    """Eight new accounts, each pair twice: 56 tables of five decisions and a resignation. The first wins all of its."""
    pairs = [(one, other) for one in RING for other in RING if one < other]
    given_up = {"ends": ("played", "resigned"), "decisions": (5, 5), "origin": "casual"}
    return [
        table(
            pair if turn or pair[0] == KING else pair[::-1], (1, 2), ended=first_day * DAY + number * 1_000, **given_up
        )
        for turn in range(2)
        for number, pair in enumerate(pairs, start=turn * len(pairs))
    ]


def with_settled(people: range = STEADY) -> dict[int, Player]:
    """A pool in which some people have been settled for long."""
    return {user: Player(1500, 40, settled=1, met=(0,) * 60) for user in people}


def appended(events: Sequence[Event], of: str = "") -> str:
    """A pool of the site with *events*, or one *of* a club."""
    pool = of + next(_pools)
    for event in events:
        POOLS.append(pool, POOLS.current(pool), [event])
    return pool
