"""What luck leaves to skill: the search with all cards face up against the search, and against greedy.

``python -m tests.benchmarks.luck GAME``. A bot that sees all cards and the whole stock should do better than any other,
so its rate tells about how much play is worth at that length. It is not a strict cap: it goes by the same quick play
as the search. Only here is a state ever handed to a bot.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from copy import copy
from typing import Any

from engine.arena import seated, wilson
from engine.bots.base import Bot
from engine.bots.ismcts import IsmctsBot
from engine.chance import FastRng, Rng, SeedChance
from engine.events import Seat
from engine.game import AnyGame, parse_options
from engine.registry import BOTS, GAMES
from engine.table import Table


class Seer:
    """The search on the real table: the one world it imagines is the true one."""

    def __init__(self, game: AnyGame, simulations: int) -> None:
        self.name = "sees all cards"
        self._game = game
        self._simulations = simulations

    def look(self, table: Table, seat: Seat, rng: Rng) -> Any:
        """The move for *seat*, from the state itself."""
        open_game = copy(self._game)
        open_game.imagine = lambda view, rng: table.state  # type: ignore[method-assign]
        bot = IsmctsBot(open_game, self._simulations)
        return bot.choose(table.game.view(table.state, seat), table.game.legal(table.state, seat), rng)


def contest(game: AnyGame, rival: Bot, seer: Seer, options: Any, seats: int, tables: int) -> float:
    """How many of *tables* the seer wins, its seats rotated as the arena does."""
    wins = 0.0
    for number in range(tables):
        table = Table(game, seats, options, SeedChance.from_text(f"luck/{number // seats}"))
        order = seated(number, seats, 2)
        while actors := table.to_act:
            table.make(actors[0], _chosen(table, actors[0], rival if order[actors[0]] else seer, number))
        assert table.outcome is not None
        first = [seat for seat, place in enumerate(table.outcome.places) if place == 1]
        wins += sum(not order[seat] for seat in first) / len(first)
    return wins


def _chosen(table: Table, seat: Seat, bot: Bot | Seer, number: int) -> Any:
    rng = FastRng(f"luck/{number}/{len(table.log)}/{seat}")
    if isinstance(bot, Seer):
        return bot.look(table, seat, rng)
    return bot.choose(table.game.view(table.state, seat), table.game.legal(table.state, seat), rng)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.luck", description=__doc__)
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--length", help="the game's option of that name")
    parser.add_argument("--against", default="greedy", choices=BOTS)
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--tables", type=int, default=60)
    args = parser.parse_args(arguments)
    game = GAMES[args.game]
    options = parse_options(game, {"length": args.length} if args.length else {})
    seer = Seer(game, args.simulations)
    wins = contest(game, BOTS[args.against](game), seer, options, game.sizes[0], args.tables)
    low, high = wilson(wins, args.tables)
    print(f"{game.name}: who sees all cards wins {wins / args.tables:.1%} against {args.against}")
    print(f"{args.tables} tables, 95% interval {low:.1%} to {high:.1%}")


if __name__ == "__main__":
    main()
