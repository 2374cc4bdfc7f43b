"""A table as spectators saw it some time ago, or some moves ago: for those who show it to others.

By time all follows from the events that had been recorded by then: nothing later is looked at, so nothing later can be
told. By moves the last ones are left out, until the game is over.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from typing import Final, NamedTuple

from msgspec.structs import replace

from engine.events import Seat
from tournaments.log import sources
from tournaments.tables import frames, selectors
from tournaments.tables.frames import Moment
from tournaments.tables.seen import SeatView, seat_view, users_of

HELD: Final = 2_500
"""Milliseconds for which it is shown what has just been decided."""
STEP: Final = 2_500
"""Milliseconds from one move to the next once a game is over, for those who are late by moves."""
VERDICT: Final = 10_000
"""Milliseconds for which viewers who are late by moves see how it ended, before they go along to another table."""
GAMES: Final = 100
"""Tables that are followed one after the other."""


class Past(NamedTuple):
    """What had happened at a table."""

    moments: Sequence[Moment]
    held: int
    """How many ms more the page shows what the last commit decided."""


class Lag(NamedTuple):
    """How late somebody is, for one look at everything."""

    past: Callable[[str], Past]
    begun_by: int
    """When a table must have begun (epoch ms) for them to go along to it."""
    clocks: int | None
    """By how many ms clocks fall later; ``None``: they stand still."""


def by_time(seconds: int) -> Lag:
    at = sources.now_ms() - seconds * 1000

    @cache
    def past(table_id: str) -> Past:
        moments = frames.past(table_id, at) if seconds else frames.commits(table_id)
        return Past(moments, max(0, moments[-1][2] + HELD - at) if moments else 0)

    return Lag(past, at, seconds * 1000)


def by_moves(moves: int) -> Lag:
    now = sources.now_ms()

    @cache
    def past(table_id: str) -> Past:
        return _but_the_last(frames.commits(table_id), moves, now)

    return Lag(past, now - moves * STEP - VERDICT, None)


def _but_the_last(moments: Sequence[Moment], moves: int, now: int) -> Past:
    """*moments* up to the last *moves* moves. Once the game is over these follow too, one at a :data:`STEP`."""
    latest = list(islice((at for at in reversed(range(len(moments))) if _is_move(moments[at])), moves))
    ended = moments[-1][1].finished_at
    followed = 0 if ended is None else min(max(0, now - ended) // STEP, len(latest))
    hidden = len(latest) - followed
    shown = moments[: latest[hidden - 1]] if hidden else moments
    since = moments[latest[0]][2] if latest else now
    if ended is not None:
        since = ended + followed * STEP
    return Past(shown, max(0, since + HELD - now))


def _is_move(moment: Moment) -> bool:
    """Whether somebody has played in that commit, whatever followed from it."""
    before, _, _, commit = moment
    return before.state is not None and bool(frames.of_game(commit))


class Late(NamedTuple):
    """What was seen, and all that had happened."""

    view: SeatView
    held: int
    """Milliseconds for which it is held still, before the position that followed."""
    moments: Sequence[Moment]


def seen(table_id: str, lag: Lag) -> Late | None:
    """The table as it is shown to somebody who is late; ``None`` before it was opened."""
    moments, still = lag.past(table_id)
    if not moments:
        return None
    before, after, _, commit = moments[-1]
    names = users_of(after)
    if still and (held := frames.frames_of(before, after, commit, None, names)):
        return Late(_later(held[-1], lag.clocks), still, moments)
    return Late(_later(seat_view(after, None, names=names), lag.clocks), 0, moments)


def _later(view: SeatView, by: int | None) -> SeatView:
    clocks = tuple(
        [each if each.due is None else replace(each, due=None if by is None else each.due + by) for each in view.clocks]
    )
    return replace(view, clocks=clocks, rematch=None)


def followed(table_id: str, lag: Lag, may_see: Callable[[str], bool]) -> str:
    """Where somebody is who watches *table_id* and goes along: at the table of the match, or the rematch, that had been
    begun by then, once its predecessor was over."""
    for _ in range(GAMES):
        going_on = next((table for table in _next(table_id, lag) if _is_begun(table, lag) and may_see(table)), None)
        if going_on is None:
            return table_id
        table_id = going_on
    return table_id


def _next(table_id: str, lag: Lag) -> list[str]:
    moments = lag.past(table_id).moments
    table = moments[-1][1] if moments else None
    if table is None or not table.is_over:
        return []
    again = [table.rematch.table] if table.rematch and table.rematch.table else []
    match = table.facts.match
    others = selectors.of_matches([match]) if match else []
    return again + [each.id for each in others if (each.opened_at, each.id) > (table.opened_at, table.id)]


def _is_begun(table_id: str, lag: Lag) -> bool:
    moments = lag.past(table_id).moments
    started = moments[-1][1].started_at if moments else None
    return started is not None and started <= lag.begun_by


def seat_of(table_id: str, lag: Lag, user: int | None) -> Seat:
    """The seat of *user*, so that they stay where they are when seats change; the first one if they have none."""
    moments = lag.past(table_id).moments
    seats = moments[-1][1].seats_of(user) if moments else ()
    return min(seats, default=Seat(0))


def sits_first(table_id: str, lag: Lag) -> int | None:
    """The user in the first seat."""
    moments = lag.past(table_id).moments
    return moments[-1][1].chairs[0].user if moments else None
