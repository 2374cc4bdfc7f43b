"""The rows of the log. ``services`` alone writes them and ``selectors`` reads them; other rooms don't import this."""

from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import F, Q, UniqueConstraint

NO_TRUNCATE = "no_truncate"
"""The trigger that stands in the way of Django's test flush; ``log.Event:no_truncate`` for pgtrigger."""


MARKED = """
IF current_setting('cardroom.archiving', true) IS DISTINCT FROM NEW.name THEN
    RAISE EXCEPTION 'pgtrigger: Cannot mark a stream as archived';
END IF;
RETURN NULL;
"""
EVENT_CHANGE = """
IF TG_OP = 'DELETE' AND current_setting('cardroom.archiving', true) = OLD.stream THEN
    RETURN OLD;
END IF;
RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;
"""
"""Nothing changes an event, and one way alone leads out: ``log_archive`` (migration 0004), a whole stream at a time."""


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
    archived = models.BinaryField(null=True)
    """The digest again, once its events lie in the archive: then this row is all of the stream that is here."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Appending code asks first; this is the wall behind it.
            models.CheckConstraint(condition=Q(archived=None) | Q(archived=F("digest")), name="log_archived_stays"),
        ]
        triggers: ClassVar[list[pgtrigger.Trigger]] = [
            # Behind the row, not before it: that would lock each row twice with every append.
            pgtrigger.Trigger(
                name="archived",
                when=pgtrigger.After,
                operation=pgtrigger.UpdateOf("archived"),  # type: ignore[no-untyped-call]
                func=MARKED,
            ),
            pgtrigger.Trigger(
                name="archived_stays",
                when=pgtrigger.Before,
                operation=pgtrigger.Delete,
                condition=pgtrigger.Condition("OLD.archived IS NOT NULL"),
                func="RAISE EXCEPTION 'pgtrigger: Cannot delete the head of an archived stream';",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} at {self.seq}"


class Event(models.Model):
    """A stored fact. Never changed: a mistake is corrected by another event. It leaves with its whole stream, once the
    archive holds that, and in no other way.

    Every column but ``position`` and ``request`` is under the digest. ``command`` stands on the first event of each
    commit and on no other, which is how commits are told apart.
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
    request = models.BinaryField(null=True)
    """The keyed digest of what a client's command asked for. It is never shown."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # Not unique: a distributed table can't have that.
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
            pgtrigger.Trigger(
                name="append_only",
                when=pgtrigger.Before,
                operation=pgtrigger.Update | pgtrigger.Delete,
                func=EVENT_CHANGE,
            ),
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


class Archiving(models.Model):
    """When streams were last brought to the archive, how many then, and what was in the way, if something was."""

    begun = models.BooleanField(default=False)
    """Whether the folder has ever been the archive: streams may be missing from the log."""
    at = models.BigIntegerField(null=True)
    streams = models.IntegerField(default=0)
    problem = models.TextField(blank=True)

    def __str__(self) -> str:
        return f"archiving at {self.at}"


class Text(models.Model):
    """What somebody wrote in their own words: events hold its id alone, so that it can be erased. It goes with its
    author's account."""

    id = models.CharField(primary_key=True, max_length=10)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    body = models.TextField(blank=True)
    erased_at = models.BigIntegerField(null=True)

    def __str__(self) -> str:
        return f"text {self.id}"
