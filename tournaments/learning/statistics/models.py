"""Bids as they are counted: no table and no player is named."""

from typing import ClassVar

from django.db import models


class BidCount(models.Model):
    """How often players made a choice with a hand of one strength, knowing the same, and what came of it."""

    game = models.CharField(max_length=40)
    seats = models.SmallIntegerField()
    people = models.BooleanField()
    """Whether people made it; else bots."""
    asked = models.CharField(max_length=20)
    known = models.CharField(max_length=20)
    choice = models.CharField(max_length=20)
    strength = models.IntegerField(null=True)
    cases = models.IntegerField(default=0)
    made = models.IntegerField(default=0)
    points = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["game", "seats", "people", "asked", "known", "choice", "strength"],
                name="bids_counted_once",
                nulls_distinct=False,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.choice}"


class BidsCounted(models.Model):
    """How far the tables have been counted, in the order in which they ended: one row."""

    version = models.IntegerField()
    """Of what is counted (``counting.VERSION``)."""
    finished_at = models.BigIntegerField(default=0)
    table = models.CharField(max_length=10, default="")

    def __str__(self) -> str:
        return f"counted up to {self.table}"
