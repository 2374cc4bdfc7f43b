"""Rated tables for tests of ratings, as short as examples say them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from tournaments.ratings.duels import Player
from tournaments.ratings.events import End, TableRated
from tournaments.ratings.facts import Counted, equal_left
from tournaments.ratings.parameters import SETS, Settling

HOUR = 3_600_000
_numbers = count(1)


def table(users: Sequence[int], places: Sequence[int], **given: Any) -> TableRated:
    """A table that was played to its end, by people, outside of tournaments."""
    usual: dict[str, Any] = {
        "table": f"t{next(_numbers):09}",
        "params": "elo-pairwise/3",
        "ended": 0,
        "ends": ("played",) * len(users),
        "decisions": (20,) * len(users),
        "bots": ("",) * len(users),
        "origin": "casual",
    }
    return TableRated(users=tuple(users), places=tuple(places), **(usual | given))


def standing(*forms: tuple[float, int]) -> dict[int, Player]:
    """Users 1, 2, ... who have a rating after a number of tables."""
    return {user: Player(rating=rating, tables=tables) for user, (rating, tables) in enumerate(forms, start=1)}


def counted(event: TableRated) -> Counted:
    return Counted(event, event.places)


SMALL: Final = Settling(tables=3, people=2, window=8, most=(2, 3), half=(1, 2), young=4)
"""How people settle in pools so small that a test has many of them."""


@contextmanager
def small_pools(settling: Settling = SMALL) -> Iterator[None]:
    """Pools in which people settle so."""
    with pytest.MonkeyPatch.context() as patch:
        for key, each in SETS.items():
            if each.settling:
                patch.setitem(SETS, key, replace(each, settling=settling))
        yield


ENDS: Final[tuple[End, ...]] = (*("played",) * 12, "resigned", "flagged")


def season(chance: Random, tables: int, *, people: int = 9, bots: int = 2) -> list[TableRated]:
    """Tables of all kinds, in which people come in one after another and some circles meet mostly one another."""
    return [_any(chance, number, people, bots) for number in range(tables)]


def _any(chance: Random, number: int, people: int, bots: int) -> TableRated:
    there = min(people, 3 + number // 4)
    circle = [user for user in range(1, there + 1) if chance.random() < 0.6 or user % 2 == number % 2]
    among = [*circle, *range(101, 101 + bots)] if chance.random() < 0.25 else circle
    among = list(range(101, 101 + bots)) if bots > 1 and chance.random() < 0.05 else among
    if len(among) < 2:
        among = [1, 2]
    count = min(len(among), chance.choice([2, 2, 2, 3, 4]))
    users = chance.sample(among, count)
    teams = ((0, 1), (2, 3)) if count == 4 and chance.random() < 0.3 else ()
    ends = tuple("played" if user > 100 else chance.choice(ENDS) for user in users)
    places = [chance.randint(1, count) for _user in users]
    return table(
        users,
        equal_left(chance.choice([(1, 1, 2, 2), (2, 2, 1, 1)]) if teams else places, ends, teams),
        teams=teams,
        guests=(chance.randrange(count),) if count > 2 and not teams and chance.random() < 0.2 else (),
        ends=ends,
        decisions=tuple(chance.randint(0, 5) for _user in users),
        bots=tuple("greedy" if user > 100 else "" for user in users),
        origin=chance.choice(["casual", "casual", "challenge", "event", "large"]),
        ended=number * chance.choice([1, 5, 9]) * HOUR + 1,
    )
