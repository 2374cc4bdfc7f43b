"""The baseline, and the player of every law test."""

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from engine.chance import Rng
from engine.game import AnyGame

M = TypeVar("M", bound=msgspec.Struct)


class UniformBot:
    """Any legal move, each as likely."""

    name = "uniform"

    def __init__(self, game: AnyGame) -> None:
        pass

    def choose(self, view: Any, moves: Sequence[M], rng: Rng) -> M:
        return moves[int(rng.random() * len(moves))]
