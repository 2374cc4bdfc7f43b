"""How good a move looks at first sight: what the greedy bot plays by."""

from __future__ import annotations

from engine.games.noodling.model import View
from engine.games.noodling.moves import Move


def appraise(view: View, move: Move) -> float:
    return 0.0
