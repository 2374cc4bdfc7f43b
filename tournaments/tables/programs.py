"""Programs at tables: where none may play, and what is noted where one plays for a person."""

from accounts.models import User
from engine.events import Event, Seat
from engine.text import gettext_noop as _
from tournaments.platform import callers
from tournaments.tables.errors import NotAllowed
from tournaments.tables.events import ProgramNoted
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES


def check(*, people_only: bool, user: User | None = None) -> None:
    """Raise ``NotAllowed`` for *user*, if that is somebody's bot, and for a caller that is a program, where
    *people_only*. Bots of the house are no programs: who opens a table, or a tournament, seats them."""
    if people_only and (callers.is_program() or (user is not None and user.is_program)):
        raise NotAllowed("no_programs", _("Programs may not play here."))


def note(table: TableState, user_id: int) -> None:
    """If a program asks for *user_id*, who is a person, have that noted at *table*, once and while it is played."""
    asks, seat = callers.caller(), table.seat_of(user_id)
    if asks is None or asks.program != "token" or seat is None or seat in table.programs:
        return
    TABLES.carry_out(table.id, lambda now: noting_events(now, seat), actor=user_id, command=None)


def noting_events(table: TableState, seat: Seat) -> list[Event]:
    return [ProgramNoted(seat)] if table.status == "playing" and seat not in table.programs else []
