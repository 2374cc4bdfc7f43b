"""Single-observer information-set MCTS over any game: it searches imagined worlds, never the real one.

Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search (2012). Where several seats act at once each
chooses by its own statistics, blind to the others' choice (decoupled UCT). Leaves are judged by ``Game.rollout``; at
the root the game's appraisal says what to try first and leans the search that way while little is known (progressive
bias: Chaslot and others, 2008).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf, log, sqrt
from typing import Any, TypeAlias, TypeVar

import msgspec

from engine.bots.base import OutOfTime
from engine.chance import Rng
from engine.events import Seat
from engine.game import AnyGame, play

M = TypeVar("M", bound=msgspec.Struct)

Judge: TypeAlias = Callable[[Any, Rng], Sequence[float]]
"""From a state to what each seat may hope for: ``Game.rollout`` or another."""

PATIENCE = 8
"""A place in the tree grows once it was reached this often; until then quick play answers better than the first try."""
EXPLORATION = 0.35
LEANING = 6.0
"""By how many times the spread of rewards in a world the best appraisal leads the worst, shared out over the visits."""


class _Arm:
    """What is known of one move of one seat at a node."""

    __slots__ = ("available", "reward", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.available = 0
        self.reward = 0.0


class _Spread:
    """How far apart moves come out in the same world: what chance does to all of them alike is not counted."""

    def __init__(self) -> None:
        self._squares = 0.0
        self._degrees = 0

    def add(self, rewards: Sequence[float]) -> None:
        """What each move brought in one world."""
        mean = sum(rewards) / len(rewards)
        self._squares += sum([(reward - mean) ** 2 for reward in rewards])
        self._degrees += len(rewards) - 1

    @property
    def deviation(self) -> float:
        """The standard deviation, pooled over the worlds; none before the first."""
        return sqrt(self._squares / (self._degrees or 1))


class _Node:
    """A place in the tree: the arms of each seat that acts there, and what follows each joint choice."""

    __slots__ = ("arms", "next", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.arms: dict[Seat, dict[Any, _Arm]] = {}
        self.next: dict[tuple[Any, ...], _Node] = {}


_Path: TypeAlias = list[tuple[Seat, _Arm]]


class IsmctsBot:
    """The move that does best in *simulations* games played on from worlds imagined from the view."""

    def __init__(
        self,
        game: AnyGame,
        simulations: int,
        *,
        patience: int = PATIENCE,
        judge: Judge | None = None,
    ) -> None:
        self.name = f"ismcts-{simulations}"
        self._game = game
        self._simulations = simulations
        self._patience = patience
        self._judge = judge or game.rollout

    def choose(self, view: Any, moves: Sequence[M], rng: Rng) -> M:
        if len(moves) == 1:
            return moves[0]
        leanings, spread = self._leanings(view, moves), _Spread()
        arms: dict[M, _Arm] = {move: _Arm() for move in leanings}
        contenders = list(arms)[: max(1, self._simulations // 2)]

        def promise(move: M) -> float:
            return (arms[move].reward + spread.deviation * leanings[move]) / arms[move].visits

        try:
            self._search(view, rng, arms, contenders, spread, promise)
        except OutOfTime:  # of those that have been tried in any world the best; in none: what looked best at first
            contenders.sort(key=lambda move: -promise(move) if arms[move].visits else inf)
        return contenders[0]

    def compared(self, view: Any, first: M, second: M, rng: Rng) -> Iterator[tuple[float, float]]:
        """What *first* and *second* bring, in one world after the other and without end; the tree grows below both.

        Worlds are imagined, each as likely, and nothing is supposed of what others have done.
        """
        root = _Node()
        root.arms[view.seat] = {first: _Arm(), second: _Arm()}
        while True:
            world = self._game.imagine(view, rng)
            ahead = self._simulate(root, view.seat, first, world, rng)
            yield ahead, self._simulate(root, view.seat, second, world, rng)

    def _search(
        self,
        view: Any,
        rng: Rng,
        arms: dict[M, _Arm],
        contenders: list[M],
        spread: _Spread,
        promise: Callable[[M], float],
    ) -> None:
        """Halve *contenders*, the best first, until one is left; raises what *rng* does when time is over."""
        root, left = _Node(), self._simulations
        root.arms[view.seat] = arms
        while len(contenders) > 1:
            rounds = (len(contenders) - 1).bit_length()
            worlds = max(1, left // (rounds * len(contenders)))
            for _ in range(worlds):
                world = self._game.suppose(view, rng)
                spread.add([self._simulate(root, view.seat, move, world, rng) for move in contenders])
            left -= worlds * len(contenders)
            contenders.sort(key=lambda move: -promise(move))
            del contenders[(len(contenders) + 1) // 2 :]

    def _leanings(self, view: Any, moves: Sequence[M]) -> dict[M, float]:
        """The moves, what looks best first, and what the search gives each of them in advance."""
        worth = {move: self._game.appraise(view, move) for move in moves}
        low, high = min(worth.values()), max(worth.values())
        scale = LEANING / (high - low or 1.0)
        return {move: scale * (worth[move] - low) for move in sorted(moves, key=lambda move: -worth[move])}

    def _simulate(self, root: _Node, seat: Seat, move: Any, state: Any, rng: Rng) -> float:
        """*seat* makes *move* at the root, and play goes on from there; what it may hope for then."""
        path: _Path = []
        rewards = self._judge(self._descend(root, {seat: move}, state, rng, path), rng)
        for mover, arm in path:
            arm.visits += 1
            arm.reward += rewards[mover]
        return rewards[seat]

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
        """An untried move if there is one, else the one with the best bound; each is again available."""
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
        return arm.reward / arm.visits + EXPLORATION * sqrt(log(arm.available) / arm.visits)


_NOTHING: Mapping[Seat, Any] = {}
