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
    """JSON of a ``findings.Findings``."""

    class Meta:
        app_label = "learning"
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["asked_at"], name="analyses_waiting", condition=Q(made_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"analysis of {self.table}"
