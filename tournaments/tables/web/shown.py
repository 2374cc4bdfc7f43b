"""What a replay shows: a table of this site, a line that somebody tries there, or a game that came as text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeAlias

from django.http import Http404, QueryDict
from django.urls import reverse
from django.utils.translation import gettext

from accounts.selectors import Called, called
from engine.chance import Chance
from engine.events import Seat
from engine.notation import BadNotation
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.tables import frames, lines
from tournaments.tables.frames import Moment
from tournaments.tables.lines import Line
from tournaments.tables.selectors import Summary
from tournaments.tables.state import deal_is_over

Moments: TypeAlias = Sequence[Moment]
ADDRESS = 8_000
"""Characters of a game in an address: a thousand moves, as a rule."""


@dataclass(frozen=True)
class Shown:
    """``table`` is its id, empty without one; ``own`` the viewer's seat; ``mark`` names what all of it follows from."""

    address: str
    table: str
    game: str
    over: bool
    own: Seat | None
    users: tuple[int | None, ...]
    names: Mapping[int, Called]
    moments: Moments
    mark: str
    chance: Chance | None = None
    line: Line | None = None
    game_beside: Moments = ()
    """What the line stands beside."""

    @property
    def stored(self) -> bool:
        """Whether all of it is in the log."""
        return bool(self.table) and self.line is None

    @property
    def replay(self) -> str:
        """The address that is shared: a review has another."""
        return reverse("table-replay", args=[self.table]) if self.table else self.address

    @property
    def query(self) -> str:
        """What an address has to say of it beside its path."""
        return f"&{self.line.query}" if self.line else ""

    def trying(self, line: Line) -> "Shown":
        """The same with a line beside it. Raises :class:`~tournaments.tables.errors.Refused`."""
        moments = line.beside(self.moments, self.chance)
        mark = f"{self.mark}/{line.after}/{line.text}"
        return replace(self, moments=moments, mark=mark, line=line, game_beside=self.moments)

    def until(self, at: Moment) -> Line:
        """The line that begins at moment *at*, or goes on from there if this is one already."""
        if self.line is None:
            return Line(at[1].seq, ())
        made = next(number for number, moment in enumerate(self.moments) if moment is at)
        return replace(self.line, turns=self.line.turns[:made])


def of_table(summary: Summary, user: int | None) -> Shown:
    """The table up to its last commit, whatever its row says already. Only positions of a deal that is over may be
    played on from."""
    moments = frames.commits(summary.id)
    return Shown(
        address=reverse("table-replay", args=[summary.id]),
        table=summary.id,
        game=summary.game,
        over=deal_is_over(moments[-1][1]),
        own=summary.seat_of(user),
        users=summary.seats,
        names=called(user for user in summary.seats if user is not None),
        moments=moments,
        mark=frames.mark(moments),
    )


def of_text(text: str) -> Shown:
    """A game that stands in its own address. Raises :class:`~engine.notation.BadNotation` and
    :class:`~tournaments.tables.lines.Broken`."""
    lines.of_text(text)
    code = lines.packed(text)
    if len(code) > ADDRESS:
        raise BadNotation("too_long", Text(_("That is too long for an address, comments and all.")))
    return written_down(text, reverse("game-replay", args=[code]))


def written_down(text: str, address: str, names: Sequence[str] | None = None) -> Shown:
    """The game of *text*, which is looked at under *address*; its seats have these *names*, or those of the text."""
    read, moments = lines.of_text(text)
    names = read.names if names is None else names
    seated = {seat: Called(name) for seat, name in enumerate(names, start=1)}
    return Shown(
        address=address,
        table="",
        game=read.game.key,
        over=True,
        own=None,
        users=tuple(seated),
        names=seated,
        moments=moments,
        mark=sha256("\n".join((*names, text)).encode()).hexdigest(),
        chance=read.chance,
    )


def of_code(code: str) -> Shown:
    """The game in an address; raises as :func:`of_text` does, and ``Http404`` where none is."""
    try:
        text = lines.unpacked(code)
    except ValueError:
        raise Http404(gettext("There is no such game.")) from None
    return of_text(text)


def asked_line(asked: QueryDict) -> Line | None:
    """The line that an address has; raises :class:`~tournaments.tables.errors.Refused`."""
    after = asked.get("after")
    return None if after is None else Line.of(str(after), str(asked.get("line", "")))


def with_line(shown: Shown, asked: QueryDict) -> Shown:
    """*shown* with the line that is asked for, if it may be; raises :class:`~tournaments.tables.errors.Refused`."""
    line = asked_line(asked)
    return shown if line is None or not shown.over else shown.trying(line)
