"""Requests about tables: each is one transaction, may be repeated without harm, and is pushed once it is committed."""

from collections.abc import Callable, Sequence

from django.db import transaction
from msgspec import to_builtins

from accounts.models import User
from engine.events import Event, Seat
from engine.text import gettext_noop as _
from tournaments.log import sources
from tournaments.log.commands import Plain, command_for
from tournaments.platform import callers, limits
from tournaments.tables import bots, caps, clubs, decisions, programs, projection, reports
from tournaments.tables.errors import NotAllowed, NotSeated, Refused, Stale, WrongStatus
from tournaments.tables.events import AbortReason, Chair, TableSettled, TimeCredited
from tournaments.tables.openings import Setup, open_from_position, open_match, open_table
from tournaments.tables.seen import SeatView, user_view
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES

__all__ = [
    "Setup",
    "abort",
    "arrive",
    "confirm_report",
    "credit",
    "dispute_report",
    "fill_with_bots",
    "flag_overdue",
    "flag_to_act",
    "give_time",
    "join",
    "make_move",
    "mark_archived",
    "mark_settled",
    "open_from_position",
    "open_match",
    "open_table",
    "play_bot",
    "report_result",
    "resign",
    "settle_report",
    "vacate",
]


def join(*, table_id: str, user_id: int, seat: int | None = None, command: str | None = None) -> SeatView:
    """Take a seat at an open table: the first free one, or *seat*. The last to sit starts the game.

    A player seated at the table of a match has come there by this.
    """
    user = User.objects.get(pk=user_id)
    limits.count("tables", user=user_id, guest=user.is_guest)

    def decide(table: TableState) -> Sequence[Event]:
        if table.facts.rated and user.is_guest:
            raise NotAllowed("guests_unrated", _("Guests cannot play rated tables. Sign up to sit down at this one."))
        if not table.gathering:
            clubs.check_plays(table.facts.club, user)
        joining = decisions.joining_events(table, user_id, None if seat is None else Seat(seat))
        programs.check(people_only=table.facts.people_only, user=user)
        return joining

    with caps.seating(user):
        joined = TABLES.carry_out(table_id, decide, actor=user_id, command=command_for(command, "join", seat))
    return user_view(joined, user_id)


def arrive(*, table_id: str, user_id: int, program: bool = False) -> None:
    """Take note that *user_id* has come to the table of a match, and begin when all have; elsewhere do nothing, nor
    for a *program* where people alone play."""
    table = TABLES.recent(table_id).state
    if table.gathering and not (table.facts.people_only and (program or callers.is_program())):
        TABLES.carry_out(table_id, lambda table: decisions.arriving_events(table, user_id), actor=user_id, command=None)


def fill_with_bots(*, table_id: str, user_id: int, level: str, command: str | None = None) -> SeatView:
    """Have bots of *level* take every free seat of a table that *user_id* opened: the game starts."""
    user = User.objects.get(pk=user_id)
    limits.count("tables", user=user_id, guest=user.is_guest)

    def decide(table: TableState) -> Sequence[Event]:
        seated = [chair.user for chair in table.chairs if chair.user is not None]
        wanted = [level] * len(decisions.free_seats(table)) if user_id == table.facts.opener else []
        chosen = bots.seat_bots(wanted, apart_from=seated)
        return decisions.filling_events(table, user_id, [Chair(bot, level) for bot in chosen])

    with transaction.atomic():
        caps.hold_opener(user)
        waits = bool(decisions.free_seats(TABLES.current(table_id).state))
        filled = TABLES.carry_out(table_id, decide, actor=user_id, command=command_for(command, "fill", level))
        if waits:  # a repeated command has changed nothing
            caps.check_tables(user, to_builtins(filled.chairs))
    return user_view(filled, user_id)


