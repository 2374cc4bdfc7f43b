"""Whether a clock jumps: it is held against one that only ever goes on. Pure."""

from typing import Final

LEAST: Final = 2.0
"""Seconds that are a jump."""
SLEW: Final = 0.001
"""For each second that went by, so much may be a time server that pulls the clock right."""
REMEMBERED: Final = 600.0


class Steadiness:
    """Is shown both clocks now and then."""

    def __init__(self) -> None:
        self._offset: float | None = None
        self._looked = 0.0
        self._jump = 0.0
        self._jumped = 0.0

    def look(self, wall: float, steady: float) -> float:
        """By how many seconds *wall* jumped in the last ten minutes, forwards or (negative) backwards; else 0."""
        offset = wall - steady
        if self._offset is not None:
            moved = offset - self._offset
            if abs(moved) > LEAST + SLEW * (steady - self._looked):
                self._jump, self._jumped = moved, steady
        self._offset, self._looked = offset, steady
        return self._jump if steady < self._jumped + REMEMBERED else 0.0
