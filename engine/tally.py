"""What a game counts for each seat beside its points: tricks, prizes, predictions that came true.

Kept while a table is played, event by event, so that nobody has to read its log again at the end.
"""

from collections.abc import Iterable
from typing import Any

from engine.events import Event
from engine.game import AnyGame


def after(game: AnyGame, tally: tuple[int, ...], state: Any, event: Event) -> tuple[int, ...]:
    """*tally*, by seat, after *event* in *state*."""
    counting = game.tallied.get(type(event))
    if counting is None:
        return tally
    counted = list(tally)
    for seat in counting(state, event):
        counted[seat] += 1
    return tuple(counted)


def of_log(game: AnyGame, seats: int, events: Iterable[Event]) -> tuple[int, ...]:
    """The tally of a table from all of its *events*."""
    tally, state = (0,) * seats, game.initial
    for event in events:
        tally, state = after(game, tally, state, event), game.evolve(state, event)
    return tally
