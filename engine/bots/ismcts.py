"""Single-observer information-set MCTS over any game: it searches imagined worlds, never the real one.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012). Where several seats act at once each
chooses by its own statistics, blind to the others' choice (decoupled UCT). Leaves are judged by ``Game.rollout``; at
the root the game's appraisal says what to try first and leans the search that way while little is known (progressive
bias: Chaslot and others, 2008).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log, sqrt
from typing import Any, TypeAlias, TypeVar

import msgspec

from engine.chance import Rng
from engine.events import Seat
from engine.game import AnyGame, play

M = TypeVar("M", bound=msgspec.Struct)

Judge: TypeAlias = Callable[[Any, Rng], Sequence[float]]
"""From a state to what each seat may hope for: ``Game.rollout`` or another."""

PATIENCE = 8
"""A place in the tree grows once it was reached so often; till then quick play answers better than the first try."""
EXPLORATION = 0.35
LEANING = 0.5
"""How many visits' worth of reward the best appraisal is given over the worst."""


class _Arm:
    """What is known of one move of one seat at a node."""

    __slots__ = ("available", "leaning", "reward", "visits")

    def __init__(self, leaning: float = 0.0) -> None:
        self.visits = 0
        self.available = 0
        self.reward = 0.0
        self.leaning = leaning


class _Node:
    """A place in the tree: the arms of each seat that acts there, and what follows each joint choice."""

    __slots__ = ("arms", "next", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.arms: dict[Seat, dict[Any, _Arm]] = {}
        self.next: dict[tuple[Any, ...], _Node] = {}


_Sights: TypeAlias = Mapping[Seat, Mapping[Any, float]]
"""What a seat thinks of its moves at first sight; the searcher's own alone is known."""
_Path: TypeAlias = list[tuple[Seat, _Arm]]


class IsmctsBot:
    """The move tried most in *simulations* games on from as many worlds imagined from the view."""

    def __init__(
        self,
        game: AnyGame,
        simulations: int,
        *,
        exploration: float = EXPLORATION,
        patience: int = PATIENCE,
        leaning: float = LEANING,
        judge: Judge | None = None,
    ) -> None:
        self.name = f"ismcts-{simulations}"
        self._game = game
        self._simulations = simulations
        self._exploration = exploration
        self._patience = patience
        self._leaning = leaning
        self._judge = judge or game.rollout

    def choose(self, view: Any, moves: Sequence[M], rng: Rng) -> M:
        if len(moves) == 1:
            return moves[0]
        first_sight = self._appraised(view, moves)
        root = _Node()
        root.visits = self._patience
        for _ in range(self._simulations):
            self._simulate(root, {view.seat: first_sight}, self._game.imagine(view, rng), rng)
        arms = root.arms[view.seat]
        return max((move for move in moves if move in arms), key=lambda move: (arms[move].visits, first_sight[move]))

    def _appraised(self, view: Any, moves: Sequence[M]) -> dict[Any, float]:
        """The moves, best first, with their appraisals from 0 to 1."""
        worth = {move: self._game.appraise(view, move) for move in moves}
        low, high = min(worth.values()), max(worth.values())
        span = high - low or 1.0
        return {move: (worth[move] - low) / span for move in sorted(moves, key=lambda m: -worth[m])}

    def _simulate(self, root: _Node, first_sight: _Sights, state: Any, rng: Rng) -> None:
        path: _Path = []
        rewards = self._judge(self._descend(root, first_sight, state, rng, path), rng)
        for seat, arm in path:
            arm.visits += 1
            arm.reward += rewards[seat]

    def _descend(self, node: _Node, first_sight: _Sights, state: Any, rng: Rng, path: _Path) -> Any:
        """Down the tree to a place that is not grown yet; the state reached, and the arms taken in *path*."""
        game = self._game
        known = first_sight
        while actors := game.to_act(state):
            if node.visits < self._patience:
                node.visits += 1
                break
            joint = []
            for seat in actors:
                arms, moves = node.arms.setdefault(seat, {}), game.legal(state, seat)
                move, arm = self._pull(arms, moves, known.get(seat, _NOTHING), rng)
                path.append((seat, arm))
                joint.append(move)
                state, _ = play(game, state, seat, move, rng)
            known = {}
            node = node.next.setdefault(tuple(joint), _Node())
        return state

    def _pull(
        self, arms: dict[Any, _Arm], moves: Sequence[Any], known: Mapping[Any, float], rng: Rng
    ) -> tuple[Any, _Arm]:
        """An untried move if there is one, else the one with the best bound; each is once more available."""
        if untried := [move for move in moves if move not in arms]:
            move = max(untried, key=known.__getitem__) if known else untried[int(rng.random() * len(untried))]
            arms[move] = _Arm(self._leaning * known.get(move, 0.0))
        else:
            move = max(moves, key=lambda move: self._bound(arms[move]))
        for other in moves:
            if other in arms:
                arms[other].available += 1
        return move, arms[move]

    def _bound(self, arm: _Arm) -> float:
        visits = arm.visits
        return (arm.reward + arm.leaning) / visits + self._exploration * sqrt(log(arm.available) / visits)


_NOTHING: Mapping[Any, float] = {}
