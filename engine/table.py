"""One playing of a game, in memory: its log, and the state that the log folds to."""

from collections.abc import Sequence
from typing import Any

from engine.chance import Chance
from engine.events import Event, Seat
from engine.game import AnyGame, Outcome, Rejected, play, replay
from engine.text import Text
from engine.text import gettext_noop as _


class Table:
    """For command line, arena and tests; the service keeps its tables in the event log."""

    def __init__(self, game: AnyGame, seats: int, options: Any, chance: Chance) -> None:
        if seats not in game.sizes:
            raise Rejected("bad_seats", Text(_("{n} cannot play this game."), {"n": seats}))
        self.game = game
        self.seats = seats
        self.options = options
        self.chance = chance
        self.log: list[Event] = list(game.opening(seats, options, chance))
        self.moves: list[tuple[Seat, Any]] = []
        self.state = replay(game, self.log)

    @property
    def to_act(self) -> Sequence[Seat]:
        return self.game.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    def make(self, seat: Seat, move: Any) -> Sequence[Event]:
        """Make *move* for *seat* and hand back what followed; raises :class:`Rejected` and changes nothing."""
        self.state, events = play(self.game, self.state, seat, move, self.chance)
        self.log.extend(events)
        self.moves.append((seat, move))
        return events
