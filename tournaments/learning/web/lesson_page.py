"""A step of a lesson as its page shows it: the table of the pupil, and what the coach says."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import pgettext
from msgspec.structs import replace

from accounts.selectors import Called
from tournaments.kit.words import Reader
from tournaments.learning.lessons import script
from tournaments.learning.lessons.lesson import Lesson
from tournaments.log.errors import Refused
from tournaments.tables.frames import Moment, frames_of, lines
from tournaments.tables.seen import SeatView, seat_view
from tournaments.tables.web.board import Board

TOLD = 2
"""Lines of what happened, where no picture of it is held."""


@dataclass(frozen=True)
class ShownStep:
    """``asks`` a move, or goes on; ``kind`` is ``made`` or ``tried`` behind a move, or ``refused``."""

    kind: str
    board: Board
    says: list[SafeString]
    asks: bool


def asked(lesson: Lesson, number: int) -> ShownStep:
    """Step *number* (from 1) before anything is chosen."""
    step = lesson.steps[number - 1]
    board = _board(lesson, script.leading(lesson, number), held=step.held, asks=bool(step.move), points=step.points)
    return ShownStep("", board, [_said(board.reader, lesson, step.says)], bool(step.move))


def answered(lesson: Lesson, number: int, move: str) -> ShownStep:
    """What comes of *move*. Raises :class:`~tournaments.log.errors.Refused`."""
    answer = script.answer(lesson, number, move)
    board = _board(lesson, answer.moments, held=True, asks=False)
    said = [_said(board.reader, lesson, answer.text)] if answer.text else []
    return ShownStep(
        answer.kind, board, [*([] if board.held else _told(board.reader, lesson, answer.moments)), *said], False
    )


def refused(lesson: Lesson, number: int, error: Refused) -> ShownStep:
    """Step *number* again, with why the move may not be made."""
    shown = asked(lesson, number)
    return ShownStep("refused", shown.board, [shown.board.reader.html(error.reason)], shown.asks)


def felt(lesson: Lesson, number: int, shown: ShownStep) -> SafeString:
    """The table with the coach's bubble in it."""
    about = {"lesson": lesson, "step": lesson.steps[number - 1], "number": number, "last": len(lesson.steps)}
    bubble = render_to_string("lessons/bubble.html", about | {"shown": shown, "before": number - 1})
    return render_to_string("tables/felt.html", {"board": shown.board, "view": shown.board.view, "bubble": bubble})


def _board(lesson: Lesson, moments: Sequence[Moment], *, held: bool, asks: bool, points: Sequence[str] = ()) -> Board:
    """The table after *moments*, or as what they decided lay there."""
    names = _names(lesson)
    frame = _held(lesson, moments, names) if held else None
    view = frame or seat_view(moments[-1][1], lesson.seat, names=names)
    return Board(view if asks else replace(view, legal=()), held=frame is not None, pointed=points)


def _held(lesson: Lesson, moments: Sequence[Moment], names: dict[int, Called]) -> SeatView | None:
    """The last thing that was decided behind the first of *moments*."""
    for before, after, _at, commit in reversed(moments[1:]):
        if found := frames_of(before, after, commit, lesson.seat, names):
            return found[-1]
    return None


def _told(reader: Reader, lesson: Lesson, moments: Sequence[Moment]) -> list[SafeString]:
    """What happened behind the first of *moments*, in the words of the game."""
    told = [line for _, after, _, commit in moments[1:] for line in lines(after, commit, lesson.seat)]
    return [reader.html(line.text) for line in told[:TOLD]]


def _said(reader: Reader, lesson: Lesson, message: str) -> SafeString:
    return reader.html(lesson.text(message))


def _names(lesson: Lesson) -> dict[int, Called]:
    """The users of nobody who sit there."""
    own = pgettext("You took the trick", "You")
    return {seat: Called(name or own) for seat, name in enumerate(lesson.names, start=1)}
