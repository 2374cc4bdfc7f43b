"""The rows of the log. ``services`` alone writes them and ``selectors`` reads them; other rooms don't import this."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

NO_TRUNCATE = "no_truncate"
"""The trigger that stands in the way of Django's test flush; ``log.Event:no_truncate`` for pgtrigger."""


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

    ``first_seq`` and ``last_seq`` are the ends of the commit that appended it. They are outside the digest, so each
    event holds both and they must agree with its neighbours: one changed row is found.
    """

    pk = models.CompositePrimaryKey("stream", "seq")
    stream = models.TextField(db_collation="C")
    seq = models.BigIntegerField()
    kind = models.TextField()
    version = models.IntegerField()
    payload = models.JSONField()
    actor = models.BigIntegerField(null=True)
    command = models.TextField(null=True, db_collation="C")
    first_seq = models.BigIntegerField()
    last_seq = models.BigIntegerField()
    recorded_at = models.DateTimeField()
    salt = models.BinaryField()
    digest = models.BinaryField()

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            UniqueConstraint(
                fields=["stream", "command", "actor"],
                condition=Q(command__isnull=False),
                nulls_distinct=False,
                name="log_command_once",
            ),
            CheckConstraint(
                condition=Q(first_seq__gte=1, first_seq__lte=F("seq"), seq__lte=F("last_seq")),
                name="log_event_within_commit",
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
