"""A ruling as it was signed, and as it may have been reversed."""

from __future__ import annotations

import msgspec

from tournaments.director.acts import Act, ReasonCode


class Reversal(msgspec.Struct, frozen=True):
    """``seq`` is its event, ``text`` the id of what was written about it."""

    reason: ReasonCode
    text: str | None
    seq: int
    at: int


class Ruling(msgspec.Struct, frozen=True):
    """One that was reversed stays, and does nothing."""

    number: int
    act: Act
    reason: ReasonCode
    text: str | None
    seq: int
    at: int
    reversed: Reversal | None = None

    def in_force(self, seq: int) -> bool:
        """Whether it counted at event *seq*."""
        return self.seq < seq and (self.reversed is None or self.reversed.seq > seq)
