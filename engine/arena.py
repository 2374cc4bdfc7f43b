"""Bots at tables: one turn, a whole table, or many with the sides rotated and the win rates counted."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from engine.bots.base import Bot
from engine.chance import FastRng, SeedChance
from engine.events import Seat
from engine.game import AnyGame, Outcome
from engine.table import Table

Mapped: TypeAlias = Callable[[Callable[[int], Outcome], Iterable[int]], Iterable[Outcome]]
"""``map``, or what does the same elsewhere."""
Z95 = 1.959964
"""Two-sided 95% of the normal distribution."""


class Score(Struct, frozen=True):
    """How one contestant did: a table won alone counts 1, a shared win its share."""

    name: str
    tables: int
    wins: float
    low: float
    high: float
    points: float
    """The mean of its points."""

    @property
    def rate(self) -> float:
        return self.wins / self.tables


def chosen(table: Table, seat: Seat, bot: Bot, seed: str) -> Any:
    """The move of *bot* for *seat*, drawing on *seed* and the place in the log: the same again at any time."""
    view = table.game.view(table.state, seat)
    moves = table.game.legal(table.state, seat)
    return bot.choose(view, moves, FastRng(f"{seed}/{len(table.log)}/{seat}"))


def play_out(table: Table, bots: Sequence[Bot], seed: str) -> Outcome:
    """Let *bots*, one a seat, play *table* to its end."""
    while actors := table.to_act:
        seat = actors[0]
        table.make(seat, chosen(table, seat, bots[seat], seed))
    outcome = table.outcome
    if outcome is None:
        raise AssertionError(f"{table.game.key}: nobody to act and no outcome")
    return outcome


def contest(
    game: AnyGame,
    bots: Sequence[Bot],
    *,
    seats: int,
    options: Any,
    tables: int,
    seed: str,
    progress: Callable[[], object] = lambda: None,
    mapped: Mapped = map,
) -> list[Score]:
    """Each of *bots* against the others at *tables* tables; *progress* is called after each.

    *mapped* plays them: a process pool's ``map`` does it on several cores, with the same result.

    Fewer bots than seats sit in turn (A B A, at the next deal B A B). A deal is played in each rotation of the seats
    before the next deal.
    """
    tallies = [_Tally(bot.name) for bot in bots]
    one = partial(_played, game, bots, seats, options, seed)
    for number, outcome in enumerate(mapped(one, range(tables))):
        order = seated(number, seats, len(bots))
        for i, tally in enumerate(tallies):
            tally.add(outcome, [seat for seat in range(seats) if order[seat] == i])
        progress()
    return [tally.score() for tally in tallies]


def seated(number: int, seats: int, bots: int) -> list[int]:
    """Which of the bots sits in each seat of table *number*."""
    deal, shift = divmod(number, seats)
    return [((seat + shift) % seats + deal) % bots for seat in range(seats)]


def _played(game: AnyGame, bots: Sequence[Bot], seats: int, options: Any, seed: str, number: int) -> Outcome:
    table = Table(game, seats, options, SeedChance.from_text(f"{seed}/{number // seats}"))
    return play_out(table, [bots[i] for i in seated(number, seats, len(bots))], f"{seed}/{number}")


class _Tally:
    def __init__(self, name: str) -> None:
        self.name = name
        self.tables = 0
        self.seatings = 0
        self.wins = 0.0
        self.points = 0

    def add(self, outcome: Outcome, mine: Sequence[int]) -> None:
        first = [seat for seat, place in enumerate(outcome.places) if place == 1]
        self.tables += 1
        self.seatings += len(mine)
        self.wins += sum(seat in first for seat in mine) / len(first)
        self.points += sum(outcome.points[seat] for seat in mine)

    def score(self) -> Score:
        low, high = wilson(self.wins, self.tables)
        return Score(self.name, self.tables, self.wins, low, high, self.points / self.seatings)


def wilson(wins: float, n: int) -> tuple[float, float]:
    """The 95% score interval of a rate of *wins* in *n* (Wilson 1927)."""
    rate, spread = wins / n, Z95 * Z95 / n
    middle = (rate + spread / 2) / (1 + spread)
    half = Z95 * sqrt(rate * (1 - rate) / n + spread / (4 * n)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)