def make_move(
    *, table_id: str, user_id: int, move: str, command: str | None = None, expected_seq: int | None = None
) -> SeatView:
    """Make *move* (in notation) for the seat of *user_id* and answer with what that seat sees then.

    Raises ``Stale`` if *expected_seq* is given and something since has changed what the seat may do.
    """
    limits.count("moves", user=user_id)

    def decide(table: TableState) -> Sequence[Event]:
        seat = table.seat_of(user_id)
        if seat is None:
            raise NotSeated()
        if seat in table.gone:
            raise WrongStatus("already_left", _("That seat has already been given up."))
        programs.check(people_only=table.facts.people_only)
        _check_seen(table, seat, expected_seq)
        return programs.noted(table, seat, decisions.move_events(table, seat, move))

    moved = TABLES.carry_out(table_id, decide, actor=user_id, command=command_for(command, "move", move))
    return user_view(moved, user_id)


def play_bot(*, table_id: str, seq: int, seat: int, move: str, command: Plain) -> None:
    """A bot's *move* at *seat*, chosen on the table as of *seq*; raises ``Stale`` if the table has moved on."""

    def decide(table: TableState) -> Sequence[Event]:
        if table.seq != seq or not table.by_bot(Seat(seat)):
            raise Stale(table.seq)
        return decisions.move_events(table, Seat(seat), move)

    chair = TABLES.recent(table_id).state.chairs[seat]
    actor = chair.user if chair.bot else None
    TABLES.carry_out(table_id, decide, actor=actor, command=command)


def resign(*, table_id: str, user_id: int, command: str | None = None) -> SeatView:
    limits.count("moves", user=user_id)
    return vacate(table_id=table_id, user_id=user_id, command=command)


def vacate(*, table_id: str, user_id: int, by: int | None = None, command: str | None = None) -> SeatView:
    """Have *user_id* resign because of something else they did, or that *by* did with them: that was counted, this is
    no move of theirs."""

    def decide(table: TableState) -> Sequence[Event]:
        seat = table.seat_of(user_id)
        if seat is None:
            raise NotSeated()
        return decisions.leaving_events(table, seat, "resigned")

    resigned = TABLES.carry_out(table_id, decide, actor=by or user_id, command=command_for(command, "resign"))
    return user_view(resigned, user_id)


def abort(
    *,
    table_id: str,
    user_id: int | None,
    reason: AbortReason = "opener",
    untouched: bool = False,
    command: str | None = None,
) -> SeatView:
    """Call the table off before it starts: its opener, or the service (``user_id`` ``None``) for another *reason*.

    A tournament's end takes its tables along in the middle, unless only an *untouched* one is meant: not begun, and
    nothing reported.
    """
    if user_id is not None:
        limits.count("moves", user=user_id)

    def decide(table: TableState) -> Sequence[Event]:
        if untouched and table.started_at is not None:
            raise WrongStatus("not_open", _("This table is no longer open."))
        return decisions.abort_events(table, user=user_id, reason=reason)

    aborted = TABLES.carry_out(
        table_id,
        decide,
        actor=user_id,
        command=command_for(command, "abort", reason),
    )
    return user_view(aborted, user_id)


def report_result(
    *,
    table_id: str,
    user_id: int,
    places: Sequence[int],
    points: Sequence[int] = (),
    seen: int | None = None,
    command: str | None = None,
) -> None:
    """*user_id*, who plays there, says how a table in the room has ended."""
    limits.count("moves", user=user_id)
    TABLES.carry_out(
        table_id,
        lambda table: reports.reporting_events(table, user_id, places, points, seen=seen),
        actor=user_id,
        command=command_for(command, "report", places, points),
    )


def confirm_report(*, table_id: str, user_id: int, seen: int | None = None, command: str | None = None) -> None:
    """*user_id* says that it was as reported: the table is over."""
    limits.count("moves", user=user_id)
    TABLES.carry_out(
        table_id,
        lambda table: reports.confirming_events(table, user_id, seen=seen),
        actor=user_id,
        command=command_for(command, "confirm report"),
    )


