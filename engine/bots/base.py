"""What a bot is: a choice from a view. It is never handed a state, so it can't peek. And the two simplest ones."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from engine.chance import Rng
from engine.game import AnyGame

M = TypeVar("M", bound=msgspec.Struct)


VERSION = 5
"""Of all bots together. Raised by anything that may change a choice: a level, an appraisal, imagining, a rollout."""


class OutOfTime(Exception):
    """What a generator raises instead of another shuffle once there is no time left to think."""


class Bot(Protocol):
    """What plays at a level. The same view, moves and generator give the same choice: a bot's turn can be run again."""

    name: str

    def choose(self, view: Any, moves: Sequence[M], rng: Rng) -> M:
        """One of *moves*, which are all that the seat of *view* may make now."""


class UniformBot:
    """Any legal move, each as likely: the baseline, and the player of every law test."""

    name = "uniform"

    def __init__(self, game: AnyGame) -> None:
        pass

    def choose(self, view: Any, moves: Sequence[M], rng: Rng) -> M:
        return moves[int(rng.random() * len(moves))]


class GreedyBot:
    """First impressions: the move that ``Game.appraise`` likes best; among equals any, each as likely."""

    name = "greedy"

    def __init__(self, game: AnyGame) -> None:
        self._appraise = game.appraise

    def choose(self, view: Any, moves: Sequence[M], rng: Rng) -> M:
        worth = [self._appraise(view, move) for move in moves]
        highest = max(worth)
        best = [move for move, value in zip(moves, worth, strict=True) if value == highest]
        return best[int(rng.random() * len(best))]
