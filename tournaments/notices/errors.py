"""What this room refuses."""

from engine.text import gettext_noop as _
from tournaments.log.errors import NotAllowed, Refused, RoomError, WrongStatus

__all__ = ["NotAllowed", "Refused", "RoomError", "UnknownNotice", "UnknownWebhook", "WrongStatus"]


class UnknownNotice(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_notice", _("There is no such notice."))


class UnknownWebhook(RoomError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_webhook", _("There is no such webhook."))
