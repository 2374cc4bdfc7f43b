"""What has been played, and what it says about each entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

import msgspec

from engine.game import Teams

MOST_SEATS = 5


def team_of(seat: int, teams: Teams) -> tuple[int, ...]:
    """The seats that *seat* plays together with, itself included."""
    return next((team for team in teams if seat in team), (seat,))


class Meeting(msgspec.Struct, frozen=True):
    """A match of a round: its entries in seat order, and the seats that play together (none: each alone)."""

    match: str
    entries: tuple[int, ...]
    teams: Teams = ()


class Round(msgspec.Struct, frozen=True):
    """A round that has been paired; ``results`` maps a match to the finishing places of its entries, in seat order."""

    number: int
    meetings: tuple[Meeting, ...]
    byes: tuple[int, ...] = ()
    results: Mapping[str, tuple[int, ...]] = {}

    @property
    def complete(self) -> bool:
        return len(self.results) == len(self.meetings)


class Entrant(msgspec.Struct):
    """Everything that a draw needs to know of an entry. ``seed`` is its rank at the start, from 0."""

    entry: int
    seed: int
    score: Fraction = Fraction(0)
    met: dict[int, list[int]] = msgspec.field(default_factory=dict)
    """Opponent to the rounds in which they met."""
    byes: int = 0
    partners: dict[int, int] = msgspec.field(default_factory=dict)
    """How often with whom in a team that was drawn."""
    seats: list[int] = msgspec.field(default_factory=lambda: [0] * MOST_SEATS)
    """How often in each seat."""
    odd: int = 0
    """How often at a table of another size than the usual one."""
    float: int = 0
    """In the last round: -1 sat with a lower score, 1 with a higher one, 0 with equals."""


def opponents(seat: int, seats: int, teams: Teams) -> list[int]:
    """The seats that *seat* plays against."""
    partners = team_of(seat, teams)
    return [other for other in range(seats) if other not in partners]


def shares(places: Sequence[int], teams: Teams = ()) -> tuple[Fraction, ...]:
    """The share of its opponents that each place beat, ties half: alone at n seats (beaten + tied/2) / (n - 1)."""
    return tuple(
        _share(own, [places[other] for other in opponents(seat, len(places), teams)]) for seat, own in enumerate(places)
    )


def _share(own: int, others: Sequence[int]) -> Fraction:
    return Fraction(2 * sum(own < other for other in others) + others.count(own), 2 * len(others))


def entrants(
    seeds: Sequence[int], rounds: Iterable[Round], *, bye: Fraction = Fraction(1), usual: int = 2
) -> dict[int, Entrant]:
    """Every entry of *seeds* with its history over *rounds*; a table of *usual* seats is not odd."""
    field = {entry: Entrant(entry, seed) for seed, entry in enumerate(seeds)}
    for played in rounds:
        for entrant in field.values():
            entrant.float = 0
        for meeting in played.meetings:
            _meet(field, played.number, meeting, usual)
        for meeting in played.meetings:
            _score(field, meeting, played.results.get(meeting.match))
        for entry in played.byes:
            field[entry].byes += 1
            field[entry].score += bye
    return field


def _meet(field: Mapping[int, Entrant], number: int, meeting: Meeting, usual: int) -> None:
    table = [field[entry] for entry in meeting.entries]
    total = sum(entrant.score for entrant in table)
    for seat, entrant in enumerate(table):
        entrant.seats[seat] += 1
        entrant.odd += len(table) != usual
        others = total - entrant.score
        own = entrant.score * (len(table) - 1)
        entrant.float = (others > own) - (others < own)
        for other in table:
            if other is not entrant:
                entrant.met.setdefault(other.entry, []).append(number)
        for partner in team_of(seat, meeting.teams):
            if partner != seat:
                entry = table[partner].entry
                entrant.partners[entry] = entrant.partners.get(entry, 0) + 1


def _score(field: Mapping[int, Entrant], meeting: Meeting, places: Sequence[int] | None) -> None:
    if places is not None:
        for entry, share in zip(meeting.entries, shares(places, meeting.teams), strict=True):
            field[entry].score += share
