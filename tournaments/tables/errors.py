"""What can be wrong with a request about a table.

TableError
├── UnknownTable      404  there is no such table
├── UnknownGame       404  there is no such game
├── NotSeated         403  the table is not yours to play at
├── NotAllowed        403  somebody else may do this, you may not
├── Stale             409  what you may do has changed since you looked
├── WrongStatus       409  the table is not open, or no longer being played
└── Refused           422  against the rules of the game or of tables

``code`` is stable and machine-readable, ``reason`` is for people.
"""

from __future__ import annotations

from typing import ClassVar

from engine.game import Rejected
from engine.text import Text
from engine.text import gettext_noop as _


class TableError(Exception):
    status: ClassVar[int] = 400

    def __init__(self, code: str, reason: Text | str) -> None:
        self.code = code
        self.reason = Text(reason) if isinstance(reason, str) else reason
        super().__init__(f"{code}: {self.reason}")


class UnknownTable(TableError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_table", _("There is no such table."))


class UnknownGame(TableError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_game", _("There is no such game."))


class NotSeated(TableError):
    status = 403

    def __init__(self) -> None:
        super().__init__("not_seated", _("You have no seat at this table."))


class NotAllowed(TableError):
    status = 403


class Stale(TableError):
    status = 409

    def __init__(self, seq: int) -> None:
        super().__init__("stale", _("The table has moved on since you looked. Look again."))
        self.seq = seq
        """The table's last event now."""


class WrongStatus(TableError):
    status = 409


class Refused(TableError):
    status = 422

    @classmethod
    def by_rules(cls, rejected: Rejected) -> Refused:
        return cls(rejected.code, rejected.reason)
