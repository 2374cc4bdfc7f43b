"""Playing on from a position of a table that is over: what it follows from, and cards dealt again. Pure."""

from collections.abc import Sequence

from engine.chance import SeedChance
from engine.deals import NoDeal, Position, another, laid, played_again
from engine.events import Seat
from engine.game import parse_options
from engine.notation import LEAVES
from engine.registry import GAMES
from engine.text import gettext_noop as _
from tournaments.tables import lines
from tournaments.tables.errors import Refused, WrongStatus
from tournaments.tables.events import PlayedOn, PositionLaid
from tournaments.tables.frames import Moment
from tournaments.tables.lines import Line
from tournaments.tables.state import TableState, deal_is_over


class Origin:
    """The position of a table, whose commits are *moments*, after the event and the moves of *line*.

    Raises :class:`WrongStatus` for a table that is not over, and :class:`Refused` for rules that no table is opened by
    any more (``old_rules``), before the deal (``no_position``), at the end of the game (``position_over``), and for a
    move that cannot be made.
    """

    def __init__(self, moments: Sequence[Moment], line: Line) -> None:
        self.table = moments[-1][1]
        if not deal_is_over(self.table):
            raise WrongStatus("not_finished", _("This table is not finished."))
        if self.table.facts.rules != GAMES[self.table.facts.game].version:
            raise Refused("old_rules", _("This game was played by rules of an older version."))
        tried = _tried(moments, line)
        self.line = Line(tried[0][1].seq, line.turns)
        self._moments = [*(each for each in moments if each[1].seq <= self.line.after), *tried[1:]]
        if not self._last.to_act:
            raise _over()

    @property
    def _last(self) -> TableState:
        return self._moments[-1][1]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self._last.to_act

    def position(self) -> Position:
        """What is played on from. Its moves are looked for, which takes time."""
        game, facts = self._last.game, self.table.facts
        turns = [turn for turn in lines.turns_of(self._moments) if turn.text not in LEAVES]
        options = parse_options(game, facts.options)
        return Position(game, len(facts.chairs), options, turns, lines.log_of(self._moments))

    def told(self, seat: Seat, *, dealt_again: bool) -> PlayedOn:
        """What everybody may know of it where *seat* is played on."""
        return PlayedOn(self.table.id, self.line.after, len(self.line.turns), seat, dealt_again)


def _tried(moments: Sequence[Moment], line: Line) -> Sequence[Moment]:
    dealt = next((before.seq for before, after, _, _ in moments if after.state is not None), line.after)
    if line.after <= dealt:
        raise _no_position()
    if line.after > moments[-1][1].seq:
        raise _over()
    try:
        return lines.tried(moments, line.after, line.turns)
    except LookupError:
        raise _no_position() from None


def _over() -> Refused:
    return Refused("position_over", _("The game is over there."))


def _no_position() -> Refused:
    return Refused("no_position", _("No cards had been dealt there."))


def laid_out(position: Position, seat: Seat, seed: bytes, *, dealt_again: bool) -> PositionLaid:
    """*position*, the cards that *seat* had not been told of dealt again, or as it was.

    The deal follows from *seed* and what the seat had been told alone. Raises :class:`Refused` ``no_deal`` if none is
    found.
    """
    chance = SeedChance(seed)
    try:
        table = another(position, seat, chance, chance) if dealt_again else played_again(position, (), chance)
    except NoDeal:
        table = None
    if table is None:
        raise Refused("no_deal", _("No other deal was found that fits what this seat knew."), field="as_it_was")
    found = laid(table)
    return PositionLaid(found.orders, found.moves)
