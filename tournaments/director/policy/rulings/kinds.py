"""What a ruling's act is declared with, what deciding may have to know, and how sentences name things."""

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

from engine.text import Hole, Text
from tournaments.director.policy.conditions import Candidate
from tournaments.director.state.acts import Act, contest
from tournaments.director.state.rulings import Ruling
from tournaments.director.state.tournament import Tournament


class Person(msgspec.Struct, frozen=True):
    user: int
    candidate: Candidate


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """What deciding on a ruling may have to know beside the tournament itself."""

    now: int
    """Epoch ms."""
    begun: Collection[str] = ()
    """The matches that wait for a result, and those of the last round, whose tables have begun."""
    person: Callable[[str], Person | None] = lambda _name: None
    """Whom people know by a name."""
    new_match: Callable[[tuple[int, ...]], str] = lambda entries: "m" + "-".join(map(str, entries))
    """The id of a match that a ruling makes, of these entries."""


class RulingRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="act"):
    """A request for a ruling that is not the act itself: it leaves out what the tournament knows."""


class Names(msgspec.Struct, frozen=True):
    """How a reader knows entries and users, moments (epoch ms), and points that are given or taken. An entry that left
    before everything was drawn again has no name there."""

    entries: Mapping[int, str]
    users: Mapping[int, str]
    moment: Callable[[int], str]
    points: Callable[[Fraction], str]

    def listed(self, entries: Iterable[int], between: str = ", ") -> str:
        return between.join(self.entries.get(entry, f"#{entry}") for entry in entries)


Holes: TypeAlias = dict[str, Hole]


def _no_more(_act: Act, _tournament: Tournament, _names: Names) -> Holes:
    return {}


def _can_be_reversed(_tournament: Tournament, _ruling: Ruling, _context: Context) -> None:
    return


class Kind(msgspec.Struct, frozen=True):
    """A kind of act: who asks for it how, whether it may be, how it reads, and whether it can be reversed."""

    act: type[Act]
    requests: Mapping[type, Callable[[Tournament, Any, Context], Act]]
    """What asks for it, each with the function that decides on it or refuses."""
    sentence: str | Callable[[Any], str]
    """With ``{round}``, ``{players}`` of its match, ``{name}`` of its entry, and what ``holes`` add."""
    holes: Callable[[Any, Tournament, Names], Holes] = _no_more
    check_reversal: Callable[[Tournament, Ruling, Context], None] = _can_be_reversed
    """Refuses a reversal that cannot be."""

    def describe(self, act: Act, tournament: Tournament, names: Names) -> Text:
        holes: Holes = {"round": act.round_in(tournament) or 0}
        if (match := getattr(act, "match", None)) is not None:
            holes["players"] = names.listed(contest(tournament, match)[1], " – ")
        if (entry := getattr(act, "entry", None)) is not None:
            holes["name"] = names.listed([entry])
        sentence = self.sentence if isinstance(self.sentence, str) else self.sentence(act)
        return Text(sentence, holes | self.holes(act, tournament, names))
