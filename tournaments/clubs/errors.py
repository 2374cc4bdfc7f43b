"""What can be wrong with a request about a club, beside what can be wrong in every room."""

from engine.text import gettext_noop as _
from tournaments.log import errors
from tournaments.log.errors import NotAllowed, Refused, RoomError, WrongStatus

__all__ = ["NotAllowed", "Refused", "RoomError", "Stale", "UnknownClub", "UnknownInvitation", "WrongStatus"]


class UnknownClub(RoomError):
    """There is none, or not for this viewer: nobody can tell the two apart."""

    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_club", _("There is no such club."))


class UnknownInvitation(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_invitation", _("There is no such invitation."))


class Stale(errors.Stale):
    def __init__(self) -> None:
        super().__init__(_("The club has changed since you loaded it. Load it again."))
