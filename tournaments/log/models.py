"""The rows of the log. ``services`` alone writes them and ``selectors`` reads them; other rooms don't import this."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q, UniqueConstraint

NO_TRUNCATE = "no_truncate"
"""The trigger that stands in the way of Django's test flush; ``log.Event:no_truncate`` for pgtrigger."""


class NextPosition(models.Func):
    """Drawn from the sequence that numbers all commits."""

    template = "nextval('log_position')"
    output_field = models.BigIntegerField()


class Stream(models.Model):
    """Where a stream ends. A projection of its events, kept in the statement that appends them: its row is what
    writers race for, and a tail that was cut off is missed here."""

    name = models.TextField(primary_key=True, db_collation="C")
    seq = models.BigIntegerField()
    digest = models.BinaryField()
    recorded_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.seq}"


class Event(models.Model):
    """A stored fact. Never changed, never deleted: a mistake is corrected by another event.

    Every column but ``position`` is under the digest. ``command`` stands on the first event of each commit and on no
    other, which is how commits are told apart.
    """

    pk = models.CompositePrimaryKey("stream", "seq")
    stream = models.TextField(db_collation="C")
    seq = models.BigIntegerField()
    kind = models.TextField()
    version = models.IntegerField()
    payload = models.JSONField()
    actor = models.BigIntegerField(null=True)
    command = models.TextField(null=True, db_collation="C")
    recorded_at = models.DateTimeField()
    salt = models.BinaryField()
    digest = models.BinaryField()
    position = models.BigIntegerField(db_default=NextPosition())
    """The place of its commit among all, for followers."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # Not unique: a partitioned table can't have that.
            models.Index(fields=["position"], name="log_event_position"),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            UniqueConstraint(
                fields=["stream", "command", "actor"],
                condition=Q(command__isnull=False),
                nulls_distinct=False,
                name="log_command_once",
            ),
        ]
        triggers: ClassVar[list[pgtrigger.Trigger]] = [
            pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete),
            pgtrigger.Trigger(
                name=NO_TRUNCATE,
                level=pgtrigger.Statement,
                when=pgtrigger.Before,
                operation=pgtrigger.Truncate,
                func="RAISE EXCEPTION 'pgtrigger: Cannot truncate the event log';",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stream} {self.seq} {self.kind}"


class Follower(models.Model):
    """How far somebody has got who takes in everything that is appended."""

    name = models.TextField(primary_key=True)
    position = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.name} at {self.position}"


class Text(models.Model):
    """What somebody wrote in their own words: events hold its id alone, so that it can be erased. It goes with its
    author's account."""

    id = models.CharField(primary_key=True, max_length=10)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    body = models.TextField(blank=True)
    erased_at = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"text {self.id}"
