"""How far a user has come in each lesson: a row a user and game. Strangers have none."""

from typing import Any, Final, NamedTuple

from django.db.models.functions import Greatest

from accounts.holdings import Holding
from accounts.models import User
from tournaments.learning.lessons.models import LessonProgress
from tournaments.learning.lessons.registry import LESSONS
from tournaments.log import sources


class Progress(NamedTuple):
    """``step`` is the furthest step that was seen, 0 if none."""

    step: int
    done: bool


def of(user_id: int | None) -> dict[str, Progress]:
    """By game, those that *user_id* has begun."""
    if user_id is None:
        return {}
    rows = LessonProgress.objects.filter(user=user_id, game__in=LESSONS)
    return {row.game: Progress(row.step, row.done) for row in rows}


def reach(*, user_id: int | None, game: str, step: int) -> None:
    """Note that *user_id* has seen *step* of the lesson of *game*: written only if it is further than before."""
    if user_id is None or of(user_id).get(game, Progress(0, False)).step >= step:
        return
    at = sources.now_ms()
    _row, made = LessonProgress.objects.get_or_create(
        user=user_id, game=game, defaults={"step": step, "done": False, "at": at}
    )
    if not made:
        LessonProgress.objects.filter(user=user_id, game=game).update(step=Greatest("step", step), at=at)


def finish(*, user_id: int | None, game: str) -> None:
    """Note that *user_id* has seen the end, if they have seen the last step."""
    if user_id is not None:
        last = len(LESSONS[game].steps)
        rows = LessonProgress.objects.filter(user=user_id, game=game, step__gte=last, done=False)
        rows.update(done=True, at=sources.now_ms())


def forget(*, user_id: int) -> None:
    """All lessons are as if they had not been begun."""
    LessonProgress.objects.filter(user=user_id).delete()


def _kept(user: User) -> list[dict[str, Any]]:
    rows = LessonProgress.objects.filter(user=user.pk).order_by("game")
    return [{"game": row.game, "step": row.step, "done": row.done, "at": row.at} for row in rows]


def _forget(user: int) -> None:
    forget(user_id=user)


HOLDING: Final = Holding("lessons", _kept, _forget)
