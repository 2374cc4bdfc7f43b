"""What can go wrong with ratings."""

from engine.text import gettext_noop as _
from tournaments.log.errors import NotAllowed, Refused, RoomError


class Busy(RoomError):
    """Others were quicker, too often in a row; the table is rated when it is settled again."""

    status = 409

    def __init__(self) -> None:
        super().__init__("busy", _("Too many tables are being rated at once. Try again."))


class Unknown(RoomError):
    status = 404


class UnknownPool(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_pool", _("There are no ratings of that name."))


class UnknownTable(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_table", _("That table is not rated here."))


class UnknownUser(Unknown):
    def __init__(self) -> None:
        super().__init__("unknown_player", _("That player is not rated here."))


class UnknownExclusion(Unknown):
    def __init__(self) -> None:
        super().__init__("not_excluded", _("That player is not excluded here."))


class WrongSpan(Refused):
    """The places or the span do not fit."""

    def __init__(self, code: str) -> None:
        texts = {
            "bad_places": _("Give a place for each seat, from 1 to their number."),
            "bad_span": _("The end must come after the beginning."),
            "bad_ruling": _("Give the reason in at most 40 characters."),
        }
        fields = {"bad_places": "places", "bad_span": "until", "bad_ruling": "ruling"}
        super().__init__(code, texts[code], field=fields[code])


class NotStaff(NotAllowed):
    def __init__(self) -> None:
        super().__init__("not_staff", _("Only the service’s staff may do that."))
