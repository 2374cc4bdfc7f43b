"""The refusals that puzzles add."""

from engine.text import gettext_noop as _
from tournaments.log.errors import Refused, RoomError

__all__ = ["Refused", "UnknownPuzzle"]


class UnknownPuzzle(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_puzzle", _("There is no such puzzle."))
