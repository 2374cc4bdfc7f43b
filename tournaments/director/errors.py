"""What can be wrong with a request about a tournament, beside what can be wrong in every room.

RoomError
├── UnknownTournament  404  there is no such tournament
├── NoBracket          404  it has no bracket, or none yet
├── NotAllowed         403  somebody else may do this, you may not
├── WrongStatus        409  too early or too late for this
├── Stale              409  others were quicker, too often in a row
└── Refused            422  the request itself cannot be
"""

from engine.text import gettext_noop as _
from tournaments.log import errors
from tournaments.log.errors import NotAllowed, Refused, RoomError, WrongStatus

__all__ = ["NoBracket", "NotAllowed", "Refused", "RoomError", "Stale", "UnknownTournament", "WrongStatus"]


class UnknownTournament(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_tournament", _("There is no such tournament."))


class NoBracket(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("no_bracket", _("This tournament has no bracket, or has not started."))


class Stale(errors.Stale):
    def __init__(self) -> None:
        super().__init__(_("The tournament has changed since you loaded it. Load it again."))
