"""What can be wrong with a request about a tournament.

DirectorError
├── UnknownTournament  404  there is no such tournament
├── NotAllowed         403  somebody else may do this, you may not
├── WrongStatus        409  too early or too late for this
├── Stale              409  others were quicker, too often in a row
└── Refused            422  the request itself cannot be

``code`` is stable and machine-readable, ``reason`` is for people.
"""

from __future__ import annotations

from typing import ClassVar

from engine.text import Text
from engine.text import gettext_noop as _


class DirectorError(Exception):
    status: ClassVar[int] = 400

    def __init__(self, code: str, reason: Text | str, *, field: str = "") -> None:
        self.code = code
        self.field = field
        """The setting that it is about, if it is about one."""
        self.reason = Text(reason) if isinstance(reason, str) else reason
        super().__init__(f"{code}: {self.reason}")


class UnknownTournament(DirectorError):
    status = 404

    def __init__(self) -> None:
        super().__init__("unknown_tournament", _("There is no such tournament."))


class NotAllowed(DirectorError):
    status = 403


class WrongStatus(DirectorError):
    status = 409


class Stale(DirectorError):
    status = 409

    def __init__(self) -> None:
        super().__init__("stale", _("The tournament has moved on since you looked. Look again."))


class Refused(DirectorError):
    status = 422
