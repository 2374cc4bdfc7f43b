"""Projections of the pools' streams. ``manage.py rebuild`` makes them again."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Rating(models.Model):
    """A user in a pool, now. ``summited`` says that 2400 has been reached at some time."""

    pk = models.CompositePrimaryKey("game", "user")
    game = models.CharField(max_length=40)
    user = models.BigIntegerField()
    rating = models.FloatField()
    tables = models.IntegerField()
    summited = models.BooleanField()
    rated_at = models.BigIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["game", "-rating"], name="ratings_ladder")]

    def __str__(self) -> str:
        return f"user {self.user} at {self.game}"


class RatingChange(models.Model):
    """What one table, or a correction of it, did to one user: the history. ``seq`` is the event's in the pool."""

    pk = models.CompositePrimaryKey("game", "seq", "user")
    game = models.CharField(max_length=40)
    seq = models.IntegerField()
    user = models.BigIntegerField()
    table = models.CharField(max_length=10)
    place = models.SmallIntegerField()
    """0 where the table counts no more."""
    before = models.FloatField()
    after = models.FloatField()
    at = models.BigIntegerField()
    ruling = models.CharField(max_length=20, blank=True, default="")
    """The ruling that corrected it, as ``tournament/number``; empty for the table itself."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "game", "seq"], name="ratings_history"),
            models.Index(fields=["table"], name="ratings_of_table"),
        ]

    def __str__(self) -> str:
        return f"user {self.user} at table {self.table}"
