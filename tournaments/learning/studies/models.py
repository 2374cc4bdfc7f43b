"""What is kept of studies beside their events: rows for lists, and reports. Times are epoch ms."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q


class Study(models.Model):
    """A study that has not been deleted; made from its events."""

    id = models.CharField(primary_key=True, max_length=10)
    owner = models.BigIntegerField()
    people = ArrayField(models.BigIntegerField())
    """Who may edit it, the owner first."""
    reach = models.CharField(max_length=8)
    club = models.CharField(max_length=10, null=True)
    name = models.CharField(max_length=10)
    """The id of a text."""
    chapters = models.IntegerField()
    tables = ArrayField(models.CharField(max_length=10))
    """Those that chapters were taken from."""
    created_at = models.BigIntegerField()
    changed_at = models.BigIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["-changed_at", "id"], name="studies_public", condition=Q(reach="public")),
            models.Index(fields=["club", "-changed_at"], name="studies_of_clubs", condition=Q(reach="club")),
            models.Index(fields=["owner"], name="studies_owned"),
            GinIndex(fields=["people"], name="studies_edited"),
        ]

    def __str__(self) -> str:
        return f"study {self.id}"


class StudyReport(models.Model):
    """Somebody finds that a study, or one comment in it, should not stand; the staff see it until it is closed."""

    study = models.CharField(max_length=10)
    comment = models.CharField(max_length=10, default="", db_default="")
    by = models.BigIntegerField()
    cause = models.CharField(max_length=8)
    at = models.BigIntegerField()
    closed = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["study", "comment", "by"], name="studies_reported_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["at"], name="studies_open_reports", condition=Q(closed=False)),
        ]

    def __str__(self) -> str:
        return f"report of study {self.study}"
