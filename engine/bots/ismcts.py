"""Single-observer information-set MCTS over any game: it searches imagined worlds, never the real one.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012). Where several seats act at once each
chooses by its own statistics, blind to the others' choice (decoupled UCT).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any, TypeAlias, TypeVar

import msgspec

from engine.chance import Rng
from engine.events import Seat
from engine.game import AnyGame, Outcome, play

M = TypeVar("M", bound=msgspec.Struct)


class _Arm:
    """What is known of one move of one seat at a node."""

    __slots__ = ("available", "reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.reward = 0.0


class _Node:
    """A place in the tree: the arms of each seat that acts there, and what follows each joint choice."""

    __slots__ = ("arms", "next")

    def __init__(self) -> None:
        self.arms: dict[Seat, dict[Any, _Arm]] = {}
        self.next: dict[tuple[Any, ...], _Node] = {}


_Path: TypeAlias = list[tuple[Seat, _Arm]]


class IsmctsBot:
    """The move tried most in *simulations* games on from as many worlds imagined from the view."""

    def __init__(self, game: AnyGame, simulations: int, exploration: float = 0.7) -> None:
        self.name = f"ismcts-{simulations}"
        self._game = game
        self._simulations = simulations
        self._exploration = exploration

    def choose(self, view: Any, moves: Sequence[M], rng: Rng) -> M:
        if len(moves) == 1:
            return moves[0]
        root = _Node()
        for _ in range(self._simulations):
            self._simulate(root, self._game.imagine(view, rng), rng)
        arms = root.arms[view.seat]
        return max((move for move in moves if move in arms), key=lambda move: arms[move].visits)

    def _simulate(self, root: _Node, state: Any, rng: Rng) -> None:
        path: _Path = []
        state = self._descend(root, state, rng, path)
        rewards = _rewards(self._game.playout(state, rng))
        for seat, arm in path:
            arm.visits += 1
            arm.reward += rewards[seat]

    def _descend(self, node: _Node, state: Any, rng: Rng, path: _Path) -> Any:
        """Down the tree until a move is tried for the first time; the state reached, and the arms taken in *path*."""
        game = self._game
        expanded = False
        while not expanded and (actors := game.to_act(state)):
            joint = []
            for seat in actors:
                move, arm = self._pull(node.arms.setdefault(seat, {}), game.legal(state, seat), rng)
                expanded |= not arm.visits
                path.append((seat, arm))
                joint.append(move)
                state, _ = play(game, state, seat, move, rng)
            node = node.next.setdefault(tuple(joint), _Node())
        return state

    def _pull(self, arms: dict[Any, _Arm], moves: Sequence[Any], rng: Rng) -> tuple[Any, _Arm]:
        """An untried move if there is one, else the one with the best bound; each is once more available."""
        if untried := [move for move in moves if move not in arms]:
            move = untried[int(rng.random() * len(untried))]
            arms[move] = _Arm()
        else:
            move = max(moves, key=lambda move: self._bound(arms[move]))
        for other in moves:
            if other in arms:
                arms[other].available += 1
        return move, arms[move]

    def _bound(self, arm: _Arm) -> float:
        return arm.reward / arm.visits + self._exploration * sqrt(log(arm.available) / arm.visits)


def _rewards(outcome: Outcome) -> tuple[float, ...]:
    """For each seat the share of the others that it beat, ties half. Partners share a place, so they pull together."""
    others = len(outcome.places) - 1
    return tuple(
        (sum(place > mine for place in outcome.places) + (outcome.places.count(mine) - 1) / 2) / others
        for mine in outcome.places
    )
