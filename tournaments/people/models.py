"""Rows of this room. None of it is in the log: what people write to each other can be deleted."""

from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Session


class Friendship(models.Model):
    """Two people, the lower id first. Times are epoch ms; not accepted: *asker* has asked the other."""

    pk = models.CompositePrimaryKey("one_id", "two_id")
    one = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    two = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    asker = models.BigIntegerField()
    asked_at = models.BigIntegerField()
    accepted_at = models.BigIntegerField(null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(condition=Q(one__lt=F("two")), name="people_friends_in_order"),
        ]

    def __str__(self) -> str:
        return f"{self.one_id} and {self.two_id}"


class TableInvitation(models.Model):
    """Somebody asks somebody to an open table of theirs, by name."""

    table = models.CharField(max_length=10)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.BigIntegerField()
    declined = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["table", "to"], name="people_invited_once"),
        ]

    def __str__(self) -> str:
        return f"{self.to_id} to {self.table}"


class BotRules(models.Model):
    """Which invitations to tables a bot accepts without its program being asked; empty lists: any. *rated* and
    *opponents* as in ``bots/acceptance.py``."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    games = ArrayField(models.CharField(max_length=40))
    clocks = ArrayField(models.CharField(max_length=20))
    rated = models.CharField(max_length=6)
    opponents = models.CharField(max_length=6)
    least_rating = models.IntegerField(null=True)
    most_rating = models.IntegerField(null=True)

    def __str__(self) -> str:
        return f"rules of {self.user_id}"


class SmokeTable(models.Model):
    """A table at which the author of a bot tries it. Times are epoch ms."""

    table = models.CharField(primary_key=True, max_length=10)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.user_id} tries {self.table}"


class BotProblem(models.Model):
    """Something that a program did wrong at a smoke table, in words for its author."""

    smoke = models.ForeignKey(SmokeTable, on_delete=models.CASCADE, related_name="problems")
    at = models.BigIntegerField()
    code = models.CharField(max_length=40)
    text = models.CharField(max_length=500)

    class Meta:
        ordering: ClassVar[list[str]] = ["-at", "-pk"]

    def __str__(self) -> str:
        return self.code


class Seek(models.Model):
    """Somebody looks for opponents at a game and a pace; once they are found, *table* is where they play. It ends with
    the session in which they look. Times are epoch milliseconds."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="+")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, null=True, related_name="+")
    game = models.CharField(max_length=40)
    seats = models.SmallIntegerField()
    clock = models.CharField(max_length=20)
    rated = models.BooleanField()
    """Whether the table may be rated: it is if all who sit there say so."""
    programs = models.BooleanField(default=False, db_default=False)
    """Whether programs may play there: all who sit there say so."""
    since = models.BigIntegerField()
    seen_at = models.BigIntegerField()
    """When it was renewed last. It has no index, so that this is cheap (``tables.models.Table``)."""
    table = models.CharField(max_length=10, null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["game", "seats", "clock"], name="people_seeks", condition=Q(table__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} looks for {self.game}"


class Review(models.Model):
    """A table that is over, looked at by several people at once: *leader* steps, the others follow. *showing* is what
    is seen now (``reviews/shown.py``), *version* grows with each change of it. *opener* is ``None`` once that account
    is erased. Times are epoch ms.

    What a step changes has no index (``tables.models.Table``).
    """

    id = models.CharField(primary_key=True, max_length=10)
    table = models.CharField(max_length=10)
    opener = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    leader = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    opened_at = models.BigIntegerField()
    led_since = models.BigIntegerField()
    stepped_at = models.BigIntegerField()
    ended_at = models.BigIntegerField(null=True)
    version = models.IntegerField(default=1)
    showing = models.JSONField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["table"], name="people_reviews", condition=Q(ended_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"review of {self.table}"


class ReviewPerson(models.Model):
    """Somebody who has joined a review; epoch ms."""

    pk = models.CompositePrimaryKey("review_id", "user_id")
    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="people", db_index=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    joined_at = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.user_id} at {self.review_id}"


class Line(models.Model):
    """What somebody wrote at *place*: ``table:<id>``, ``club:<id>`` or ``review:<id>``."""

    place = models.CharField(max_length=48)
    author = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.BigIntegerField()
    body = models.TextField()
    removed = models.BooleanField(default=False)
    command = models.CharField(max_length=64, null=True)
    """The client's name for it, as a keyed digest: sent again it is not written twice."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["place", "id"], name="people_lines")]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["author", "command"], name="people_line_once"),
        ]

    def __str__(self) -> str:
        return f"line {self.pk} at {self.place}"


class Cause(models.TextChoices):
    INSULT = "insult", _("Insult or threat")
    SPAM = "spam", _("Spam")
    CHEATING = "cheating", _("Tells hidden cards")
    OTHER = "other", _("Something else")


class Report(models.Model):
    """Somebody finds that a line should not stand; until it is closed, those who moderate there see it."""

    line = models.ForeignKey(Line, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    cause = models.CharField(max_length=8, choices=Cause.choices)
    at = models.BigIntegerField()
    closed = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["line", "by"], name="people_reported_once"),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["at"], name="people_open_reports", condition=Q(closed=False)),
        ]

    def __str__(self) -> str:
        return f"report of line {self.line_id}"


class Measure(models.Model):
    """What somebody did who moderates. Ids and a cause, no text: it stays."""

    place = models.CharField(max_length=48)
    kind = models.CharField(max_length=10)
    """``removed``, ``muted``, ``unmuted`` or ``dismissed``."""
    by = models.BigIntegerField()
    user = models.BigIntegerField()
    """Whom it concerns."""
    line = models.BigIntegerField(null=True)
    cause = models.CharField(max_length=8, choices=Cause.choices)
    at = models.BigIntegerField()
    until = models.BigIntegerField(null=True)
    command = models.CharField(max_length=64, null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["place", "user"], name="people_measures"),
            models.Index(fields=["until"], name="people_mutes", condition=Q(until__isnull=False)),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["by", "command"], name="people_measure_once"),
        ]
        triggers: ClassVar[list[pgtrigger.Trigger]] = [
            pgtrigger.Protect(name="measures_stay", operation=pgtrigger.Update | pgtrigger.Delete),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.place}"
