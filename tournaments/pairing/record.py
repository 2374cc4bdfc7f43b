"""What has been played, and what it says about each entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import repeat
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from engine.game import Teams

MOST_SEATS = 5


def team_of(seat: int, teams: Teams) -> tuple[int, ...]:
    """The seats that *seat* plays together with, itself included."""
    return next((team for team in teams if seat in team), (seat,))


class Match(msgspec.Struct, frozen=True):
    """A match of a round: its entries in seat order, and the seats that play together (none: each alone)."""

    match: str
    entries: tuple[int, ...]
    teams: Teams = ()
    key: str = ""
    """Where it stands in the tournament: ``W2.1``."""


Code: TypeAlias = Literal["1", "=", "0", "+", "-", "LL"]
"""Why an entry has what it has of a round: it won, was level with or lost to the others at a table that was played
(between first and last of three to five: ``=``); ``+`` the others were not there, ``-`` it was not; ``LL`` it was
played, and by ruling all have lost it."""

FORFEITS: frozenset[Code] = frozenset({"+", "-"})
PLAYED: frozenset[Code] = frozenset({"1", "=", "0"})
"""Of these the game's own points count."""

Rest: TypeAlias = Literal["U", "H", "F", "Z"]
"""Why an entry had no match: the pairing bye; or it asked for a bye, or was not there, and has a draw's, a win's or no
points."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entry made of a match: the code and the finishing place; a missing entry is last."""

    code: Code
    place: int
    points: int | None = None
    """By the game itself, where the tournament counts those."""

    @property
    def played(self) -> bool:
        return self.code not in FORFEITS


Marks: TypeAlias = tuple[Mark, ...]


def marks(places: Sequence[int], points: Sequence[int | None] = ()) -> Marks:
    """The marks of a table that all played, by its finishing places; with the game's *points* if they count."""
    first, last = min(places), max(places)
    codes: dict[int, Code] = {last: "0", first: "1"} if first != last else {}
    return tuple(
        Mark(codes.get(place, "="), place, made) for place, made in zip(places, points or repeat(None), strict=False)
    )


class Absence(msgspec.Struct, frozen=True):
    """A round that an entry was not drawn for; ``+`` and ``-`` only against whom it was scheduled to meet."""

    code: Literal["H", "F", "Z", "+", "-"]
    against: tuple[int, ...] = ()


