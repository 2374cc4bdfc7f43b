"""How each seat of a table came to its end, and whose duels count: facts for those who rate it, from its stream."""

from typing import Literal, TypeAlias

import msgspec

from engine.events import is_of_game
from tournaments.log import selectors as log
from tournaments.tables.events import SeatFlagged, SeatResigned, TableOpened
from tournaments.tables.selectors import Summary
from tournaments.tables.streams import TABLES

End: TypeAlias = Literal["played", "resigned", "flagged"]


class Conduct(msgspec.Struct, frozen=True):
    """By seat: whether the user played to the end, and how many decisions they made themselves before they left."""

    ends: tuple[End, ...]
    decisions: tuple[int, ...]


class _Seated(msgspec.Struct, frozen=True):
    """All that is read here of an event that names its seat."""

    seat: int | None = None


class _Opened(msgspec.Struct, frozen=True):
    guests: tuple[int, ...] = ()


def guests_at(table: Summary) -> tuple[int, ...]:
    """The seats whose duels count nowhere: of walk-ins without an account when *table* was opened. Only a match has
    some."""
    if table.match is None:
        return ()
    opened = log.of_kinds([TABLES.name(table.id)], [TableOpened.kind])
    return tuple(seat for stored in opened for seat in msgspec.json.decode(stored.payload, type=_Opened).guests)


def taken_out_by(table: Summary) -> int | None:
    """Who took a player out of *table*, or brought the deadline forward that a player missed, if that player did not
    do it themselves."""
    for stored in log.of_kinds([TABLES.name(table.id)], [SeatResigned.kind, SeatFlagged.kind]):
        seat = msgspec.json.decode(stored.payload, type=_Seated).seat
        if seat is not None and stored.actor not in (None, table.seats[seat]):
            return stored.actor
    return None


def conduct(table_id: str, seats: int) -> Conduct:
    """A commit that begins with an event of the game is a decision of the seat that this names."""
    ends: list[End] = ["played"] * seats
    decisions = [0] * seats
    for stored in log.load(TABLES.name(table_id)):
        if stored.command is None and is_of_game(stored.kind):
            continue  # what follows from a decision is stored behind it
        left = stored.kind in (SeatResigned.kind, SeatFlagged.kind)
        if not (left or is_of_game(stored.kind)):
            continue
        seat = msgspec.json.decode(stored.payload, type=_Seated).seat
        if seat is None:
            continue
        if left:
            ends[seat] = "resigned" if stored.kind == SeatResigned.kind else "flagged"
        elif ends[seat] == "played":
            decisions[seat] += 1
    return Conduct(tuple(ends), tuple(decisions))
