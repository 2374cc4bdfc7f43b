"""What can be wrong with a request about people, beside what can be wrong in every room.

RoomError
├── UnknownPerson  404  there is nobody of that name
├── UnknownLine    404  there is no such line, or it is not for this reader
├── UnknownReview  404  the same of a review
├── NotAllowed     403  they do not want it, or it is for others to do
├── WrongStatus    409  too late
└── Refused        422  the request itself cannot be
"""

from engine.text import gettext_noop as _
from tournaments.log.errors import NotAllowed, Refused, RoomError, WrongStatus

__all__ = [
    "NotAllowed",
    "NotMember",
    "NotOpen",
    "Refused",
    "RoomError",
    "UnknownLine",
    "UnknownPerson",
    "UnknownReview",
    "WrongStatus",
]


class UnknownPerson(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_player", _("There is no such player."))


class UnknownLine(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_line", _("There is no such line."))


class UnknownReview(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_review", _("There is no such review."))


class NotMember(NotAllowed):
    def __init__(self) -> None:
        super().__init__("not_member", _("Only the club's members can do that."))


class NotOpen(NotAllowed):
    """One answer for a choice and for a block: neither tells which it is."""

    def __init__(self) -> None:
        super().__init__("not_open_to_you", _("This player does not want to be asked."))
