"""What can be wrong with a request about a table, beside what can be wrong in every room (``tournaments.log.errors``).

RoomError
├── UnknownTable      404  there is no such table
├── UnknownGame       404  there is no such game
├── UnknownSearch     404  you have no such search
├── NotSeated         403  the table is not yours to play at
├── NotAllowed        403  somebody else may do this, you may not
├── Stale             409  what you may do has changed since you looked
├── WrongStatus       409  the table is not open, or no longer being played
└── Refused           422  against the rules of the game or of tables
"""

from engine.text import gettext_noop as _
from tournaments.log import errors
from tournaments.log.errors import ArchiveAway, NotAllowed, Refused, RoomError, WrongStatus

__all__ = [
    "ArchiveAway",
    "NotAllowed",
    "NotSeated",
    "Refused",
    "RoomError",
    "Stale",
    "UnknownGame",
    "UnknownSearch",
    "UnknownTable",
    "WrongStatus",
]


class UnknownTable(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_table", _("There is no such table."))


class UnknownGame(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_game", _("There is no such game."))


class UnknownSearch(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_search", _("You have no such search."))


class NotSeated(RoomError):
    status = 403

    def __init__(self) -> None:
        super().__init__("not_seated", _("You have no seat at this table."))


class Stale(errors.Stale):
    def __init__(self, seq: int) -> None:
        super().__init__(_("The table has changed since you loaded it. Load it again."))
        self.seq = seq
        """The table's last event now."""
