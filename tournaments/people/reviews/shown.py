"""What the person who leads a review shows the others: a position, eyes, a line, marks on cards. Pure."""

from collections.abc import Callable
from typing import Final
from urllib.parse import urlencode

from msgspec import Struct

from engine.text import gettext_noop as _
from tournaments.people.errors import Refused
from tournaments.tables import marks
from tournaments.tables.front import asked_eyes
from tournaments.tables.lines import Line
from tournaments.tables.marks import Arrow, Mark

FURTHEST: Final = 99_999
"""No game has more positions; what lies behind the last one shows the last one."""
EYES: Final = frozenset(("public", "turn", "all"))


class Viewing(Struct, frozen=True):
    """``move`` counts positions; ``seat`` are the eyes, ``front`` is the seat at the bottom."""

    move: int = 0
    seat: str = "all"
    front: int = 0
    after: int | None = None
    line: str = ""
    rings: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    @property
    def played_on(self) -> Line | None:
        """The line that is tried beside the game."""
        return None if self.after is None else Line.of(str(self.after), self.line)

    @property
    def eyes(self) -> str:
        """The eyes and the line as an address has them, always in the same words."""
        line = self.played_on
        return f"{urlencode(asked_eyes(self.seat, self.front))}{f'&{line.query}' if line else ''}"


def check(showing: Viewing, *, seats: int, is_card: Callable[[str], bool]) -> None:
    """Raises :class:`~tournaments.people.errors.Refused` unless it may be shown of a game with that number of *seats*.

    >>> check(Viewing(seat="7"), seats=2, is_card=bool)
    Traceback (most recent call last):
    ...
    tournaments.log.errors.Refused: bad_eyes: Choose a seat of this table.
    """
    if not 0 <= showing.move <= FURTHEST:
        raise Refused("bad_move", _("There is no such position."), field="move")
    own = {str(seat) for seat in range(seats)}
    if showing.seat not in EYES | own or str(showing.front) not in own:
        raise Refused("bad_eyes", _("Choose a seat of this table."), field="seat")
    marks.check(showing.rings, showing.arrows, seats=seats, is_card=is_card)
