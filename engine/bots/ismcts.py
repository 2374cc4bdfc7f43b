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
LEANING = 1.0
"""How many visits' worth of reward the best appraisal is given over the worst."""


class _Arm:
    """What is known of one move of one seat at a node."""

    __slots__ = ("available", "leaning", "reward", "visits")

    def __init__(self, leaning: float = 0.0) -> None:
        self.visits = 0
        self.available = 0
        self.reward = 0.0
        self.leaning = leaning

    @property
    def worth(self) -> float:
        return (self.reward + self.leaning) / self.visits


class _Node:
    """A place in the tree: the arms of each seat that acts there, and what follows each joint choice."""

    __slots__ = ("arms", "next", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.arms: dict[Seat, dict[Any, _Arm]] = {}
        self.next: dict[tuple[Any, ...], _Node] = {}


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
        root = _Node()
        arms: dict[M, _Arm] = {move: _Arm(lean) for move, lean in self._leanings(view, moves).items()}
        root.arms[view.seat] = arms
        contenders, left = list(arms)[: max(1, self._simulations // 2)], self._simulations
        while len(contenders) > 1:
            rounds = (len(contenders) - 1).bit_length()
            worlds = max(1, left // (rounds * len(contenders)))
            for _ in range(worlds):
                world = self._game.imagine(view, rng)
                for move in contenders:
                    self._simulate(root, view.seat, move, world, rng)
            left -= worlds * len(contenders)
            contenders.sort(key=lambda move: -arms[move].worth)
            del contenders[(len(contenders) + 1) // 2 :]
        return contenders[0]

    def _leanings(self, view: Any, moves: Sequence[M]) -> dict[M, float]:
        """The moves, what looks best first, and what the search gives each of them in advance."""
        worth = {move: self._game.appraise(view, move) for move in moves}
        low, high = min(worth.values()), max(worth.values())
        scale = self._leaning / (high - low or 1.0)
        return {move: scale * (worth[move] - low) for move in sorted(moves, key=lambda move: -worth[move])}

    def _simulate(self, root: _Node, seat: Seat, move: Any, state: Any, rng: Rng) -> None:
        """*seat* makes *move* at the root, and play goes on from there."""
        path: _Path = []
        rewards = self._judge(self._descend(root, {seat: move}, state, rng, path), rng)
        for mover, arm in path:
            arm.visits += 1
            arm.reward += rewards[mover]

    def _descend(self, node: _Node, given: Mapping[Seat, Any], state: Any, rng: Rng, path: _Path) -> Any:
        """Down the tree to a place that is not grown yet; the state reached, and the arms taken in *path*."""
        game = self._game
        while actors := game.to_act(state):
            if not given and node.visits < self._patience:
                node.visits += 1
                break
            joint = []
            for seat in actors:
                arms = node.arms.setdefault(seat, {})
                move = given[seat] if seat in given else self._pull(arms, game.legal(state, seat), rng)
                path.append((seat, arms[move]))
                joint.append(move)
                state, _ = play(game, state, seat, move, rng)
            given = _NOTHING
            node = node.next.setdefault(tuple(joint), _Node())
        return state

    def _pull(self, arms: dict[Any, _Arm], moves: Sequence[Any], rng: Rng) -> Any:
        """An untried move if there is one, else the one with the best bound; each is once more available."""
        if untried := [move for move in moves if move not in arms]:
            move = untried[int(rng.random() * len(untried))]
            arms[move] = _Arm()
        else:
            move = max(moves, key=lambda move: self._bound(arms[move]))
        for other in moves:
            if other in arms:
                arms[other].available += 1
        return move

    def _bound(self, arm: _Arm) -> float:
        return arm.worth + self._exploration * sqrt(log(arm.available) / arm.visits)


_NOTHING: Mapping[Seat, Any] = {}
