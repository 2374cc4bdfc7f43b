"""What one viewer may see of a table: built from that seat's view, never stripped from more."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from accounts import selectors as accounts
from accounts.models import PROGRAM
from accounts.selectors import Called
from engine.events import Event, Seat, is_of_game
from engine.game import AnyGame
from engine.picture import Picture
from engine.text import Text
from engine.text import gettext_noop as _
from engine.text import seat as seat_ref
from tournaments.log import sources
from tournaments.platform.units import HOUR, MINUTE
from tournaments.tables.clock import SeatClock
from tournaments.tables.events import (
    BotSeated,
    ProgramNoted,
    ReportDisputed,
    ResultReported,
    SeatFlagged,
    SeatResigned,
    SeatTaken,
    TableAborted,
    TableFinished,
    TableJoined,
    TableStarted,
    TimeCredited,
    VacationTaken,
)
from tournaments.tables.rematch import Rematch
from tournaments.tables.state import Result, Status, TableState

BY_PROGRAM: Final = "by_program"
"""The title of a person for whom a program plays."""

Presence: TypeAlias = Literal["playing", "resigned", "flagged", "open", "awaited"]


class ClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat's clock: ms left when it last stood still, and the epoch ms at which it falls if it runs."""

    left: int
    due: int | None
    first: bool = False
    """Whether what runs is the time that a first decision has of its own."""


class SeatInfo(msgspec.Struct, frozen=True):
    """Who sits where, by the name that everybody sees."""

    seat: int
    user: int | None
    name: str
    is_bot: bool
    level: str
    presence: Literal["playing", "resigned", "flagged", "open", "awaited"]
    program: bool = False
    """Whether a program has moved for a person here."""

    @property
    def is_house(self) -> bool:
        """Whether the service plays for it; programs move as people do."""
        return self.level not in ("", PROGRAM)

    @property
    def title(self) -> str:
        """What stands by the name (``bot`` of the template tags)."""
        return self.level or (BY_PROGRAM if self.program else "")


class Happening(msgspec.Struct, frozen=True):
    """A line of the table's story, as this viewer may read it. ``seat`` is whose doing it was.

    ``before``: it was done in the game that this table goes on from, by those who sat there.
    """

    seq: int
    seat: int | None
    text: Text
    kind: str
    before: bool = False


class RematchView(msgspec.Struct, frozen=True):
    """The last offer to play again at a finished table. ``answers`` are by seat; nobody can accept after ``until``."""

    by: int
    until: int
    status: Literal["open", "declined", "withdrawn", "lapsed", "begun"]
    answers: tuple[Literal["offered", "accepted", "declined", "waiting"], ...]
    table: str | None
    final: bool
    """Whether no further offer can follow: too many were declined or withdrawn."""


VIEW: Final = "View"
"""What all views together are called in the OpenAPI document."""
View: TypeAlias = Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": f"#/components/schemas/{VIEW}"})]
"""A game's view as it is sent: its fields by name."""


class SeatView(msgspec.Struct, frozen=True):
    """A table as one viewer (``me``: a seat, or ``None`` for a spectator) may see it after event ``seq``."""

    table: str
    seq: int
    status: Status
    game: str
    me: int | None
    to_act: tuple[int, ...]
    legal: tuple[str, ...]
    view: dict[str, Any] | None
    picture: Picture | None
    clocks: tuple[ClockView, ...]
    seats: tuple[SeatInfo, ...]
    outcome: Result | None
    told: tuple[Happening, ...] = ()
    rematch: RematchView | None = None
    before: bool = False
    """Whether all that was taken was taken before play went on at this table."""


def seat_view(
    table: TableState,
    seat: Seat | None,
    *,
    names: Mapping[int, Called],
    told: Iterable[Happening] = (),
    drawn: bool = True,
) -> SeatView:
    """The table as *seat* may see it now; *names* is how its users are called. Its picture costs the most."""
    dealt = table.state is not None and table.started_at is not None
    view = table.game.view(table.state, seat) if dealt else None
    return SeatView(
        table=table.id,
        seq=table.seq,
        status=table.status,
        game=table.facts.game,
        me=seat,
        to_act=table.to_act,
        legal=legal(table, seat),
        view=msgspec.to_builtins(view) if dealt else None,
        picture=table.game.picture(view) if dealt and drawn else None,
        clocks=clock_views(table),
        seats=tuple(_seat_info(table, Seat(i), names) for i in range(len(table.chairs))),
        outcome=table.result,
        told=tuple(told),
        rematch=rematch_view(table, sources.now_ms()) if table.rematch else None,
    )


def user_view(table: TableState, user: int | None) -> SeatView:
    """The table as *user* may see it now, without its story: what acts are answered with."""
    return seat_view(table, table.seat_of(user), names=users_of(table), drawn=False)


