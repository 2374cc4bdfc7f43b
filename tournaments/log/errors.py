"""What can go wrong with an append."""

from __future__ import annotations

from typing import ClassVar


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
