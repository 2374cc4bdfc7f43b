"""What a match of several tables is, and who sits where at each."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from tournaments.pairing.draw import lot

MOST_SIDES = 5

Level: TypeAlias = Literal["draw", "tie_break", "better_seed"]
"""What a match that is level after its tables is: a draw, played on at single tables, or the better seed's."""


class Series(msgspec.Struct, frozen=True):
    """``best_of`` *tables* (odd) ends when a side has more than half of the points; ``fixed`` plays all of them."""

    kind: Literal["best_of", "fixed"] = "fixed"
    tables: int = 1
    draws: Literal["replay", "share"] = "replay"
    """Best of: a drawn table is played again, or counts half a point each at once."""
    level: Level = "draw"


class Table(msgspec.Struct, frozen=True):
    """The next table of a match. ``seats`` are its sides in seat order."""

    number: int
    """From 1; a replay has the number of the table that it replays, a tie-break table one after the last."""
    kind: Literal["regular", "replay", "tie_break"]
    seats: tuple[int, ...]


def check(series: Series, *, sides: int = 2, knock_out: bool = False) -> None:
    """``ValueError`` if no match of *sides* can be played so; in a *knock_out* a level match must be decided."""
    if not 2 <= sides <= MOST_SIDES:
        raise ValueError(f"A match has two to {MOST_SIDES} sides, not {sides}.")
    if series.tables < 1:
        raise ValueError(f"A match has one table or more, not {series.tables}.")
    if series.kind == "best_of" and series.tables % 2 == 0:
        raise ValueError(f"Best of an odd number of tables, not of {series.tables}.")
    if series.kind == "best_of" and sides > 2:
        raise ValueError("Three sides or more play a fixed number of tables.")
    if knock_out and sides == 2 and series.level == "draw":
        raise ValueError("In a knock-out a level match must be decided: by a tie-break table or for the better seed.")


def rotated(seats: Sequence[int], number: int) -> tuple[int, ...]:
    """The seat order at table *number*, from 1, if *seats* is that of the first: the first seat's side goes last."""
    turn = (number - 1) % len(seats)
    return (*seats[turn:], *seats[:turn])


def by_lot(sides: Sequence[int], seed: str, number: int) -> tuple[int, ...]:
    """The seat order of tie-break table *number*; *seed* is the match's own."""
    return tuple(sorted(sides, key=lambda side: lot(f"{seed}/tie_break/{number}", side)))
