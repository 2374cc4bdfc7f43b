"""Analyses of tables: asked for, under way, there."""

from typing import ClassVar

from django.db import models
from django.db.models import Q


class Analysis(models.Model):
    """What was found of a table that is over, or who waits for it. Times are epoch milliseconds."""

    table = models.CharField(primary_key=True, max_length=10)
    asked_by = models.BigIntegerField(null=True, db_index=True)
    """The user who asked for it; null: it was made by itself."""
    asked_at = models.BigIntegerField()
    version = models.CharField(max_length=20)
    """Of what worked it out (``findings.VERSION``)."""
    begun_at = models.BigIntegerField(null=True)
    beat_at = models.BigIntegerField(null=True)
    """When its worker last said that it is alive."""
    tries = models.SmallIntegerField(default=0)
    done = models.SmallIntegerField(default=0)
    """Percent."""
    made_at = models.BigIntegerField(null=True)
    found = models.BinaryField(null=True)
    """JSON of a ``findings.Findings``; while it is made again, what was found before."""

    class Meta:
        app_label = "learning"
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["asked_at"], name="analyses_waiting", condition=Q(made_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.table}"


class SeatAnalysis(models.Model):
    """What was found of one person at a table, for finding their games and for means over many of them. It is that
    person's: it stays when another one has the analysis deleted."""

    pk = models.CompositePrimaryKey("analysis_id", "seat")
    analysis = models.ForeignKey(Analysis, on_delete=models.DO_NOTHING, db_constraint=False)
    seat = models.SmallIntegerField()
    user = models.BigIntegerField()
    game = models.CharField(max_length=40)
    ended_at = models.BigIntegerField()
    """Epoch ms."""
    mistakes = models.SmallIntegerField()
    """Decisions that are proved to be mistakes, of *solved* ones."""
    solved = models.SmallIntegerField()
    preferred = models.SmallIntegerField()
    """Decisions in which the computer prefers another move, of *weighed* others."""
    weighed = models.SmallIntegerField()
    thrown = models.BooleanField()
    """Whether a proved win became none."""
    luck = models.FloatField(null=True)
    """Null where it tells too little."""

    class Meta:
        app_label = "learning"
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "-ended_at", "analysis"], name="analyses_of_user"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.analysis_id}"
