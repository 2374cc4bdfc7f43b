"""How a table ended: who won and how in words, and the moment that decided it or was the last."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from accounts.selectors import Called
from engine.events import Seat
from engine.sheet import Line
from engine.text import Text
from engine.text import gettext_noop as _
from engine.text import seat as seat_ref
from tournaments.tables import frames, highlights
from tournaments.tables.seen import SeatView
from tournaments.tables.state import deal_is_over
from tournaments.tables.web.board import Board
from tournaments.tables.web.pieces import Area

_LEFT = {"resigned": _("{seat} resigned."), "flagged": _("{seat} ran out of time.")}


class Moment:
    """A trick, or what else was decided, as it lay there; *decisive* if who won was certain from then on."""

    def __init__(self, view: SeatView, *, decisive: bool) -> None:
        self.decisive = decisive
        self.board = Board(view, held=True)
        self.areas: list[Area] = ([self.board.trick] if self.board.trick else []) + self.board.rows
        parts = [part for part in (self.board.prompt, self.board.why) if part]
        sentences = any(part.endswith(".") for part in parts[:-1])  # what has a full stop needs no dot after it
        self.line = format_html_join(" " if sentences else " · ", "{}", ([part] for part in parts))
        self.asked = urlencode({"seq": view.seq})
        self.link = f"{reverse('table-replay', args=[view.table])}?{self.asked}" if view.table else ""


class Noted:
    """A line of the score sheet, with the most that a seat gained by it."""

    def __init__(self, board: Board, line: Line) -> None:
        self.title = board.reader.html(line.title)
        self.gained = line.gained
        self.most = max(line.gained)


class Ending:
    """What stands in the place of the felt once *board* is over; *moment* is one of a table that was played out."""

    def __init__(
        self, board: Board, moment: Moment | None, sheet: Sequence[Line], behind: tuple[int, int] | None
    ) -> None:
        self._board = board
        self._behind = behind
        self.moment = moment
        self.sheet = [Noted(board, line) for line in sheet] if len(sheet) > 1 else []
        """By deal or round, if there were several."""
        self.totals = sheet[-1].totals if sheet else ()
        self.names = [board.reader.seat(info.seat) for info in board.view.seats]
        self.tokens = any(seat.tokens for seat in board.seats)

    @property
    def title(self) -> SafeString:
        return self._board.reader.html(verdict(self._board).title)

    @property
    def why(self) -> SafeString:
        reader = self._board.reader
        return format_html_join(" ", "{}", ([reader.html(line)] for line in verdict(self._board).why))

    @property
    def turned(self) -> SafeString | str:
        """From where the winner came, if it was from behind."""
        if self._behind is None:
            return ""
        own, best = self._behind
        winner = seat_ref(_first(self._board)[0])
        return self._board.reader.html(
            Text(_("{seat}: {one} to {two} behind, and first"), {"seat": winner, "one": own, "two": best})
        )


class Verdict(NamedTuple):
    """Who won, and how: sentences."""

    title: Text
    why: tuple[Text, ...]


def verdict(board: Board) -> Verdict:
    """How a table ended that is over, in the game's own words, unless somebody left: then who is placed first is not
    for the game to say."""
    left = [(info.seat, info.presence) for info in board.view.seats if info.presence in _LEFT]
    if not left:
        why = board.picture.why
        return Verdict(board.picture.prompt, (why,) if why else ())
    return Verdict(_won(board), tuple(Text(_LEFT[how], {"seat": seat_ref(seat)}) for seat, how in left))


def _first(board: Board) -> list[int]:
    result = board.view.outcome
    return [seat for seat, place in enumerate(result.places) if place == 1] if result else []


def _won(board: Board) -> Text:
    first = _first(board)
    if len(first) == 1:
        return Text(_("{seat} won"), {"seat": seat_ref(first[0])})
    if len(first) == 2 and len({board.teams.get(seat) for seat in first} - {None}) == 1:
        return Text(_("{seat} and {partner} won"), {"seat": seat_ref(first[0]), "partner": seat_ref(first[1])})
    return Text(_("The first place is shared"))


def ending(board: Board, moments: Sequence[frames.Moment], seat: Seat | None, names: Mapping[int, Called]) -> Ending:
    """How the game of *moments* ended, of which *board* is the last position, for *seat*."""
    view = board.view
    sheet = frames.score_sheet(moments)
    if view.outcome is None or view.outcome.reason != "played" or not deal_is_over(view):
        return Ending(board, None, sheet, None)
    won = view.outcome.places.index(1)
    return Ending(board, _moment(moments, seat, names), sheet, highlights.furthest_behind(moments, won))


def _moment(moments: Sequence[frames.Moment], seat: Seat | None, names: Mapping[int, Called]) -> Moment | None:
    """The one that decided it if the game can tell, else the last, which need not have decided anything."""
    settled = frames.settled(moments, seat, names)
    if settled is not None:
        return Moment(settled, decisive=True)
    last = frames.latest(moments, seat, names)
    return Moment(last, decisive=False) if last else None
