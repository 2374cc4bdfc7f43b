"""Answers: judged by what was proven, counted once for ratings, for the day and for what comes back."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from django.db import transaction
from msgspec import Struct

from accounts.models import User
from engine.text import Text
from engine.text import gettext_noop as _
from tournaments.learning.puzzles import catalogue, rating
from tournaments.learning.puzzles.catalogue import Asked
from tournaments.learning.puzzles.errors import Refused
from tournaments.learning.puzzles.models import Answer, Mined, Solver
from tournaments.learning.puzzles.rating import Rated
from tournaments.learning.puzzles.selectors import counts_for
from tournaments.log import sources
from tournaments.platform import limits
from tournaments.platform.units import DAY

BACK_AFTER: Final = 7 * DAY
"""Ms until a puzzle comes back whose first answer was wrong."""


class Judged(Struct, frozen=True):
    """``right``: it is a winning move. ``before`` and ``after``: the solver's rating, equal if nothing was counted."""

    right: bool
    counted: bool = False
    before: int = 0
    after: int = 0


def answer(*, puzzle_id: str, move: str, user: User | None, today: date, day: date | None = None) -> Judged:
    """What *move* is worth. The first answer of a *user* counts; a stranger's and a guest's leave no trace.

    *today* is the day by the user's own calendar, *day* the one whose puzzle it is meant to be: if it is not, or is
    over, the answer counts for no day. The same answer again changes nothing. Raises
    :class:`~tournaments.learning.puzzles.errors.UnknownPuzzle` and ``Refused`` ``bad_answer``.
    """
    limits.count("puzzles", user=user.pk if user else None, guest=bool(user and user.is_guest))
    asked = catalogue.asked(puzzle_id)
    proof = asked.kept.puzzle
    if move not in proof.wins and move not in proof.lines:
        raise Refused("bad_answer", Text(_("Choose one of the moves that may be made.")), field="move")
    right = move in proof.wins
    if user is None or user.is_guest:
        return Judged(right)
    with transaction.atomic():
        return _kept(asked, user.pk, move, right=right, day=day, today=today)


def _kept(asked: Asked, user: int, move: str, *, right: bool, day: date | None, today: date) -> Judged:
    solver = _solver(user)  # locked: one answer of a user at a time
    rows = {row.day: row for row in Answer.objects.filter(user=user, puzzle=asked.id)}
    meant = day if day is not None and counts_for(asked, day, user, today) else None
    found = rows.get(day) or rows.get(meant)
    before = solver.rating
    if not rows:
        _rate(solver, asked, right=right)
    if found is not None:
        _again(found, move, right=right)
    else:
        tried = dict.fromkeys([*_lately(rows.values()), move])
        _first(asked, user, list(tried), right=right, day=meant, today=today)
    _put_back(rows.values(), right=right)
    return Judged(right, not rows, round(before), round(solver.rating))


def _lately(rows: Iterable[Answer]) -> list[str]:
    """The moves of what was begun within 24 hours, without a day or for another one: after a wrong one among them a
    right one is not right at once."""
    since = sources.now_ms() - DAY
    return [move for row in sorted(rows, key=lambda row: row.at) if row.at > since for move in row.moves]


def _first(asked: Asked, user: int, moves: list[str], *, right: bool, day: date | None, today: date) -> None:
    """*moves* are all that were tried, the last one now."""
    now = sources.now_ms()
    Answer.objects.create(
        user=user,
        puzzle=asked.id,
        game=asked.game,
        day=day,
        made_up=today if day is not None and day != today else None,
        moves=moves,
        solved=right,
        at=now,
        due_at=None if right else now + BACK_AFTER,
    )


def _again(found: Answer, move: str, *, right: bool) -> None:
    if not found.solved and move not in found.moves:
        found.moves = [*found.moves, move]
        found.solved = right
        found.save(update_fields=["moves", "solved"])


def _put_back(rows: Iterable[Answer], *, right: bool) -> None:
    """A puzzle that has come back comes again, or is done with."""
    now = sources.now_ms()
    due = [row.pk for row in rows if row.due_at is not None and row.due_at <= now]
    Answer.objects.filter(pk__in=due).update(due_at=None if right else now + BACK_AFTER)


def _solver(user: int) -> Solver:
    Solver.objects.get_or_create(user=user, defaults={"rating": rating.START, "answers": 0})
    return Solver.objects.select_for_update().get(user=user)


def _rate(solver: Solver, asked: Asked, *, right: bool) -> None:
    row = _row(asked)
    mine, its = rating.after(Rated(solver.rating, solver.answers), Rated(row.rating, row.answers), right=right)
    solver.rating, solver.answers = mine
    row.rating, row.answers = its
    solver.save()
    row.save(update_fields=["rating", "answers"])


def _row(asked: Asked) -> Mined:
    first = {"game": asked.game, "rating": rating.first_of(asked.kept.puzzle), "at": sources.now_ms()}
    Mined.objects.get_or_create(pk=asked.id, defaults=first)
    return Mined.objects.select_for_update().get(pk=asked.id)
