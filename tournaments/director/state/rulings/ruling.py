"""A ruling as it was signed, and as it may have been reversed."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from tournaments.director.state.acts import Act, ReasonCode
from tournaments.director.state.desk_events import Ruled, RulingReversed


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


def signed(event: Ruled, seq: int, at: int) -> Ruling:
    """The ruling of *event*, number *seq*, recorded *at* epoch ms."""
    return Ruling(event.ruling, event.act, event.reason, event.text, seq, at)


def without(rulings: Sequence[Ruling], event: RulingReversed, seq: int, at: int) -> tuple[Ruling, ...]:
    """*rulings* after one of them was reversed."""
    reversal = Reversal(event.reason, event.text, seq, at)
    return tuple(replace(each, reversed=reversal) if each.number == event.ruling else each for each in rulings)
