"""The tables that wait for a user or that a user waits at, in few queries however many they are."""

from collections.abc import Iterable

import msgspec

from tournaments.log import selectors as log
from tournaments.tables.events import CODEC, SeatFlagged, SeatResigned, TableJoined
from tournaments.tables.models import Table
from tournaments.tables.selectors import Summary, summarised
from tournaments.tables.streams import TABLES

MOST = 50
SeatEvent = SeatFlagged | SeatResigned | TableJoined
LEAVING = (SeatFlagged, SeatResigned)


class Mine(msgspec.Struct, frozen=True):
    """A table at which a user has a seat; ``due`` is when the first of those to act runs out of time."""

    table: Summary
    seats: tuple[int, ...]
    due: int | None
    came: bool
    """Whether they have come to a match's table that waits for others."""

    @property
    def my_turn(self) -> bool:
        return self.table.status == "playing" and not set(self.seats).isdisjoint(self.table.to_act)


def of_user(user_id: int) -> list[Mine]:
    """What *user_id* plays or waits for, the most urgent first: their own turn by time left, matches, then the turns of
    others by the time that those have left, and what waits for players."""
    rows = (
        Table.objects.filter(seat__user=user_id, status__in=("open", "playing")).distinct().order_by("-opened_at", "id")
    )
    found = [(summarised(row), row.due) for row in rows[:MOST]]
    left = _seats((table for table, _due in found if table.status == "playing" and len(table.seats) > 2), LEAVING)
    came = _seats((table for table, _due in found if table.status == "open" and table.match), (TableJoined,))
    mine = []
    for table, due in found:
        seats = tuple(seat for seat, user in enumerate(table.seats) if user == user_id and (table.id, seat) not in left)
        if seats:
            mine.append(Mine(table, seats, due, came=all((table.id, seat) in came for seat in seats)))
    return sorted(mine, key=_urgency)


def _urgency(mine: Mine) -> tuple[int, float]:
    if mine.my_turn:
        return 0, mine.due or float("inf")
    if mine.table.status == "open":
        return (1 if mine.table.match else 3), -mine.table.opened_at
    return 2, mine.due or float("inf")


def _seats(tables: Iterable[Summary], kinds: tuple[type[SeatEvent], ...]) -> set[tuple[str, int]]:
    """The seats that an event of *kinds* tells of, at any of *tables*."""
    streams = [TABLES.name(table.id) for table in tables]
    told = log.of_kinds(streams, [kind.kind for kind in kinds]) if streams else []
    events = ((stored.stream, CODEC.decode(stored.kind, stored.version, stored.payload)) for stored in told)
    return {(stream.removeprefix("table:"), event.seat) for stream, event in events if isinstance(event, kinds)}
