"""Programs at tables: where none may play, and what is noted where one plays for a person."""

from collections.abc import Sequence

from accounts.models import User
from engine.events import Event, Seat, is_of_game
from engine.text import gettext_noop as _
from tournaments.platform import callers
from tournaments.tables.errors import NotAllowed
from tournaments.tables.events import ProgramNoted
from tournaments.tables.state import TableState


def check(*, people_only: bool, user: User | None = None) -> None:
    """Raise ``NotAllowed`` for *user*, if that is somebody's bot, and for a caller that is a program, where
    *people_only*. The bots of the service are not meant: who opens a table, or a tournament, seats them."""
    if people_only and (callers.is_program() or (user is not None and user.is_program)):
        raise NotAllowed("no_programs", _("This table is for people: programs may not play at it."))


def noted(table: TableState, seat: Seat, decided: Sequence[Event]) -> list[Event]:
    """What a move *decided* at *seat*; with it, if a program moves for a person there the first time, that it does."""
    asks = callers.caller()
    if asks is None or asks.program != "token" or seat in table.programs or not is_of_game(decided[-1].kind):
        return [*decided]
    return [*decided, ProgramNoted(seat)]
