"""A table as spectators saw it at some moment: for those who show it to others, some time later.

All follows from the events that had been recorded by then. Nothing later is looked at, so nothing later can be told.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.events import Seat
from tournaments.tables import frames, selectors
from tournaments.tables.frames import Moment
from tournaments.tables.seen import SeatView, seat_view, users_of

HELD: Final = 2_500
"""Milliseconds for which it is shown what has just been decided."""
GAMES: Final = 100
"""Tables that are followed one after the other."""


class Late(NamedTuple):
    """What was seen at a moment, and all that had happened."""

    view: SeatView
    held: int
    """Milliseconds for which it is held still, before the present position of that moment."""
    moments: Sequence[Moment]


def seen(table_id: str, at: int, *, by: int = 0) -> Late | None:
    """The table as it was *at* (epoch ms), with clocks that run *by* ms later; ``None`` before it was opened."""
    moments = _until(table_id, at)
    if not moments:
        return None
    before, after, since, commit = moments[-1]
    names = users_of(after)
    still = max(0, since + HELD - at)
    if still and (held := frames.frames_of(before, after, commit, None, names)):
        return Late(_later(held[-1], by), still, moments)
    return Late(_later(seat_view(after, None, names=names), by), 0, moments)


def _later(view: SeatView, by: int) -> SeatView:
    clocks = tuple([each if each.due is None else replace(each, due=each.due + by) for each in view.clocks])
    return replace(view, clocks=clocks, rematch=None)


def _until(table_id: str, at: int) -> Sequence[Moment]:
    return [moment for moment in frames.commits(table_id) if moment[2] <= at]


def followed(table_id: str, at: int, may_see: Callable[[str], bool]) -> str:
    """Where somebody is who watches *table_id* and goes along: at the table of the match, or the rematch, that had been
    begun by then, once its predecessor was over."""
    for _ in range(GAMES):
        going_on = next((table for table in _next(table_id, at) if _is_begun(table, at) and may_see(table)), None)
        if going_on is None:
            return table_id
        table_id = going_on
    return table_id


def _next(table_id: str, at: int) -> list[str]:
    moments = _until(table_id, at)
    table = moments[-1][1] if moments else None
    if table is None or not table.is_over:
        return []
    again = [table.rematch.table] if table.rematch and table.rematch.table else []
    match = table.facts.match
    others = selectors.of_matches([match]) if match else []
    return again + [each.id for each in others if (each.opened_at, each.id) > (table.opened_at, table.id)]


def _is_begun(table_id: str, at: int) -> bool:
    moments = _until(table_id, at)
    return bool(moments) and moments[-1][1].started_at is not None


def seat_of(table_id: str, at: int, user: int | None) -> Seat:
    """The seat of *user*, so that they stay where they are when seats change; the first one if they have none."""
    moments = _until(table_id, at)
    seats = moments[-1][1].seats_of(user) if moments else ()
    return min(seats, default=Seat(0))


def sits_first(table_id: str, at: int) -> int | None:
    """The user in the first seat."""
    moments = _until(table_id, at)
    return moments[-1][1].chairs[0].user if moments else None
