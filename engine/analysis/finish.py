"""The place that each move leads to where all cards are known and few decisions are left: played out, everybody for
their own place, then for points."""

from collections.abc import Mapping
from typing import Any, Final

from engine.beliefs import NO_CHANCE, NotProven
from engine.events import Seat
from engine.game import AnyGame, play
from engine.places import Outcome, shares

MOST_DECISIONS: Final = 8
"""On any way to the end."""
STEPS: Final = 2_000
"""Moves that are tried: some 0.1 s."""


def places(game: AnyGame, state: Any) -> Mapping[Any, int]:
    """By move of the seat to act, the place in which it ends. Nothing where more than :data:`MOST_DECISIONS` may be
    left, where several decide at once, where cards are still to be dealt, and where it hangs on what is all the same to
    somebody."""
    actors = game.to_act(state)
    if len(actors) != 1:
        return {}
    search = _Search(game)
    try:
        ends = search.ends(state, actors[0], MOST_DECISIONS)
    except NotProven:
        return {}
    return {move: end.places[actors[0]] for move, end in ends.items()}


class _Search:
    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._steps = STEPS
        self._found: dict[Any, Outcome] = {}

    def ends(self, state: Any, seat: Seat, left: int) -> Mapping[Any, Outcome]:
        """By move of *seat*, how the game ends."""
        moves = self._game.legal(state, seat)
        left -= len(moves) > 1
        if left < 0:
            raise NotProven("too many decisions")
        return {move: self._end(self._made(state, seat, move), left) for move in moves}

    def _end(self, state: Any, left: int) -> Outcome:
        outcome: Outcome | None = self._game.outcome(state) or self._found.get(state)
        if outcome is None:
            outcome = self._found[state] = self._best(state, left)
        return outcome

    def _best(self, state: Any, left: int) -> Outcome:
        actors = self._game.to_act(state)
        if len(actors) != 1:
            raise NotProven("several decide at once")
        seat = actors[0]
        ends = self.ends(state, seat, left).values()
        best = max((shares(end)[seat], end.points[seat]) for end in ends)
        places = {end.places: end for end in ends if (shares(end)[seat], end.points[seat]) == best}
        if len(places) > 1:
            raise NotProven("it is all the same to a seat, and not to the others")
        return next(iter(places.values()))

    def _made(self, state: Any, seat: Seat, move: Any) -> Any:
        self._steps -= 1
        if self._steps < 0:
            raise NotProven("too many steps")
        return play(self._game, state, seat, move, NO_CHANCE)[0]
