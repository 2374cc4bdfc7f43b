"""Projections of the tables' streams: what lists and look-ups ask for. ``manage.py rebuild`` makes them again."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Table(models.Model):
    """A table as of its last event. Times are epoch milliseconds.

    ``seq``, ``to_act``, ``due`` and ``bot_since`` change with every move. No index may name them, not even in its
    condition: then a move needs no new entry in any index, and PostgreSQL writes the row within its page (HOT).
    """

    id = models.CharField(primary_key=True, max_length=10)
    game = models.CharField(max_length=40)
    rules = models.IntegerField()
    options = models.JSONField()
    chairs = models.JSONField()
    clock = models.JSONField(null=True)
    rated = models.BooleanField()
    match = models.CharField(max_length=40, null=True)
    opener = models.BigIntegerField(null=True)
    club = models.CharField(max_length=10, null=True)
    status = models.CharField(max_length=10)
    seq = models.IntegerField()
    to_act = ArrayField(models.SmallIntegerField())
    due = models.BigIntegerField(null=True)
    bot_since = models.BigIntegerField(null=True)
    places = ArrayField(models.SmallIntegerField(), null=True)
    points = ArrayField(models.IntegerField(), null=True)
    stake = models.IntegerField(null=True)
    reason = models.CharField(max_length=10, null=True)
    moves = models.IntegerField(null=True)
    """What is searched by (``swing.py``), once it is finished, as are the next two."""
    margin = models.IntegerField(null=True)
    comeback = models.BooleanField(null=True)
    settled = models.BooleanField()
    in_room = models.BooleanField(default=False, db_default=False)
    """Whether it is played with real cards."""
    people_only = models.BooleanField(null=True)
    """True where no program may play, else null."""
    came_from = models.JSONField(null=True)
    """Where it goes on from (``events.PlayedOn``), if it does not begin with a deal of its own."""
    opened_at = models.BigIntegerField()
    started_at = models.BigIntegerField(null=True)
    finished_at = models.BigIntegerField(null=True)
    archived = models.BooleanField(null=True)
    """True while its events are in the archive, else null: those that may still go there are found by that."""

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["status", "-opened_at"], name="tables_by_status"),
            models.Index(fields=["game", "status", "-opened_at"], name="tables_by_game"),
            models.Index(fields=["-opened_at"], name="tables_by_opening"),
            models.Index(fields=["match"], name="tables_by_match", condition=Q(match__isnull=False)),
            models.Index(fields=["club", "-opened_at"], name="tables_by_club", condition=Q(club__isnull=False)),
            models.Index(
                fields=["-finished_at", "id"],
                name="tables_finished",
                include=["game", "club", "moves", "margin", "comeback"],
                condition=Q(status="finished"),
            ),
            models.Index(
                fields=["game", "-finished_at", "id"],
                name="tables_finished_of_game",
                include=["club", "moves", "margin", "comeback"],
                condition=Q(status="finished"),
            ),
            GinIndex(
                fields=["options"],
                name="tables_by_options",
                opclasses=["jsonb_path_ops"],
                condition=Q(status="finished"),
            ),
            models.Index(fields=["margin"], name="tables_by_margin", condition=Q(status="finished")),
            models.Index(fields=["moves"], name="tables_by_moves", condition=Q(status="finished")),
            models.Index(
                fields=["opener"],
                name="tables_underway",
                condition=Q(match__isnull=True, status__in=["open", "playing"]),
            ),
            models.Index(
                fields=["finished_at"], name="tables_unsettled", condition=Q(status="finished", settled=False)
            ),
            models.Index(
                fields=["opened_at", "id"],
                name="tables_to_archive",
                condition=Q(status="finished", settled=True, archived__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


class Result(models.TextChoices):
    """What somebody has made of a table, together with their partners."""

    WON = "won", _("Wins")
    SHARED = "shared", _("Shared first places")
    LOST = "lost", _("Games not won")


class Seat(models.Model):
    """A user at a table, for finding somebody's tables; once it is finished, with what came of it."""

    pk = models.CompositePrimaryKey("table_id", "seat")
    table = models.ForeignKey(Table, on_delete=models.CASCADE)
    seat = models.SmallIntegerField()
    user = models.BigIntegerField()
    ended_at = models.BigIntegerField(null=True)
    """Epoch ms; null as long as it is not finished, as is all that follows."""
    game = models.CharField(max_length=40, null=True)
    club = models.CharField(max_length=10, null=True)
    seats = models.SmallIntegerField(null=True)
    place = models.SmallIntegerField(null=True)
    points = models.IntegerField(null=True)
    tally = models.SmallIntegerField(null=True)
    """What the game counts beside its points (``engine/tally.py``)."""
    result = models.CharField(max_length=6, choices=Result.choices, null=True)
    """Null of a table that goes on from another one's position, as are place, points and tally."""
    moves = models.IntegerField(null=True)
    margin = models.IntegerField(null=True)
    comeback = models.BooleanField(null=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["user", "table"], name="tables_by_user"),
            models.Index(
                fields=["user", "-ended_at", "table"],
                name="tables_results",
                include=[
                    *("game", "club", "seats", "place", "points", "tally", "result"),
                    *("moves", "margin", "comeback"),
                ],
                condition=Q(ended_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.table_id}"


class SavedSearch(models.Model):
    """What *user* looks for again and again (``saved_searches.py``): the query of a search's address, under a name."""

    user = models.BigIntegerField()
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=1000)
    at = models.BigIntegerField()
    """When it was kept, in epoch ms."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "name"], name="tables_saved_search_once")
        ]

    def __str__(self) -> str:
        return f"search {self.name} of {self.user}"


class Note(models.Model):
    """What *user* noted for themselves of a table (``notes.py``): after event ``seq``, or with 0 of the whole game.

    The table is not a foreign key: ``rebuild`` makes the tables' rows again, and notes are made by nobody else.
    """

    user = models.BigIntegerField()
    table = models.CharField(max_length=10)
    seq = models.IntegerField()
    text = models.CharField(max_length=500)
    """Empty in the mark of a whole game alone."""
    at = models.BigIntegerField()
    """When it was written, in epoch ms."""

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "table", "seq"], name="tables_note_once")
        ]

    def __str__(self) -> str:
        return f"note of {self.user} on {self.table}, {self.seq}"


class Vacation(models.Model):
    """Days on which the clocks of *user* stand still at slow tables (``vacations.py``), in epoch ms."""

    user = models.BigIntegerField()
    number = models.SmallIntegerField()
    """Of the user's own, from 1."""
    since = models.BigIntegerField()
    until = models.BigIntegerField()
    command = models.CharField(max_length=200, default="")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(fields=["user", "number"], name="tables_vacation_once")
        ]

    def __str__(self) -> str:
        return f"vacation {self.number} of {self.user}"


class Tick(models.Model):
    """When the clock's sweep last ran, so that a service that stood still can give the time back."""

    at = models.BigIntegerField()

    def __str__(self) -> str:
        return f"tick at {self.at}"


class Served(models.Model):
    """When a bot at a table of *owner* last had its turn, so that owners take turns (``turns.py``)."""

    owner = models.BigIntegerField(primary_key=True)
    at = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.owner} served at {self.at}"


class Film(models.Model):
    """A film of a few moves (``films.py``), ordered or made. Not in the log: what it shows can be made again."""

    key = models.CharField(primary_key=True, max_length=64)
    table = models.CharField(max_length=10, db_index=True)
    asked = models.JSONField()
    asked_at = models.BigIntegerField(db_index=True)
    """Epoch ms, as are the next two."""
    begun_at = models.BigIntegerField(null=True)
    made_at = models.BigIntegerField(null=True)
    tries = models.SmallIntegerField(default=0)
    film = models.BinaryField(null=True)

    def __str__(self) -> str:
        return f"film of {self.table}"
