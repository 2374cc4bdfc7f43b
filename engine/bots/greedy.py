"""The player of first impressions: what looks best now, by the game's own appraisal."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from engine.chance import Rng
from engine.game import AnyGame

M = TypeVar("M", bound=msgspec.Struct)


class GreedyBot:
    """The move that ``Game.appraise`` likes best; among equals any, each as likely."""

    name = "greedy"

    def __init__(self, game: AnyGame) -> None:
        self._appraise = game.appraise

    def choose(self, view: Any, moves: Sequence[M], rng: Rng) -> M:
        worth = [self._appraise(view, move) for move in moves]
        highest = max(worth)
        best = [move for move, value in zip(moves, worth, strict=True) if value == highest]
        return best[int(rng.random() * len(best))]
