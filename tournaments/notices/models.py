"""What people have been told, and what is on its way to them. None of it is in the log; it can be deleted."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from tournaments.notices.numbers import NextNumber


class Notice(models.Model):
    """One thing told to one person. Its id follows from what it is about, so it is made once.

    Times are epoch ms.
    """

    id = models.CharField(primary_key=True, max_length=26)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20)
    stream = models.CharField(max_length=60, null=True)
    seq = models.IntegerField(null=True)
    """The event that it tells of; none of what a moment brought."""
    subject = models.CharField(max_length=40)
    club = models.CharField(max_length=10, null=True)
    facts = models.JSONField()
    at = models.BigIntegerField()
    """When what it tells of happened."""
    due = models.BigIntegerField(null=True)
    shown = models.BooleanField()
    """Whether it stands in the inbox."""
    read_at = models.BigIntegerField(null=True)
    over_at = models.BigIntegerField(null=True)
    """Since when it is no longer true."""
    head = models.CharField(max_length=26, null=True)
    """The notice that speaks for this one too."""
    count = models.IntegerField(default=1)
    """For how many it speaks."""
    number = models.BigIntegerField(null=True, db_default=NextNumber())
    """Its place among all that was told (``numbers.py``): a new one when it is over, and when it is so again."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["user", "stream", "seq", "kind"], name="notices_once", condition=Q(stream__isnull=False)
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "-at"], name="notices_inbox", condition=Q(shown=True, head=None)),
            models.Index(
                fields=["user"],
                name="notices_unread",
                condition=Q(shown=True, head=None, read_at=None, over_at=None),
            ),
            models.Index(fields=["subject", "kind"], name="notices_true", condition=Q(over_at=None)),
            models.Index(fields=["user", "kind", "-at"], name="notices_of_a_kind"),
            models.Index(fields=["at"], name="notices_by_age"),
            models.Index(fields=["user", "number"], name="notices_by_number"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class Looked(models.Model):
    """Up to which moment (epoch ms) the clock has looked for something."""

    name = models.CharField(primary_key=True, max_length=20)
    until = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.name} until {self.until}"


class Preferences(models.Model):
    """What somebody has chosen; without a row all is as by default."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="+")
    switches = models.JSONField(default=dict)
    muted = ArrayField(models.CharField(max_length=10), default=list)
    quiet_from = models.SmallIntegerField(default=22)
    quiet_until = models.SmallIntegerField(default=8)
    mail = models.BooleanField(default=False)
    language = models.CharField(max_length=10, blank=True, default="")
    """In which mails and pushes are written: the one that was chosen, at first that of the page."""

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"


class PushTarget(models.Model):
    """A browser that takes pushes, under the key of the service with which it was asked."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    endpoint = models.URLField(max_length=500, unique=True)
    p256dh = models.CharField(max_length=100)
    auth = models.CharField(max_length=50)
    key = models.CharField(max_length=100)
    device = models.CharField(max_length=200, blank=True)
    made_at = models.BigIntegerField()
    refusals = models.SmallIntegerField(default=0)

    def __str__(self) -> str:
        return f"a browser of {self.user_id}"


class Webhook(models.Model):
    """Where what is told is sent to as well: of the club, the tournament or the account that is named."""

    id = models.CharField(primary_key=True, max_length=10)
    club = models.CharField(max_length=10, db_index=True, blank=True, default="")
    tournament = models.CharField(max_length=10, db_index=True, null=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    url = models.URLField(max_length=500)
    flavour = models.CharField(max_length=10)
    kinds = ArrayField(models.CharField(max_length=20))
    secret = models.CharField(max_length=80)
    made_by = models.BigIntegerField()
    made_at = models.BigIntegerField()
    last_status = models.CharField(max_length=60, blank=True)
    last_at = models.BigIntegerField(null=True)
    failing_since = models.BigIntegerField(null=True)
    """When the first of the tries failed that have all failed."""
    ended_at = models.BigIntegerField(null=True)
    ended_why = models.CharField(max_length=10, null=True)
    """``failing``, ``gone`` or ``staff``. It is sent nothing more."""

    def __str__(self) -> str:
        return f"webhook of {self.club or self.tournament or self.user_id}"


class Outgoing(models.Model):
    """A notice on its way by one channel to one target. The row stays until it is old: what it has become is known."""

    WAITING, SENT, DROPPED, FAILED = "waiting", "sent", "dropped", "failed"

    id = models.CharField(primary_key=True, max_length=26)
    """The same however often it is made, and what the outside knows it by."""
    channel = models.CharField(max_length=8)
    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, null=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+")
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, null=True, related_name="+")
    body = models.JSONField(null=True)
    """Of a webhook: what is told, by its type and by where it stands."""
    digest = models.BooleanField(default=False)
    due_at = models.BigIntegerField()
    leased_until = models.BigIntegerField(null=True)
    tries = models.SmallIntegerField(default=0)
    status = models.CharField(max_length=8, default=WAITING)
    error = models.CharField(max_length=200, blank=True)
    done_at = models.BigIntegerField(null=True)
    number = models.BigIntegerField(null=True, db_default=NextNumber())
    """The order in which they were made; a webhook's receiver knows it as ``position``."""
    answer = models.CharField(max_length=60, null=True)
    """What a webhook's endpoint said last."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["webhook", "number"], name="notices_by_webhook"),
            models.Index(fields=["due_at"], name="notices_to_send", condition=Q(status="waiting")),
            models.Index(fields=["done_at"], name="notices_sent", condition=Q(done_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.channel} {self.id}"
