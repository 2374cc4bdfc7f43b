"""What is wrong with a file, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.text import Text

MOST_FAULTS = 50
"""Named at once."""


class Fault(Struct, frozen=True):
    line: int
    """From 1; 0 is about the whole file."""
    reason: Text


class Unreadable(Exception):
    """The file cannot be taken."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{fault.line}: {fault.reason}" for fault in faults))
        self.faults = tuple(faults[:MOST_FAULTS])
