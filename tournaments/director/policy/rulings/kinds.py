"""What a ruling's act is declared with, what deciding may have to know, and how sentences name things."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

from engine.text import Text
from tournaments.director.policy.conditions import Candidate
from tournaments.director.state.acts import Act
from tournaments.director.state.rulings.ruling import Ruling
from tournaments.director.state.tournament import Tournament


class Person(msgspec.Struct, frozen=True):
    user: int
    candidate: Candidate


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What deciding on a ruling may have to know beside the tournament itself."""

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


class RulingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """What is asked for, where it is not the act itself: what a tournament knows need not be said."""


class Names(msgspec.Struct, frozen=True):
    """How a reader knows entries and users, moments (epoch ms), and points that are given or taken."""

    entries: Mapping[int, str]
    users: Mapping[int, str]
    moment: Callable[[int], str]
    points: Callable[[Fraction], str]

    def listed(self, entries: Iterable[int], between: str = ", ") -> str:
        return between.join(self.entries.get(entry, f"#{entry}") for entry in entries)


Requests: TypeAlias = Mapping[type, Callable[[Tournament, Any, Context], Act]]


class Kind(msgspec.Struct, frozen=True):
    """A kind of act: the requests that ask for it, each with the function that decides on it or refuses; the sentence
    that describes it; and what may keep it from being reversed."""

    act: type[Act]
    requests: Requests
    describe: Callable[[Any, Tournament, Names], Text]
    check_reversal: Callable[[Tournament, Ruling, Context], None] = lambda _tournament, _ruling, _context: None
