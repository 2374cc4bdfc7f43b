from __future__ import annotations

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Floor


def rate_again(*_given: Any) -> None:
    """What the log holds is rated again: these rows are made from it and from nothing else."""
    from tournaments.log.selectors import load, streams
    from tournaments.ratings.projection import RATINGS

    for stream in list(streams(RATINGS.prefix)):
        RATINGS.apply(stream, load(stream))


class Migration(migrations.Migration):
    """Pools of clubs and seasons; tables with their facts; what rulings changed."""

    dependencies = [("ratings", "0002_corrections"), ("log", "0003_texts")]

    operations = [
        migrations.DeleteModel("Rating"),
        migrations.DeleteModel("RatingChange"),
        migrations.CreateModel(
            name="Due",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("table", models.CharField(max_length=10)),
                ("places", ArrayField(base_field=models.SmallIntegerField(), null=True, size=None)),
                ("ruling", models.CharField(max_length=40)),
                ("occasion", models.CharField(max_length=10)),
            ],
        ),
        migrations.CreateModel(
            name="Exclusion",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "pool", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("pool", models.CharField(max_length=60)),
                ("seq", models.IntegerField()),
                ("user", models.BigIntegerField()),
                ("since", models.BigIntegerField()),
                ("until", models.BigIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Difference",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "pool", "seq", "user", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("pool", models.CharField(max_length=60)),
                ("seq", models.IntegerField()),
                ("user", models.BigIntegerField()),
                ("before", models.FloatField()),
                ("after", models.FloatField()),
            ],
            options={
                "indexes": [models.Index(fields=["user", "pool", "seq"], name="ratings_differences")],
            },
        ),
        migrations.CreateModel(
            name="RatedTable",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "pool", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("pool", models.CharField(max_length=60)),
                ("seq", models.IntegerField()),
                ("table", models.CharField(max_length=10)),
                ("ended", models.BigIntegerField()),
                ("early", models.BooleanField()),
                ("keys", ArrayField(base_field=models.TextField(), size=None)),
                ("facts", models.TextField()),
                ("places", ArrayField(base_field=models.SmallIntegerField(), null=True, size=None)),
                ("ruling", models.CharField(max_length=40)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["pool", "ended"], name="ratings_by_end"),
                    models.Index(
                        condition=models.Q(("early", True)), fields=["pool", "ended"], name="ratings_left_early"
                    ),
                ],
                "constraints": [models.UniqueConstraint(fields=("pool", "table"), name="ratings_table_once")],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "pool", "user", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("pool", models.CharField(max_length=60)),
                ("user", models.BigIntegerField()),
                ("bot", models.CharField(max_length=40)),
                ("rating", models.FloatField()),
                ("tables", models.IntegerField()),
                ("summited", models.BooleanField()),
                ("peak", models.FloatField()),
                ("met", ArrayField(base_field=models.BigIntegerField(), size=None)),
                ("acquainted", models.BooleanField(default=False)),
                ("provisional", models.BooleanField(default=True)),
                ("rated_at", models.BigIntegerField()),
            ],
            options={
                "indexes": [
                    models.Index(
                        models.F("pool"),
                        models.F("provisional"),
                        models.OrderBy(
                            Floor(CombinedExpression(models.F("rating"), "+", models.Value(0.5))),
                            descending=True,
                        ),
                        models.OrderBy(models.F("tables"), descending=True),
                        models.F("user"),
                        name="ratings_ladder",
                    ),
                    models.Index(fields=["user"], name="ratings_of_user"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "pool", "seq", "user", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("pool", models.CharField(max_length=60)),
                ("seq", models.IntegerField()),
                ("user", models.BigIntegerField()),
                ("table", models.CharField(max_length=10)),
                ("place", models.SmallIntegerField()),
                ("side", models.SmallIntegerField()),
                ("seats", models.SmallIntegerField()),
                ("before", models.FloatField()),
                ("after", models.FloatField()),
                ("tables", models.IntegerField()),
                ("met", ArrayField(base_field=models.BigIntegerField(), size=None)),
                ("first", models.FloatField()),
                ("at", models.BigIntegerField()),
                ("ruling", models.CharField(blank=True, default="", max_length=40)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["user", "pool", "seq"], name="ratings_history"),
                    models.Index(fields=["table"], name="ratings_of_table"),
                ],
            },
        ),
        migrations.RunPython(rate_again, migrations.RunPython.noop),
    ]
