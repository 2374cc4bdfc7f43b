"""Projections of the clubs' streams: what lists and look-ups ask for. ``manage.py rebuild`` makes them again."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


class Club(models.Model):
    """A club as of its last event. Times are epoch milliseconds."""

    id = models.CharField(primary_key=True, max_length=10)
    slug = models.CharField(max_length=40)
    name = models.CharField(max_length=60)
    language = models.CharField(max_length=10)
    zone = models.CharField(max_length=64)
    visibility = models.CharField(max_length=10)
    join = models.CharField(max_length=10)
    palette = models.CharField(max_length=20)
    emblem = models.CharField(max_length=20)
    description = models.ForeignKey("log.Text", models.DO_NOTHING, null=True, db_constraint=False, related_name="+")
    owner = models.BigIntegerField(null=True)
    members = models.IntegerField()
    founded_at = models.BigIntegerField()
    changed_at = models.BigIntegerField()
    """When something happened last."""
    trusted = models.BooleanField(default=False, db_default=False)
    """By the service's staff: its rulings move the site's ratings."""
    closed_at = models.BigIntegerField(null=True)
    due = models.BigIntegerField(null=True)
    """When time brings something next, as far as the club itself knows."""
    seq = models.IntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["visibility", "-changed_at"], name="clubs_directory"),
            models.Index(fields=["due"], name="clubs_due", condition=Q(due__isnull=False)),
            models.Index(fields=["owner"], name="clubs_by_owner"),
        ]

    def __str__(self) -> str:
        return self.name


class Slug(models.Model):
    """An address that a club has, or once had: nobody else ever gets it."""

    slug = models.CharField(primary_key=True, max_length=40)
    club = models.CharField(max_length=10)

    def __str__(self) -> str:
        return self.slug


class Member(models.Model):
    pk = models.CompositePrimaryKey("club_id", "user")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.BigIntegerField()
    role = models.CharField(max_length=10)
    duties = ArrayField(models.CharField(max_length=10))
    since = models.BigIntegerField()
    role_since = models.BigIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["user"], name="clubs_of_user")]

    def __str__(self) -> str:
        return f"user {self.user} in {self.club_id}"


class Request(models.Model):
    """Somebody would like to join and waits for an answer."""

    pk = models.CompositePrimaryKey("club_id", "user")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.BigIntegerField()
    at = models.BigIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["user"], name="clubs_requests_of_user")]

    def __str__(self) -> str:
        return f"user {self.user} asks {self.club_id}"


class Invitation(models.Model):
    """What an invitation's link leads to; ``user`` where it is for one person."""

    id = models.CharField(primary_key=True, max_length=10)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.BigIntegerField(null=True)
    by = models.BigIntegerField(null=True)
    expires_at = models.BigIntegerField()
    is_open = models.BooleanField()
    """Neither taken back, declined nor used up; it may have expired."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user"], name="clubs_invited", condition=Q(is_open=True, user__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"invitation {self.id} to {self.club_id}"
