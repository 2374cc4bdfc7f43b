from __future__ import annotations

import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
from django.db import migrations, models

USERS = django.contrib.postgres.fields.ArrayField(models.BigIntegerField())


class Migration(migrations.Migration):
    """An entry has several users where teams play; and who is asked to play in one."""

    dependencies = [("director", "0009_words")]

    operations = [
        migrations.RemoveIndex("entry", "director_by_user"),
        migrations.RunSQL(
            'ALTER TABLE director_entry ALTER COLUMN "user" TYPE bigint[] USING ARRAY["user"]',
            'ALTER TABLE director_entry ALTER COLUMN "user" TYPE bigint USING "user"[1]',
            state_operations=[migrations.AlterField("entry", "user", USERS)],
        ),
        migrations.RenameField("entry", "user", "users"),
        migrations.AddIndex(
            "entry", django.contrib.postgres.indexes.GinIndex(fields=["users"], name="director_by_user", fastupdate=False)
        ),
        migrations.CreateModel(
            "TeamAsk",
            [
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "tournament_id", "number", "user", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.IntegerField()),
                ("user", models.BigIntegerField()),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="director.tournament"
                    ),
                ),
            ],
            options={"indexes": [models.Index(fields=["user"], name="director_team_asks")]},
        ),
    ]