def rematch_view(table: TableState, at: int) -> RematchView | None:
    """The offer to play again as it stands at *at* (epoch ms)."""
    offer = table.rematch
    if offer is None:
        return None
    status: Literal["open", "declined", "withdrawn", "lapsed", "begun"] = "open" if offer.is_open(at) else "lapsed"
    if offer.table is not None:
        status = "begun"
    elif offer.withdrawn:
        status = "withdrawn"
    elif offer.declined is not None:
        status = "declined"
    answers = tuple(_answer(table, offer, Seat(seat)) for seat in range(len(table.chairs)))
    return RematchView(offer.by, offer.until, status, answers, offer.table, offer.exhausted)


def _answer(table: TableState, offer: Rematch, seat: Seat) -> Literal["offered", "accepted", "declined", "waiting"]:
    if seat == offer.by:
        return "offered"
    if seat == offer.declined:
        return "declined"
    return "accepted" if offer.agrees(seat, table.chairs) else "waiting"


def legal(table: TableState, seat: Seat | None) -> tuple[str, ...]:
    """The moves of *seat* in notation; none for a spectator, nor for a seat that has been given up."""
    if seat is None or seat not in table.to_act or seat in table.gone:
        return ()
    text = table.game.move_text
    return tuple(text(move) for move in table.game.legal(table.state, seat))


def clock_views(table: TableState) -> tuple[ClockView, ...]:
    if table.facts.clock is None:
        return ()
    return tuple(
        _clock_view(mine, table.due(Seat(i)) if i in table.to_act else None) for i, mine in enumerate(table.clocks)
    )


def _clock_view(mine: SeatClock, due: int | None) -> ClockView:
    return ClockView(mine.left, due, first=due is not None and not mine.has_moved)


def users_of(*tables: TableState) -> dict[int, Called]:
    """How the users at *tables* are called."""
    return accounts.called(chair.user for table in tables for chair in table.chairs if chair.user is not None)


def _seat_info(table: TableState, seat: Seat, names: Mapping[int, Called]) -> SeatInfo:
    chair = table.chairs[seat]
    user = names.get(chair.user) if chair.user is not None else None
    left: dict[Seat, Presence] = {out.seat: out.how for out in table.left}
    presence: Presence = "open" if chair.user is None else left.get(seat, "playing")
    if table.gathering and seat not in table.joined:
        presence = "awaited"
    name = user.name if user else ""
    level = chair.bot or (user.level if user else "")
    return SeatInfo(seat, chair.user, name, bool(level), level, presence, seat in table.programs)


def happening(game: AnyGame, event: Event, seq: int, seat: Seat | None) -> Happening | None:
    """*event* (number *seq*) as a line for the viewer at *seat*, ``None`` if there is nothing to say of it."""
    seen = event.seen_by(seat)
    if seen is None:
        return None
    text = game.tell(seen) if is_of_game(seen.kind) else _table_line(seen)
    return Happening(seq, getattr(seen, "seat", None), text, seen.kind) if text is not None else None


def _table_line(event: Event) -> Text | None:
    if (line := _OF_A_SEAT.get(event.kind)) is not None:
        return Text(line, {"seat": seat_ref(event.seat)})  # type: ignore[attr-defined]  # these have one
    match event:
        case TableStarted():
            return Text(_("The table is full: play begins."))
        case TimeCredited(ms=ms, seat=seat) if seat is not None:
            return Text(
                _("{seat} was given {seconds} s by the organiser."), {"seat": seat_ref(seat), "seconds": ms // 1000}
            )
        case TimeCredited(ms=ms) if ms >= 2 * MINUTE:
            minutes = round(ms / MINUTE)
            return Text(_("The service stood still for {minutes} min; the time was given back."), {"minutes": minutes})
        case TimeCredited(ms=ms):
            return Text(_("The service stood still for {seconds} s; the time was given back."), {"seconds": ms // 1000})
        case VacationTaken(seat=seat, ms=ms):
            return Text(
                _("{seat} is on vacation: their clock stands still for {hours} h."),
                {"seat": seat_ref(seat), "hours": round(ms / HOUR)},
            )
        case TableAborted():
            return Text(_("The table was called off."))
        case TableFinished():
            return Text(_("The table is finished."))
    return None


_OF_A_SEAT: Final = {
    SeatTaken.kind: _("{seat} sat down."),
    BotSeated.kind: _("{seat} sat down."),
    TableJoined.kind: _("{seat} came to the table."),
    ProgramNoted.kind: _("A program plays for {seat}."),
    SeatResigned.kind: _("{seat} resigned."),
    SeatFlagged.kind: _("{seat} ran out of time."),
    ResultReported.kind: _("{seat} reported the result."),
    ReportDisputed.kind: _("{seat} disputed the result."),
}
"""What is told of an event that has nothing but a seat."""
