"""Projections of the room's streams: what lists and ticks ask for. ``manage.py rebuild`` makes them again, but for
feeds, which are not part of the log."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q


class Schedule(models.Model):
    """A schedule that runs. Times are epoch milliseconds."""

    pk = models.CompositePrimaryKey("club", "schedule")
    club = models.CharField(max_length=10)
    schedule = models.CharField(max_length=10)
    due = models.BigIntegerField()
    """Nothing is announced before this, in any time zone of the club: its zone stands in another stream. What starts
    on the day on which the schedule was set is left out: it may have begun elsewhere."""
    ahead_days = models.SmallIntegerField()
    changed_at = models.BigIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["due"], name="leagues_schedules_due"),
            models.Index(fields=["changed_at"], name="leagues_schedules_changed"),
        ]

    def __str__(self) -> str:
        return f"schedule {self.schedule} of {self.club}"


class Night(models.Model):
    id = models.CharField(primary_key=True, max_length=10)
    club = models.CharField(max_length=10)
    starts_at = models.BigIntegerField()
    ends_at = models.BigIntegerField()
    cancelled = models.BooleanField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["club", "starts_at"], name="leagues_nights_of_club"),
            models.Index(fields=["starts_at"], name="leagues_nights_ahead", condition=Q(cancelled=False)),
        ]

    def __str__(self) -> str:
        return f"night {self.id} of {self.club}"


class Season(models.Model):
    id = models.CharField(primary_key=True, max_length=10)
    club = models.CharField(max_length=10)
    game = models.CharField(max_length=40)
    title = models.CharField(max_length=40)
    unit = models.CharField(max_length=5)
    starts_at = models.BigIntegerField()
    ends_at = models.BigIntegerField()
    closed_at = models.BigIntegerField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["club", "-starts_at"], name="leagues_seasons_of_club"),
            models.Index(fields=["ends_at"], name="leagues_seasons_open", condition=Q(closed_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.title


class Ladder(models.Model):
    id = models.CharField(primary_key=True, max_length=10)
    club = models.CharField(max_length=10)
    game = models.CharField(max_length=40)
    title = models.CharField(max_length=40)
    users = ArrayField(models.BigIntegerField())
    """In their order."""
    opened_at = models.BigIntegerField()
    closed_at = models.BigIntegerField(null=True)
    due = models.BigIntegerField(null=True)
    """When time brings something next."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["club", "opened_at"], name="leagues_ladders_of_club"),
            models.Index(fields=["due"], name="leagues_ladders_due", condition=Q(due__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.title


class Challenge(models.Model):
    """A challenge of a ladder; its table, if it has one, names it as its match."""

    id = models.CharField(primary_key=True, max_length=10)
    ladder = models.CharField(max_length=10)
    club = models.CharField(max_length=10)
    users = ArrayField(models.BigIntegerField())
    """The challenger, the defender, the others."""
    status = models.CharField(max_length=10)
    time = models.BigIntegerField(null=True)
    table = models.CharField(max_length=10, null=True)
    asked_at = models.BigIntegerField()
    ended_at = models.BigIntegerField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["ladder", "-asked_at"], name="leagues_challenges"),
            models.Index(fields=["status", "time"], name="leagues_challenges_open", condition=~Q(status="ended")),
            GinIndex(fields=["users"], name="leagues_challenges_of_user", fastupdate=False),
        ]

    def __str__(self) -> str:
        return f"challenge {self.id}"


class Feed(models.Model):
    """The secret address of somebody's calendar: what its token is made of, and how it is recognised."""

    user = models.BigIntegerField(primary_key=True)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.BigIntegerField()

    def __str__(self) -> str:
        return f"feed of user {self.user}"
