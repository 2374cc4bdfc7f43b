"""What a ruling may have to know beside the tournament itself."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from tournaments.director.policy.conditions import Candidate


class Person(msgspec.Struct, frozen=True):
    user: int
    candidate: Candidate


class Bench(msgspec.Struct, frozen=True, kw_only=True):
    seats: tuple[int, ...]
    """The numbers of players that the game is for."""
    sizes: tuple[int, ...]
    """The tables that the format makes of the game."""
    now: int
    """Epoch ms."""
    begun: Collection[str] = ()
    """The matches that wait for a result, and those of the last round, whose tables have begun."""
    person: Callable[[str], Person | None] = lambda _name: None
    """Whom people know by a name."""
    new_match: Callable[[tuple[int, ...]], str] = lambda entries: "m" + "-".join(map(str, entries))
    """The id of a match that a ruling makes, of these entries."""
