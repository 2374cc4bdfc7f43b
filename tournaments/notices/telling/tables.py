"""What a table's events tell those who sit there. Pure.

Moves tell nothing: whose turn it is, and for how long, the clock finds (:mod:`tournaments.notices.timed`).
"""

from collections.abc import Sequence

from engine.events import Event
from tournaments.notices.told import Over, Telling, Told, to
from tournaments.tables.events import (
    Clock,
    ReportDisputed,
    ResultReported,
    SeatTaken,
    TableAborted,
    TableFinished,
    TableJoined,
    TableStarted,
)

WAITING = ("table_open", "round_paired")
INVITED = ("table_invited",)
FILLING = ("seat_taken",)
REPORTED = ("result_reported",)
ALL = (*WAITING, *INVITED, *FILLING, *REPORTED, "your_turn", "slow_turn", "deadline")
KINDS = frozenset(
    kind.kind
    for kind in (
        TableStarted,
        SeatTaken,
        TableJoined,
        ResultReported,
        ReportDisputed,
        TableFinished,
        TableAborted,
    )
)
"""All other events of a table are passed over unread."""
SLOW = 86_400
"""Seconds for a move from which on a game is a slow one."""


def of_table(
    event: Event, table: str, game: str, match: str | None, seats: Sequence[int | None], *, actor: int | None
) -> Telling:
    """What follows from *event* at *table*, where *seats* are taken by these users after it."""
    match_table = match is not None
    match event:
        case TableStarted() if not match_table:
            facts = {"table": table, "game": game, "players": list(seats)}
            told = Told(kind="table_open", users=to(*seats, apart_from=actor), subject=table, facts=facts)
            return Telling((told,), (Over((*INVITED, *FILLING), table),))
        case TableStarted():
            return Telling(over=(Over(WAITING, table),))
        case TableJoined(seat=seat):
            return Telling(over=(Over(WAITING, table, to(seats[seat])),))
        case SeatTaken(user=user):
            waiting = () if None not in seats else (_taken(table, game, seats, user),)
            return Telling(waiting, (Over(INVITED, table, (user,)),))
        case ResultReported(seat=seat):
            told = _reported(table, game, seats, seats[seat])
            return Telling((told,), (Over(WAITING, table), Over(REPORTED, table, to(seats[seat]))))
        case ReportDisputed(seat=seat):
            return Telling(over=(Over(REPORTED, table, to(seats[seat])),))
        case TableFinished() | TableAborted():
            return Telling(over=(Over(ALL, table),))
    return Telling()


def _taken(table: str, game: str, seats: Sequence[int | None], user: int) -> Told:
    """That *user* sits down, while others are still missing: to those who wait there."""
    facts = {"table": table, "game": game, "by": user, "taken": len(seats) - seats.count(None), "seats": len(seats)}
    return Told(kind="seat_taken", users=to(*seats, apart_from=user), subject=table, facts=facts)


def _reported(table: str, game: str, seats: Sequence[int | None], by: int | None) -> Told:
    """That *by* says how a table in the room has ended: to the others, who confirm it."""
    facts = {"table": table, "game": game, "by": by}
    return Told(kind="result_reported", users=to(*seats, apart_from=by), subject=table, facts=facts)


def contested(table: str, game: str, reporter: int | None, by: int | None) -> Told:
    """That *by* says that it was otherwise: to the player who reported it, who can correct it."""
    facts = {"table": table, "game": game, "by": by, "disputed": True}
    return Told(kind="result_reported", users=to(reporter), subject=table, facts=facts)


def is_slow(clock: Clock | None) -> bool:
    """Whether a game with that clock is played over days."""
    return clock is not None and clock.per_move and clock.base >= SLOW


def turn(
    kind: str, table: str, game: str, users: tuple[int, ...], *, due: int | None, until: int | None, since: int
) -> Told:
    """That it is the turn of *users*, since the event number *since*; ``due``: when their clock has run down, if there
    is one; ``until``: when their time is up, if it ends, by the clock or with the match."""
    facts = {"table": table, "game": game, "due": due, "until": until, "seq": since}
    return Told(kind=kind, users=users, subject=table, facts=facts, due=due if due is not None else since)
