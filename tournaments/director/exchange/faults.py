"""What is wrong with a file, line by line; and how much of a file is read at all."""

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from msgspec import Struct

from engine.text import Text
from engine.text import gettext_noop as _

MOST_FAULTS = 50
"""Named at once."""
MOST_NAMES = 2_000
MOST_LINES = 5_000
"""Two for each name, a player and a remark, and what else a report says."""
_END = re.compile(r"\r\n|\r|\n")


class Fault(Struct, frozen=True):
    line: int
    """From 1; 0 is about the whole file."""
    reason: Text


class Unreadable(Exception):
    """The file cannot be taken."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults[:MOST_FAULTS])
        super().__init__("; ".join(f"{fault.line}: {fault.reason}" for fault in self.faults))


def cut(text: str) -> list[str]:
    """The lines of a file; raises :class:`Unreadable`, and looks at none of them, if they are too many."""
    lines = _END.split(text.removeprefix("\ufeff"), maxsplit=MOST_LINES)
    if len(lines) > MOST_LINES and lines.pop().strip():
        raise _whole(_("A file can have at most {most} lines."), MOST_LINES)
    return lines if lines[-1] or len(lines) == 1 else lines[:-1]


def check_names(names: int) -> None:
    """Raise :class:`Unreadable` if a file has more than are taken."""
    if names > MOST_NAMES:
        raise _whole(_("A file can name at most {most} players."), MOST_NAMES)


def _whole(reason: str, most: int) -> Unreadable:
    """There is more than *most* of something."""
    return Unreadable([Fault(0, Text(reason, {"most": most}))])


def refuse(faults: Iterable[Fault]) -> None:
    """Raise :class:`Unreadable` if there are any; nothing is looked at behind the last that is told."""
    if found := list(islice(faults, MOST_FAULTS)):
        raise Unreadable(found)
