"""Projections of the pools' streams, and what is still to be told them. ``manage.py rebuild`` makes the former again.

A pool is named as its stream is, without the prefix: ``gasp``, ``club:<club>:gasp``, ``season:<id>``. Times are epoch
ms.
"""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Floor


class Rating(models.Model):
    """A user in a pool, now."""

    pk = models.CompositePrimaryKey("pool", "user")
    pool = models.CharField(max_length=60)
    user = models.BigIntegerField()
    bot = models.CharField(max_length=40)
    """The level of a bot, or whose it is, as its tables say; empty for a person."""
    rating = models.FloatField()
    tables = models.IntegerField()
    summited = models.BooleanField()
    """2400 has been reached at some time."""
    peak = models.FloatField()
    """The highest since table 30, 0 before."""
    met = ArrayField(models.BigIntegerField())
    """The people of the last duels that weighed something, the latest last."""
    steady = ArrayField(models.BooleanField(), default=list, db_default=[])
    """Of the site, which of ``met`` were settled or introduced then; empty of a person who is settled."""
    known = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    """Of the site, the first people met who were settled then; empty of a person who is settled."""
    introduced = models.IntegerField(default=0, db_default=0)
    """Of the site, the seq of the table behind which ``known`` was complete; 0 before, or if settled sooner."""
    settled = models.IntegerField(default=0, db_default=0)
    """Of the site, the seq of the table that settled this person; 0 before."""
    acquainted = models.BooleanField(default=False)
    """Of clubs and seasons: enough different people have been met."""
    provisional = models.BooleanField(default=True)
    rated_at = models.BigIntegerField()
    """When the last table ended."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(
                "pool",
                "provisional",
                Floor(models.F("rating") + 0.5).desc(),
                models.F("tables").desc(),
                "user",
                name="ratings_ladder",
            ),
            models.Index(fields=["user"], name="ratings_of_user"),
            models.Index(fields=["pool", "rated_at"], name="ratings_by_activity"),
            models.Index(fields=["pool", "settled"], name="ratings_first_settled", condition=Q(settled__gt=0)),
        ]

    def __str__(self) -> str:
        return f"user {self.user} in {self.pool}"


class RatedTable(models.Model):
    """A table of a pool as it counts now. ``seq`` is its event's in the pool."""

    pk = models.CompositePrimaryKey("pool", "seq")
    pool = models.CharField(max_length=60)
    seq = models.IntegerField()
    table = models.CharField(max_length=10)
    ended = models.BigIntegerField()
    early = models.BooleanField()
    """Somebody left before their first own decision."""
    keys = ArrayField(models.TextField())
    """Who sat there, people by id and bots by level."""
    facts = models.TextField()
    """The event, as the codec of pools writes it."""
    places = ArrayField(models.SmallIntegerField(), null=True)
    """By seat; ``None`` where it is void."""
    ruling = models.CharField(max_length=40)
    """What the places rest on; empty as it was played."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["pool", "table"], name="ratings_table_once")
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["pool", "ended"], name="ratings_by_end"),
            models.Index(fields=["pool", "ended"], name="ratings_left_early", condition=Q(early=True)),
        ]

    def __str__(self) -> str:
        return f"table {self.table} in {self.pool}"


class RatingChange(models.Model):
    """What one table did to one user, as known now: the history. ``seq`` is the event's in the pool."""

    pk = models.CompositePrimaryKey("pool", "seq", "user")
    pool = models.CharField(max_length=60)
    seq = models.IntegerField()
    user = models.BigIntegerField()
    table = models.CharField(max_length=10)
    place = models.SmallIntegerField()
    """0 where the table is void."""
    side = models.SmallIntegerField()
    """Partners have the same."""
    seats = models.SmallIntegerField()
    """How many sat there."""
    before = models.FloatField()
    after = models.FloatField()
    tables = models.IntegerField()
    """That count, with this one if it does."""
    met = ArrayField(models.BigIntegerField())
    """The people whom it moved the user against."""
    first = models.FloatField()
    """``after`` as it was shown when the table had been rated."""
    at = models.BigIntegerField()
    """When the table ended."""
    ruling = models.CharField(max_length=40, blank=True, default="")
    """What corrected the table last, as ``tournament/number``."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "pool", "seq"], name="ratings_history"),
            models.Index(fields=["table"], name="ratings_of_table"),
        ]

    def __str__(self) -> str:
        return f"user {self.user} at table {self.table}"


class Ruling(models.Model):
    """That event *seq* of a pool is a ruling: so that nobody looks for them among its tables."""

    pk = models.CompositePrimaryKey("pool", "seq")
    pool = models.CharField(max_length=60)
    seq = models.IntegerField()

    def __str__(self) -> str:
        return f"event {self.seq} of {self.pool}"


class Exclusion(models.Model):
    """A user's duels at tables that ended in a span weigh nothing; gone once they are readmitted."""

    pk = models.CompositePrimaryKey("pool", "seq")
    pool = models.CharField(max_length=60)
    seq = models.IntegerField()
    user = models.BigIntegerField()
    since = models.BigIntegerField()
    until = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"user {self.user} out of {self.pool}"


class Difference(models.Model):
    """What a correction, an exclusion or a readmission did to somebody's rating of that moment."""

    pk = models.CompositePrimaryKey("pool", "seq", "user")
    pool = models.CharField(max_length=60)
    seq = models.IntegerField()
    user = models.BigIntegerField()
    before = models.FloatField()
    after = models.FloatField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "pool", "seq"], name="ratings_differences")
        ]

    def __str__(self) -> str:
        return f"user {self.user} by event {self.seq} of {self.pool}"


class Due(models.Model):
    """A correction that somebody has decided and no pool knows yet: told in a transaction of its own. No projection."""

    id = models.BigAutoField(primary_key=True)
    table = models.CharField(max_length=10)
    places = ArrayField(models.SmallIntegerField(), null=True)
    """By seat; none: as it was played; ``None``: it is void."""
    ruling = models.CharField(max_length=40)
    occasion = models.CharField(max_length=10)
    reach = models.CharField(max_length=4, default="all", db_default="all")
    """Which pools are told: ``all``, the ``site``'s, or those of clubs and seasons alone (``own``)."""

    def __str__(self) -> str:
        return f"{self.table} by {self.ruling}"


class Waiting(models.Model):
    """A table that a pool is still to rate, as the pool will know it. No projection."""

    pk = models.CompositePrimaryKey("pool", "table")
    pool = models.CharField(max_length=60)
    table = models.CharField(max_length=10)
    ended = models.BigIntegerField()
    facts = models.TextField()
    """The event, as the codec of pools writes it."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["pool", "ended", "table"], name="ratings_waiting_in_order"),
            models.Index(fields=["table"], name="ratings_waiting_table"),
        ]

    def __str__(self) -> str:
        return f"table {self.table} for {self.pool}"