def dispute_report(*, table_id: str, user_id: int, seen: int | None = None, command: str | None = None) -> None:
    """*user_id* says that it was otherwise: an organiser looks at it."""
    limits.count("moves", user=user_id)
    TABLES.carry_out(
        table_id,
        lambda table: reports.disputing_events(table, user_id, seen=seen),
        actor=user_id,
        command=command_for(command, "dispute report"),
    )


def settle_report(
    *,
    table_id: str,
    user_id: int,
    check: Callable[[], None] = lambda: None,
    seen: int | None = None,
    command: str | None = None,
) -> None:
    """*user_id*, who directs the tournament, confirms a report; *check* raises what refuses it, unless the request is
    repeated."""

    def decide(table: TableState) -> Sequence[Event]:
        check()
        return reports.settling_events(table, seen=seen)

    TABLES.carry_out(
        table_id,
        decide,
        actor=user_id,
        command=command_for(command, "settle report"),
    )


def flag_overdue(*, table_id: str) -> None:
    """Flag the player who has run out of time by now."""
    _flag(table_id, lambda table, seat: (due := table.due(seat)) is not None and due <= sources.now_ms())


def flag_to_act(*, table_id: str, by: int | None = None) -> None:
    """Flag every person who is to act: the round's deadline has come, which *by* brought forward, if anybody."""
    _flag(table_id, lambda table, seat: not table.by_bot(seat), by)


def credit(*, table_id: str, ms: int, since: int) -> None:
    """Give *ms* back to the players who are to act: the service stood still after *since* (epoch ms)."""

    def decide(table: TableState) -> Sequence[Event]:
        return [TimeCredited(ms, None)] if table.status == "playing" else []

    TABLES.carry_out(table_id, decide, actor=None, command=Plain(f"credit-{since}"))


def give_time(*, table_id: str, seats: Sequence[int], ms: int, ruling: int) -> None:
    """Give each of *seats* *ms* more, as *ruling* of the tournament says; nothing if the table is over."""

    def decide(table: TableState) -> Sequence[Event]:
        return [TimeCredited(ms, Seat(seat)) for seat in seats] if table.status in ("open", "playing") else []

    TABLES.carry_out(table_id, decide, actor=None, command=Plain(f"ruling-{ruling}"))


def mark_settled(*, table_id: str) -> None:
    """Record that tournament and ratings have taken the result in; part of their transaction."""
    TABLES.carry_out(
        table_id,
        lambda table: [TableSettled()] if table.status == "finished" and not table.settled else [],
        actor=None,
        command=Plain("settled"),
    )


def mark_archived(*, table_id: str, archived: bool) -> None:
    """Note that its events are in the archive, or here again; part of the transaction that takes them there."""
    projection.mark_archived(table_id, archived=archived)


def _flag(table_id: str, falls: Callable[[TableState, Seat], bool], by: int | None = None) -> None:
    """Flag the seats to act for which *falls* holds, one event of its own each."""

    def falling(table: TableState) -> list[Seat]:
        return [seat for seat in table.to_act if seat not in table.gone and falls(table, seat)]

    def decide(table: TableState) -> Sequence[Event]:
        seats = falling(table)
        return decisions.leaving_events(table, seats[0], "flagged") if seats else []

    table = TABLES.current(table_id).state
    while falling(table):
        table = TABLES.carry_out(table_id, decide, actor=by, command=None)


def _check_seen(table: TableState, seat: Seat, expected_seq: int | None) -> None:
    """Refuse a client whose last event *expected_seq* is too old for *seat*, or is still to come."""
    if expected_seq is None:
        return
    if expected_seq > table.seq:
        raise Refused("unknown_seq", _("The table has not reached that event yet."))
    if table.clocks and expected_seq < table.clocks[seat].changed:
        raise Stale(table.seq)
