"""A sure win: a move after which a goal is reached in every world that a seat's view allows, whatever the others do.

What is searched are beliefs: all the states that the seat cannot tell apart. Its move is the same in all of them; what
the others do, and what it then sees, splits them. So no move is good for seeing through the backs of cards.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from engine.chance import Chance
from engine.events import Event, Seat
from engine.game import AnyGame, play

MOST_STEPS: Final = 200_000
"""Moves that are tried for one position."""
Belief: TypeAlias = tuple[Any, ...]
"""States that the seat cannot tell apart, of one history; each once, in an order that is always the same."""
Goal: TypeAlias = Callable[[Any], bool | None]
"""Of a state: whether it is reached, or missed; ``None`` while that is open."""


class NotProven(Exception):
    """Too many steps were needed, or chance came in: nothing is said of the position."""


class Believer:
    """Looks for sure wins of *seat* in *game*; one for a position, since it counts its steps."""

    def __init__(self, game: AnyGame, seat: Seat, goal: Goal, *, steps: int = MOST_STEPS) -> None:
        self._game = game
        self._seat = seat
        self._goal = goal
        self._left = steps
        self._found: dict[frozenset[Any], bool] = {}

    def sure(self, worlds: Iterable[Any]) -> dict[Any, bool]:
        """By move of the seat, who is to act in all *worlds*: whether it is a sure win. Raises :class:`NotProven`."""
        belief = _once(worlds)
        return {move: self._holds(belief, move) for move in self._moves(belief)}

    def refuted(self, worlds: Iterable[Any], move: Any) -> tuple[Any, list[tuple[Seat, Any]]]:
        """Why *move* is not a sure win: one of the *worlds*, and the moves there up to the one that misses the goal.

        The seat plays on by first impressions. Raises ``ValueError`` for a sure win, :class:`NotProven`.
        """
        return self._missed(self._made(_once(worlds), move))

    # -- the search

    def _wins(self, belief: Belief) -> bool:
        """Whether the goal is reached from *belief* for sure."""
        key = frozenset(belief)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._looked_at(belief)
        return found

    def _looked_at(self, belief: Belief) -> bool:
        ends = {self._goal(state) for state in belief}
        if False in ends:
            return False
        going_on = tuple([state for state in belief if self._goal(state) is None])
        if not going_on:
            return True
        if self._is_mine(going_on):
            return any(self._holds(going_on, move) for move in self._moves(going_on))
        return self._all_won(self._of_others(going_on))

    def _holds(self, belief: Belief, move: Any) -> bool:
        return self._all_won(self._made(belief, move))

    def _all_won(self, steps: Iterable["_Step"]) -> bool:
        return all(self._wins(_once(step.after for step in seen)) for seen in _split(steps))

    def _missed(self, steps: Iterable["_Step"]) -> tuple[Any, list[tuple[Seat, Any]]]:
        """Of *steps* made in a belief: the state before one that leads to no sure win, and the moves from there."""
        for seen in _split(steps):
            belief = _once(step.after for step in seen)
            if not self._wins(belief):
                after, rest = self._end(belief)
                step = next(step for step in seen if step.after == after)
                return step.before, [(step.seat, step.move), *rest]
        raise ValueError("a sure win")

    def _end(self, belief: Belief) -> tuple[Any, list[tuple[Seat, Any]]]:
        missed = next((state for state in belief if self._goal(state) is False), None)
        if missed is not None:
            return missed, []
        going_on = tuple([state for state in belief if self._goal(state) is None])
        if self._is_mine(going_on):
            return self._missed(self._made(going_on, self._moves(going_on)[0]))
        return self._missed(self._of_others(going_on))

    def _is_mine(self, belief: Belief) -> bool:
        return all(self._seat in self._game.to_act(state) for state in belief)

    def _moves(self, belief: Belief) -> Sequence[Any]:
        """The same in all states of a belief; those that look best first."""
        state = belief[0]
        moves = self._game.legal(state, self._seat)
        if len(moves) < 2:
            return moves
        view = self._game.view(state, self._seat)
        return sorted(moves, key=lambda move: -self._game.appraise(view, move))

    def _of_others(self, belief: Belief) -> Iterator["_Step"]:
        """Whatever they may do: where several may move the lowest seat does first, which changes nothing."""
        for state in belief:
            seat = min(other for other in self._game.to_act(state) if other != self._seat)
            for move in self._game.legal(state, seat):
                yield self._step(state, seat, move)

    def _made(self, belief: Belief, move: Any) -> Iterator["_Step"]:
        for state in belief:
            yield self._step(state, self._seat, move)

    def _step(self, state: Any, seat: Seat, move: Any) -> "_Step":
        self._left -= 1
        if self._left < 0:
            raise NotProven("too many steps")
        after, events = play(self._game, state, seat, move, NO_CHANCE)
        return _Step(state, seat, move, after, tuple([event.seen_by(self._seat) for event in events]))


class _Step(NamedTuple):
    """A move in a state, and what the searching seat is told of it."""

    before: Any
    seat: Seat
    move: Any
    after: Any
    told: tuple[Event | None, ...]


def _once(states: Iterable[Any]) -> Belief:
    return tuple(dict.fromkeys(states))


def _split(steps: Iterable[_Step]) -> list[list[_Step]]:
    """By what is told of them, the fewest first."""
    seen: dict[tuple[Event | None, ...], list[_Step]] = {}
    for step in steps:
        seen.setdefault(step.told, []).append(step)
    return sorted(seen.values(), key=len)


class _NoChance:
    """A rule that asks for a shuffle learns that nothing can be proven."""

    def shuffled(self, pile: str, n: int, cards: Sequence[Any]) -> Any:
        raise NotProven(f"{pile} is shuffled")


NO_CHANCE: Chance = _NoChance()
