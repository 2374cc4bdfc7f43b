"""Clocks as a fold: time left is what the recorded times of a table's events make it.

In milliseconds, Fischer's or so much for each decision. A seat's clock runs from the event that put it to act. Outside
matches, its first decision has :data:`FIRST_MOVE` of its own and costs nothing. Bots' clocks are kept but never fall.
"""

from collections.abc import Iterable

import msgspec

from engine.events import Seat
from tournaments.tables.events import Clock

FIRST_MOVE = 60_000


class SeatClock(msgspec.Struct, frozen=True):
    """One seat's clock: ``left`` ms when it last stood still, ``since`` the epoch ms from which it runs, if it does."""

    left: int
    since: int | None = None
    has_moved: bool = False
    changed: int = 0
    """The last seq that changed what this seat may do: a client that has seen it is up to date for this seat."""

    @property
    def due(self) -> int | None:
        """When it falls, in epoch ms."""
        if self.since is None:
            return None
        return self.since + (self.left if self.has_moved else FIRST_MOVE)


def wound(clock: Clock | None, seats: int, *, first_move: bool = True) -> tuple[SeatClock, ...]:
    """The clocks at the start; without a time limit they show nothing but still say who was asked when.

    Without *first_move* the first decision has no time of its own: who sits there has come already. By a clock for each
    move it has the time of any other.
    """
    left = clock.base * 1000 if clock else 0
    own = first_move and not (clock and clock.per_move)
    return (SeatClock(left, has_moved=not own),) * seats


def turned(
    clocks: tuple[SeatClock, ...], *, clock: Clock | None, mover: Seat | None, to_act: Iterable[Seat], at: int, seq: int
) -> tuple[SeatClock, ...]:
    """The clocks after a commit at *at* whose last event is *seq*: *mover* decided, and now *to_act* are to act."""
    now = []
    acting = set(to_act)
    for seat, mine in enumerate(clocks):
        if seat == mover and mine.since is not None:
            mine = SeatClock(_left(mine, clock, at - mine.since), None, True, seq)
        if seat not in acting:
            mine = SeatClock(mine.left, None, mine.has_moved, seq) if mine.since is not None else mine
        elif mine.since is None:
            mine = SeatClock(mine.left, at, mine.has_moved, seq)
        now.append(mine)
    return tuple(now)


def _left(mine: SeatClock, clock: Clock | None, spent: int) -> int:
    """What a seat has after a decision that took *spent* ms."""
    if clock is None:
        return max(0, mine.left - (spent if mine.has_moved else 0))
    if clock.per_move:
        return clock.base * 1000
    return max(0, mine.left - (spent if mine.has_moved else 0)) + clock.increment * 1000


def given(clocks: tuple[SeatClock, ...], seat: int, ms: int) -> tuple[SeatClock, ...]:
    """The clocks after *seat* was given *ms* more, whether its clock runs or not."""
    return tuple(
        msgspec.structs.replace(mine, left=mine.left + ms) if at == seat else mine for at, mine in enumerate(clocks)
    )


def credited(clocks: tuple[SeatClock, ...], ms: int, at: int) -> tuple[SeatClock, ...]:
    """The clocks after *ms* were given back to the players who are to act."""
    return tuple(
        msgspec.structs.replace(mine, since=min(at, mine.since + ms)) if mine.since is not None else mine
        for mine in clocks
    )