class Round(msgspec.Struct, frozen=True):
    """A round that has been paired; ``results`` maps a match to the marks of its entries, in seat order."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[int, ...] = ()
    """The pairing byes."""
    results: Mapping[str, Marks] = {}
    absences: Mapping[int, Absence] = {}
    """Entries that had neither a match nor a pairing bye."""
    annulled: frozenset[str] = frozenset()
    """Matches that count for nobody: a side has left a round robin."""
    idle: frozenset[int] = frozenset()
    """Entries that were to meet one whose results have been annulled: the round is nothing to them."""
    tables: Mapping[str, tuple[Marks, ...]] = {}
    """Of matches of several tables what their entries made of each that counts, in the order of the match."""

    @property
    def complete(self) -> bool:
        return len(self.results) == len(self.matches)

    @property
    def rests(self) -> Iterator[tuple[int, Literal[Rest, "+", "-"]]]:
        """The entries that had no match, and why."""
        yield from ((entry, "U") for entry in self.byes)
        yield from ((entry, each.code) for entry, each in self.absences.items())

    def without(self, entry: int, code: Literal["H", "F", "Z"]) -> Round:
        """The same, in which *entry* was away."""
        return msgspec.structs.replace(self, absences={**self.absences, entry: Absence(code)})


class Entrant(msgspec.Struct):
    """Everything that a draw needs to know of an entry. ``seed`` is its rank at the start, from 0."""

    entry: int
    seed: int
    score: Fraction = Fraction(0)
    met: dict[int, list[int]] = msgspec.field(default_factory=dict)
    """Opponent to the rounds in which they met."""
    byes: int = 0
    walkovers: int = 0
    """How often it won because the others were not there, or had a full bye that it asked for."""
    partners: dict[int, int] = msgspec.field(default_factory=dict)
    """How often with whom in a team that was drawn."""
    seats: list[int] = msgspec.field(default_factory=lambda: [0] * MOST_SEATS)
    """How often in each seat."""
    odd: int = 0
    """How often at a table of another size than the usual one."""
    sat: list[int] = msgspec.field(default_factory=list)
    """The seats that it has had, in the order of the rounds that it played."""
    floats: list[int] = msgspec.field(default_factory=list)
    """By round: -1 sat with a lower score or had points without a table, 1 with a higher one, 0 with equals or not at
    all."""
    rating: int | None = None
    """At the start."""

    @property
    def rests(self) -> int:
        """Byes and wins without a table: an entry that has had one is not the next to rest."""
        return self.byes + self.walkovers

    @property
    def unplayed(self) -> int:
        """Rounds in which it sat at no table."""
        return len(self.floats) - len(self.sat)


def opponents(seat: int, made: Marks, teams: Teams) -> list[int]:
    """The seats that *seat* played against: none if it did not play, and none that did not come."""
    if not made[seat].played:
        return []
    if len(made) == 2 and not teams:
        return [1 - seat] if made[1 - seat].played else []
    partners = team_of(seat, teams)
    return [other for other, mark in enumerate(made) if other not in partners and mark.played]


@lru_cache(maxsize=4096)
def shares(made: Marks, teams: Teams = ()) -> tuple[Fraction, ...]:
    """What each made: the share of its opponents that it beat, ties half, (beaten + tied/2) / (n - 1); by forfeit all
    or nothing."""
    return tuple(
        _share(mark.place, [made[other].place for other in opponents(seat, made, teams)])
        if mark.played and mark.code != "LL"
        else Fraction(mark.code == "+")
        for seat, mark in enumerate(made)
    )


def _share(own: int, others: Sequence[int]) -> Fraction:
    return Fraction(2 * sum(own < other for other in others) + others.count(own), 2 * len(others))


class Counting(NamedTuple):
    """How points are made; others than shares: ``points.py``."""

    of: Callable[[Marks, Teams], tuple[Fraction, ...]]
    """What each made of a table, in seat order."""
    win: Fraction
    draw: Fraction
    unit: int
    """All points are whole numbers of parts like this one."""

    def without(self, code: str) -> Fraction:
        """What a round without a match counts, but for the pairing bye, whose worth is a setting."""
        return self.win if code in ("+", "F") else self.draw if code == "H" else Fraction(0)


SHARED = Counting(shares, Fraction(1), Fraction(1, 2), 24)


def entrants(
    seeds: Sequence[int],
    rounds: Iterable[Round],
    *,
    bye: Fraction = Fraction(1),
    usual: int = 2,
    counting: Counting = SHARED,
) -> dict[int, Entrant]:
    """Every entry of *seeds* with its history over *rounds*; a table of *usual* seats is not odd."""
    field = {entry: Entrant(entry, seed) for seed, entry in enumerate(seeds)}
    scale = counting.unit * bye.denominator  # scores are whole numbers while they are added up: fractions are slow
    scores = dict.fromkeys(field, 0)
    for played in rounds:
        for entrant in field.values():
            entrant.floats.append(0)
        for match in played.matches:
            _meet(field, scores, played.number, match, played.results.get(match.match), usual)
        for match in played.matches:
            if match.match not in played.annulled:
                _score(field, scores, scale, match, played.results.get(match.match), counting)
        for entry in played.byes:
            field[entry].byes += 1
            field[entry].floats[-1] = -1
            scores[entry] += int(bye * scale)
        for entry, absence in played.absences.items():
            scores[entry] += int(counting.without(absence.code) * scale)
            _miss(field[entry], absence.code)
    for entry, score in scores.items():
        field[entry].score = Fraction(score, scale)
    return field


def _miss(entrant: Entrant, code: str) -> None:
    entrant.walkovers += code in ("F", "+")
    entrant.floats[-1] = -1 if code in ("F", "+", "H") else 0


def _meet(
    field: Mapping[int, Entrant],
    scores: Mapping[int, int],
    number: int,
    match: Match,
    made: Marks | None,
    usual: int,
) -> None:
    """Who sat with whom and where. Nobody sat at a table that was not played, and an absent entry sat nowhere."""
    there = [entry for seat, entry in enumerate(match.entries) if made is None or made[seat].played]
    total, seats = sum(scores[entry] for entry in there), len(there)
    for seat, entry in enumerate(there):
        entrant = field[entry]
        entrant.sat.append(seat)
        entrant.seats[seat] += 1
        entrant.odd += seats != usual
        above = total - scores[entry] * seats
        entrant.floats[-1] = (above > 0) - (above < 0)
        for other in there:
            if other != entry:
                entrant.met.setdefault(other, []).append(number)
        for partner in _partners(match, entry):
            entrant.partners[partner] = entrant.partners.get(partner, 0) + 1


def _partners(match: Match, entry: int) -> list[int]:
    if not match.teams:
        return []
    team = (match.entries[seat] for seat in team_of(match.entries.index(entry), match.teams))
    return [partner for partner in team if partner != entry]


def _score(
    field: Mapping[int, Entrant],
    scores: dict[int, int],
    scale: int,
    match: Match,
    made: Marks | None,
    counting: Counting,
) -> None:
    if made is None:
        return
    for entry, mark, points in zip(match.entries, made, counting.of(made, match.teams), strict=True):
        scores[entry] += points.numerator * (scale // points.denominator)
        if mark.code == "+":
            field[entry].walkovers += 1
            field[entry].floats[-1] = -1
