"""What the last decisions of a game could be proved to bring, where its endings are not solved: sure wins alone."""

from typing import Final

from engine.beliefs import NotProven
from engine.deals import Position
from engine.events import Seat
from engine.puzzles import BySearch
from engine.worlds import TooMany

LAST: Final = 8
"""Moves before the end of a game that are looked at."""
STEPS: Final = 10_000
"""Moves that are tried for one of them, once its deals are listed: together some 0.3 s, 1.6 s in Noodling."""


def sure_wins(position: Position, seat: Seat) -> tuple[str, ...]:
    """The moves after which *seat*, or its team, wins the game in every world that it cannot tell from the real one,
    whatever the others do. None where no move does, and where it cannot be proved."""
    try:
        found = BySearch(position, seat, steps=STEPS).sure()
    except (TooMany, NotProven):
        return ()
    return tuple([position.game.move_text(move) for move, wins in found.items() if wins])
