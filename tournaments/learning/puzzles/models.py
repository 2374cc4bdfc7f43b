"""What is kept of puzzles: those mined from tables, how hard each is, who answered what. Times are epoch ms."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class Mined(models.Model):
    """A puzzle as a row: from its first answer on, or, if it comes from a public table, from its proof on."""

    id = models.CharField(primary_key=True, max_length=60)
    game = models.CharField(max_length=40)
    table = models.CharField(max_length=10, default="", db_default="")
    """Where people played it; empty for one of the files."""
    kept = models.JSONField(null=True)
    """``mining.Kept``; null where it stands in a file."""
    rating = models.FloatField()
    answers = models.IntegerField(default=0)
    """First answers of people: what the rating was changed by."""
    at = models.BigIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game", "-at"], name="puzzles_of_tables", condition=~Q(table="")),
        ]

    def __str__(self) -> str:
        return self.id


class Answer(models.Model):
    """What *user* answered to a puzzle on the day whose puzzle it was, or on no such day. First answers count."""

    user = models.BigIntegerField()
    puzzle = models.CharField(max_length=60)
    game = models.CharField(max_length=40)
    day = models.DateField(null=True)
    """The day whose puzzle it was, by the user's own calendar; null for any other puzzle."""
    made_up = models.DateField(null=True)
    """When a missed day was made up."""
    moves = ArrayField(models.CharField(max_length=40))
    """The different answers, in order."""
    solved = models.BooleanField()
    at = models.BigIntegerField()
    due_at = models.BigIntegerField(null=True)
    """When a puzzle comes back whose first answer was wrong."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["user", "puzzle", "day"], name="puzzles_answered_once", nulls_distinct=False
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "day"], name="puzzles_by_day", condition=Q(day__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.puzzle} by {self.user}"

    @property
    def first(self) -> bool:
        """Whether the first answer was right."""
        return self.solved and len(self.moves) == 1


class Solver(models.Model):
    """How well *user* solves puzzles: a rating of its own, which no game's rating knows of."""

    user = models.BigIntegerField(primary_key=True)
    rating = models.FloatField()
    answers = models.IntegerField()

    def __str__(self) -> str:
        return f"solver {self.user}"
