"""What a bot is: a choice from a view. It is never handed a state, so it can't peek."""

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from engine.chance import Rng

M = TypeVar("M", bound=msgspec.Struct)


VERSION = 4
"""Of all bots together. Raised by anything that may change a choice: a level, an appraisal, imagining, a rollout."""


class OutOfTime(Exception):
    """What a generator raises instead of another shuffle once there is no time left to think."""


class Bot(Protocol):
    """What plays at a level. The same view, moves and generator give the same choice: a bot's turn can be run again."""

    name: str

    def choose(self, view: Any, moves: Sequence[M], rng: Rng) -> M:
        """One of *moves*, which are all that the seat of *view* may make now."""
