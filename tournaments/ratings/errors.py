"""What can go wrong with rating a table."""

from __future__ import annotations

from engine.text import gettext_noop as _
from tournaments.log.errors import RoomError


class Busy(RoomError):
    """Others were quicker, too often in a row; the table is rated when it is settled again."""

    status = 409

    def __init__(self) -> None:
        super().__init__("busy", _("Too many tables were rated at once."))
