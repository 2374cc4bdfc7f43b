"""Rounds played by chance, for the tests of formats."""

import random
from collections.abc import Callable, Sequence

from tournaments.pairing.draw import Draw
from tournaments.pairing.record import Entrant, Match, Round, entrants, marks


def played(number: int, draw: Draw, rng: random.Random, *, decided: bool = False) -> Round:
    """*decided*: with a winner at every table."""
    matches = tuple(Match(f"r{number}t{at}", match.entries, key=match.key) for at, match in enumerate(draw.matches))
    chance = shuffled_places if decided else chance_places
    results = {match.match: marks(chance(len(match.entries), rng)) for match in matches}
    return Round(number, matches, tuple(bye.entry for bye in draw.byes), results)


def chance_places(seats: int, rng: random.Random) -> tuple[int, ...]:
    marks = [rng.randrange(seats + 1) for _ in range(seats)]
    return tuple(1 + sum(other > mark for other in marks) for mark in marks)


def shuffled_places(seats: int, rng: random.Random) -> tuple[int, ...]:
    return tuple(rng.sample(range(1, seats + 1), seats))


def run(
    pair: Callable[[list[Entrant], int], Draw],
    *,
    entries: int,
    rounds: int,
    rng: random.Random,
    leaving: Sequence[int] = (),
    usual: int = 2,
) -> list[tuple[list[Entrant], Draw]]:
    """Each round's field before it and its draw; entry ``leaving[r]`` withdraws after round r+1."""
    history: list[Round] = []
    drawn: list[tuple[list[Entrant], Draw]] = []
    gone: set[int] = set()
    for number in range(1, rounds + 1):
        everybody = entrants(range(1, entries + 1), history, usual=usual)
        field = [entrant for entry, entrant in everybody.items() if entry not in gone]
        draw = pair(field, number)
        drawn.append((field, draw))
        history.append(played(number, draw, rng))
        gone.update(leaving[number - 1 : number])
    return drawn
