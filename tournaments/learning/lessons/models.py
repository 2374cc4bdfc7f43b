"""How far users have come in the first lessons."""

from typing import ClassVar

from django.db import models


class LessonProgress(models.Model):
    """``step`` is the furthest that *user* has seen of the lesson of ``game``; ``done`` once they have seen its end."""

    user = models.BigIntegerField()
    game = models.CharField(max_length=20)
    step = models.SmallIntegerField()
    done = models.BooleanField()
    at = models.BigIntegerField()
    """When it last grew, in epoch ms."""

    class Meta:
        app_label = "learning"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "game"], name="learning_lesson_once")
        ]

    def __str__(self) -> str:
        return f"lesson of {self.game} of {self.user}, {self.step}"
