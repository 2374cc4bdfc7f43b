"""What a bot's decision costs: each level that people choose from, at moments all along tables of every game."""

from collections.abc import Iterator, Sequence
from itertools import count, islice
from statistics import median
from typing import Any

from engine.bots.base import Bot
from engine.chance import FastRng
from engine.game import AnyGame
from engine.registry import BOTS, GAMES, LEVELS
from tests.benchmarks.measure import Table, Work, alternated
from tests.engine.walks import Setting, walked

MOMENTS = 6
"""Of each game, each at a table of its own."""
CHEAPEST = {"uniform": 200, "greedy": 200, "ismcts-50": 4}
"""How often a round goes through the moments, where once would be too short to be timed."""

Moment = tuple[Any, Sequence[Any]]
"""What the seat sees, and the moves that it may choose from."""


def measured(*, levels: Sequence[str] = tuple(LEVELS), rounds: int = 3) -> Table:
    moments = {key: list(islice(_moments(game), MOMENTS)) for key, game in GAMES.items()}
    sides = {f"{level}, {key}": _deciding(level, GAMES[key], moments[key]) for level in levels for key in GAMES}
    rates = alternated(sides, rounds=rounds)
    notes = [_note(level, [median(rates[f"{level}, {key}"]) for key in GAMES]) for level in levels]
    return Table("Bots", "decisions/s", rates, [], notes)


def _moments(game: AnyGame) -> Iterator[Moment]:
    """Moments in which there is something to decide, each later in a table than the one before."""
    setting = Setting(game, min(game.sizes), game.options())
    for seed in count(1):
        table = walked(setting, seed, 5 * (seed % MOMENTS))
        for seat in table.to_act:
            moves = game.legal(table.state, seat)
            if len(moves) > 1:
                yield game.view(table.state, seat), moves
                break


def _deciding(level: str, game: AnyGame, moments: Sequence[Moment]) -> Work:
    bot: Bot = BOTS[level](game)
    times = CHEAPEST.get(level, 1)

    def work() -> int:
        for number in range(times):
            for view, moves in moments:
                bot.choose(view, moves, FastRng(number))
        return times * len(moments)

    return work


def _note(level: str, rates: Sequence[float]) -> str:
    costs = sorted(1000 / rate for rate in rates)
    mean = sum(costs) / len(costs)
    return f"{level}: {mean:.3g} ms of processors' time a decision, {costs[0]:.3g} to {costs[-1]:.3g} by game"
