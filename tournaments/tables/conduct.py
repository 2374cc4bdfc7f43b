"""How each seat of a table came to its end, from the table's stream: facts for those who rate it."""

from typing import Literal, TypeAlias

import msgspec

from tournaments.log import selectors as log
from tournaments.tables.events import SeatFlagged, SeatResigned
from tournaments.tables.streams import TABLES

End: TypeAlias = Literal["played", "resigned", "flagged"]


class Conduct(msgspec.Struct, frozen=True):
    """By seat: whether the user played to the end, and how many decisions they made themselves before they left."""

    ends: tuple[End, ...]
    decisions: tuple[int, ...]


class _Seated(msgspec.Struct, frozen=True):
    """All that is read here of an event that names its seat."""

    seat: int | None = None


def conduct(table_id: str, seats: int) -> Conduct:
    """A commit that begins with an event of the game is a decision of the seat that this names."""
    ends: list[End] = ["played"] * seats
    decisions = [0] * seats
    for stored in log.load(TABLES.name(table_id)):
        if stored.command is None and not stored.kind.startswith("table."):
            continue  # what follows from a decision is stored behind it
        left = stored.kind in (SeatResigned.kind, SeatFlagged.kind)
        if stored.kind.startswith("table.") and not left:
            continue
        seat = msgspec.json.decode(stored.payload, type=_Seated).seat
        if seat is None:
            continue
        if left:
            ends[seat] = "resigned" if stored.kind == SeatResigned.kind else "flagged"
        elif ends[seat] == "played":
            decisions[seat] += 1
    return Conduct(tuple(ends), tuple(decisions))
