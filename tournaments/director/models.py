"""Projections of the tournaments' streams: what lists and look-ups ask for. ``manage.py rebuild`` makes them again."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce

BEGAN = Coalesce("started_at", "starts_at")
"""When a tournament was or will be started: the time that lists show and are ordered by."""


class Tournament(models.Model):
    """A tournament as of its last event. Times are epoch milliseconds."""

    id = models.CharField(primary_key=True, max_length=10)
    organiser = models.BigIntegerField()
    organisers = ArrayField(models.BigIntegerField(), default=list)
    """Those who direct it too."""
    asked = ArrayField(models.BigIntegerField(), default=list, db_default=[])
    """Those who are asked to."""
    title = models.ForeignKey("log.Text", models.DO_NOTHING, null=True, db_constraint=False, related_name="+")
    game = models.CharField(max_length=40)
    format = models.CharField(max_length=20)
    status = models.CharField(max_length=10)
    private = models.BooleanField(default=False)
    club = models.CharField(max_length=10, null=True)
    starts_at = models.BigIntegerField()
    entries = models.IntegerField(default=0)
    round = models.SmallIntegerField(default=0)
    rounds = models.SmallIntegerField(null=True)
    announced_at = models.BigIntegerField()
    started_at = models.BigIntegerField(null=True)
    ended_at = models.BigIntegerField(null=True)
    pause = models.SmallIntegerField(null=True, default=0, db_default=0)
    """Minutes between two rounds; null: each waits until an organiser publishes it."""
    last_result_at = models.BigIntegerField(null=True)
    seq = models.IntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["status", "starts_at"], name="director_by_status"),
            models.Index(BEGAN, name="director_by_began"),
            models.Index(fields=["club", "-starts_at"], name="director_by_club", condition=Q(club__isnull=False)),
        ]

    def __str__(self) -> str:
        return (self.title.body if self.title else "") or self.id


class Entry(models.Model):
    """Who competes: one user, or the members of a team."""

    pk = models.CompositePrimaryKey("tournament_id", "number")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    number = models.IntegerField()
    users = ArrayField(models.BigIntegerField())
    withdrawn = models.BooleanField(default=False)
    place = models.IntegerField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [GinIndex(fields=["users"], name="director_by_user", fastupdate=False)]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.tournament_id}"


class Invitation(models.Model):
    """Somebody is asked to enter, and may have done so."""

    pk = models.CompositePrimaryKey("tournament_id", "user")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    user = models.BigIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["user"], name="director_invited")]

    def __str__(self) -> str:
        return f"user {self.user} is invited to {self.tournament_id}"


class TeamAsk(models.Model):
    """Somebody is asked to play in a team, and has not answered."""

    pk = models.CompositePrimaryKey("tournament_id", "number", "user")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    number = models.IntegerField()
    user = models.BigIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [models.Index(fields=["user"], name="director_team_asks")]

    def __str__(self) -> str:
        return f"user {self.user} is asked to team {self.number} of {self.tournament_id}"


class Round(models.Model):
    pk = models.CompositePrimaryKey("tournament_id", "number")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    number = models.SmallIntegerField()
    deadline = models.BigIntegerField(null=True)
    grace = models.BigIntegerField(null=True)
    paired_at = models.BigIntegerField()

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["deadline"], name="director_deadlines", condition=Q(deadline__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"round {self.number} of {self.tournament_id}"


class Match(models.Model):
    """A contest of a round; ``places`` is null while it is played, and empty where a ruling has taken it out of its
    round; ``table`` is null until its table is opened."""

    id = models.CharField(primary_key=True, max_length=10)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="+")
    round = models.SmallIntegerField()
    key = models.CharField(max_length=12, default="")
    entries = ArrayField(models.IntegerField())
    table = models.CharField(max_length=10, null=True)
    places = ArrayField(models.SmallIntegerField(), null=True)
    deadline = models.BigIntegerField(null=True)
    grace = models.BigIntegerField(null=True)
    """Where null, as in the round."""
    ruling = models.SmallIntegerField(null=True)
    """The number of the ruling that set the result."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["tournament", "round"], name="director_matches"),
            models.Index(fields=["tournament"], name="director_open_matches", condition=Q(places__isnull=True)),
        ]

    def __str__(self) -> str:
        return f"match {self.id}"
