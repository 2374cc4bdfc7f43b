"""How a game ends for its seats, and what finishing places are worth to bots, standings and ratings."""

from collections.abc import Collection, Sequence
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct


class Outcome(Struct, frozen=True):
    """How a game ended: a finishing place (1 is best, ties share) and points for each seat.

    ``stake`` says what the game was worth ("pays double"); it is shown and exported.
    """

    places: Annotated[
        tuple[int, ...], Meta(description="By seat: its finishing place. 1 is best; ties share the better one.")
    ]
    points: Annotated[tuple[int, ...], Meta(description="By seat: its points.")]
    stake: Annotated[int, Meta(description="What the game was worth.")] = 1


class Solved(Struct, frozen=True):
    """What a move leads to at the end of the deal, if everybody plays their best from there.

    ``gain`` is what the game says (:attr:`engine.game.Ending.gains`); ``share`` is what it makes of the whole game
    (:func:`shares`) where that ends with this deal, else ``None``.
    """

    gain: int
    share: float | None


Teams: TypeAlias = tuple[tuple[int, ...], ...]
"""The seats that play together, each seat once."""


def ranked(points: Sequence[int]) -> tuple[int, ...]:
    """The places of those who made *points*; equal points share a place."""
    return tuple([1 + sum([other > mine for other in points]) for mine in points])


def duel(own: int, other: int) -> float:
    """What finishing in place *own* takes from the one in place *other*."""
    return 1.0 if own < other else 0.5 if own == other else 0.0


def shares(outcome: Outcome) -> tuple[float, ...]:
    """For each seat the share of the others that it beat, ties half. Partners share a place, so they pull together."""
    others = len(outcome.places) - 1
    return tuple(
        (sum(place > mine for place in outcome.places) + (outcome.places.count(mine) - 1) / 2) / others
        for mine in outcome.places
    )


def of_opponents(share: float, seats: int, team: int) -> float:
    """From what :func:`shares` counts, partners half, to the share of the opponents alone, in teams of *team* seats."""
    return (share * (seats - 1) - (team - 1) / 2) / (seats - team)


def balances(outcome: Outcome, teams: Teams) -> tuple[float, ...]:
    """By seat: its opponents in worse places less those in better ones, as a share of its opponents.

    From -1 to 1, and 0 in all, where teams are of one size. Partners are not opponents.
    """
    mates = {seat: len(team) for team in teams for seat in team}
    return tuple(
        sum((place > mine) - (place < mine) for place in outcome.places) / (len(outcome.places) - mates[seat])
        for seat, mine in enumerate(outcome.places)
    )


def hopes_by_seat(by_side: Sequence[float], seats: int) -> Sequence[float]:
    """From the share of the other sides that each side may hope to beat to what :func:`shares` counts for each seat.

    For games in which a seat's side is its number modulo the number of sides.
    """
    team = seats // len(by_side)
    if team == 1:
        return by_side
    return [(hope * (seats - team) + (team - 1) / 2) / (seats - 1) for hope in by_side] * team


# -- a table that somebody left


def staying(teams: Teams, gone: Collection[int]) -> list[tuple[int, ...]]:
    """The *teams* of which nobody is *gone*."""
    return [team for team in teams if not set(team) & set(gone)]


def final_places(places: Sequence[int], gone: Sequence[int], teams: Teams) -> tuple[int, ...]:
    """*places* once those who are *gone* early are put last, the first to go lowest, and partners with them.

    The others keep their order.
    """
    stayed = staying(teams, gone)
    final = {team: 1 + sum(places[other[0]] < places[team[0]] for other in stayed) for team in stayed}
    for seat in gone:
        team = next(team for team in teams if seat in team)
        final.setdefault(team, len(teams) - (len(final) - len(stayed)))
    return tuple(next(place for team, place in final.items() if seat in team) for seat in range(len(places)))
