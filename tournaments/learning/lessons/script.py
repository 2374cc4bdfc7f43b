"""A lesson played by the rules: where each step stands, and what comes of a move. Pure."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from engine.notation import Turn
from engine.registry import GAMES
from engine.text import gettext_noop as _
from tournaments.learning.lessons.lesson import Lesson
from tournaments.learning.lessons.registry import LESSONS
from tournaments.log.errors import Refused
from tournaments.tables import lines
from tournaments.tables.decisions import move_events
from tournaments.tables.frames import Moment, pauses
from tournaments.tables.state import TableState

MOST = 12
"""Replies to another move than the step is about."""


class Scene(NamedTuple):
    """Moments of a lesson: the one that came before a step, the one that it shows, and the one that it ends with."""

    first: int
    start: int
    end: int


class Answer(NamedTuple):
    """What comes of a move: the moments that it leads through, the position that it was made in first.

    ``text`` is the coach's own sentence for it, marked for translation, if there is one.
    """

    kind: Literal["made", "tried"]
    moments: Sequence[Moment]
    text: str


@lru_cache(maxsize=len(GAMES))
def moments(game: str) -> Sequence[Moment]:
    """The whole script of the lesson of *game*, played."""
    return tuple(lines.opened(LESSONS[game].notation))


def scene(lesson: Lesson, number: int) -> Scene:
    """Where step *number* (from 1) stands."""
    end = 0
    for step in lesson.steps[:number]:
        first, start = end, end + len(step.leading)
        end = start + bool(step.move) + len(step.replies)
    return Scene(first, start, end)


def leading(lesson: Lesson, number: int) -> Sequence[Moment]:
    """What was played before step *number*, the position that it shows last."""
    at = scene(lesson, number)
    return moments(lesson.game)[at.first : at.start + 1]


def answer(lesson: Lesson, number: int, move: str) -> Answer:
    """What comes of *move* at step *number*: what is written, or what the others would play then.

    Raises :class:`~tournaments.log.errors.Refused` where the rules refuse it, or nothing is asked for.
    """
    step, at, played = lesson.steps[number - 1], scene(lesson, number), moments(lesson.game)
    if not step.move:
        raise Refused("nothing_asked", _("There is nothing to choose at this step."))
    move_events(played[at.start][1], lesson.seat, move, lesson.chance)
    if move == step.move:
        return Answer("made", played[at.start : at.end + 1], step.done)
    return Answer(
        "tried", _tried(lesson, played[: at.start + 1], move, step.replies), step.others.get(move, step.otherwise)
    )


def _tried(lesson: Lesson, played: Sequence[Moment], move: str, script: Sequence[Turn]) -> Sequence[Moment]:
    """*move* and what follows, until something is decided or the pupil is asked again."""
    line = [Turn(lesson.seat, move)]
    for _reply in range(MOST):
        found = lines.tried(played, played[-1][1].seq, line, lesson.chance)
        before, now, _, commit = found[-1]
        if pauses(before, commit) or lesson.seat in now.to_act or not now.to_act:
            break
        line.append(_next(now, script))
    return found


def _next(table: TableState, script: Sequence[Turn]) -> Turn:
    """What a player does: as it is written where the rules allow it, else what looks best."""
    game, seat = table.game, table.to_act[0]
    legal = {game.move_text(move): move for move in game.legal(table.state, seat)}
    for turn in script:
        if turn.seat == seat and turn.text in legal:
            return turn
    view = game.view(table.state, seat)
    return Turn(seat, max(legal, key=lambda text: game.appraise(view, legal[text])))
