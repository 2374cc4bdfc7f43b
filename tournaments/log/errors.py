"""What can go wrong with a request, in every room.

RoomError            code: stable and for programs; reason: for people; status: as HTTP counts
├── NotAllowed  403  somebody else may do this, you may not
├── Stale       409  things have changed since you looked
├── WrongStatus 409  too early or too late for this
├── Refused     422  against the rules
├── NotReadable 503  a newer version of the service wrote the stream
└── ArchiveAway 503  it lies in the archive, which does not answer

Rooms add their own; ``Conflict`` and ``Unstorable`` are the log's and reach nobody.
"""

from __future__ import annotations

from typing import ClassVar, Final

from engine.game import Rejected
from engine.text import Text
from engine.text import gettext_noop as _


class RoomError(Exception):
    """A request that is refused; nothing has changed."""

    status: ClassVar[int] = 400

    def __init__(self, code: str, reason: Text | str, *, field: str = "") -> None:
        self.code = code
        self.reason = Text(reason) if isinstance(reason, str) else reason
        self.field = field
        """The setting that it is about, if it is about one."""
        super().__init__(f"{code}: {self.reason}")


class NotAllowed(RoomError):
    status = 403


class Stale(RoomError):
    status = 409

    def __init__(self, reason: Text | str) -> None:
        super().__init__("stale", reason)


class WrongStatus(RoomError):
    status = 409


class Refused(RoomError):
    status = 422

    @classmethod
    def by_rules(cls, rejected: Rejected) -> Refused:
        """What the rules of a game say."""
        return cls(rejected.code, rejected.reason)


class KeyReused(Refused):
    """The same actor has asked for something else under this key."""

    def __init__(self) -> None:
        super().__init__("key_reused", _("That key was already used for another request."))


class NotReadable(RoomError):
    """Of this stream alone: all others go on."""

    status = 503

    def __init__(self) -> None:
        super().__init__("newer_version", _("This is being updated. Try again in a moment."))


class Archived(WrongStatus):
    """Nothing is appended to a stream whose events lie in the archive; they can be brought back."""

    def __init__(self) -> None:
        super().__init__("archived", _("This is archived: it can be read but not changed."))


class ArchiveAway(RoomError):
    """The events are safe, and cannot be reached."""

    status = 503

    def __init__(self, why: str) -> None:
        super().__init__(
            "archive_away", _("This is archived, and the archive cannot be reached at the moment. Try again later.")
        )
        self.why = why
        """For those who run the service, and nobody else."""


AWAY: Final = (NotReadable, ArchiveAway)
"""What may be there again in a while: nobody who works through many streams passes it over for good."""


class Conflict(Exception):
    """Somebody appended first, or this command is in the stream already.

    Nothing was written. Reload the tail, look for the command, decide again.
    """

    code: ClassVar[str] = "conflict"

    def __init__(self, stream: str, expected: int) -> None:
        super().__init__(f"{stream} is not at {expected} any more, or has seen this command")
        self.stream = stream
        self.expected = expected


class Unstorable(ValueError):
    """A value that would not come back from the database with the same canonical bytes."""

    code: ClassVar[str] = "unstorable"
