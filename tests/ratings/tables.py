"""Rated tables for tests of ratings, as short as examples say them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from tournaments.ratings.duels import Player
from tournaments.ratings.events import TableRated
from tournaments.ratings.facts import Counted

HOUR = 3_600_000
_numbers = count(1)


def table(users: Sequence[int], places: Sequence[int], **given: Any) -> TableRated:
    """A table that was played to its end, by people, outside of tournaments."""
    usual: dict[str, Any] = {
        "table": f"t{next(_numbers):09}",
        "params": "elo-pairwise/2",
        "ended": 0,
        "ends": ("played",) * len(users),
        "decisions": (20,) * len(users),
        "bots": ("",) * len(users),
        "origin": "casual",
    }
    return TableRated(users=tuple(users), places=tuple(places), **(usual | given))


def standing(*forms: tuple[float, int]) -> dict[int, Player]:
    """Users 1, 2, ... who stand at a rating after so many tables."""
    return {user: Player(rating=rating, tables=tables) for user, (rating, tables) in enumerate(forms, start=1)}


def counted(event: TableRated) -> Counted:
    return Counted(event, event.places)
