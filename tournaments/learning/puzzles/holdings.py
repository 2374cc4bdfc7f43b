"""What is kept of somebody's puzzles, for the export and for the end of an account."""

from typing import Any, Final

from accounts.holdings import Holding
from accounts.models import User
from tournaments.learning.puzzles.models import Answer, Solver


def _rows(user: User) -> list[dict[str, Any]]:
    ratings = [{"rating": row.rating, "answers": row.answers} for row in Solver.objects.filter(user=user.pk)]
    answers = Answer.objects.filter(user=user.pk).order_by("at", "pk")
    return [*ratings, *map(_answer, answers)]


def _answer(row: Answer) -> dict[str, Any]:
    return {
        "puzzle": row.puzzle,
        "day": row.day.isoformat() if row.day else None,
        "made_up": row.made_up.isoformat() if row.made_up else None,
        "moves": row.moves,
        "solved": row.solved,
        "at": row.at,
    }


def _forget(user: int) -> None:
    Answer.objects.filter(user=user).delete()
    Solver.objects.filter(user=user).delete()


HOLDING: Final = Holding("puzzles", _rows, _forget)
