from __future__ import annotations

import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Names are kept apart from now on, those of earlier tournaments stay; nobody directed one too before."""

    dependencies = [("director", "0008_private"), ("log", "0003_texts")]

    operations = [
        migrations.AddField(
            "tournament",
            "organisers",
            django.contrib.postgres.fields.ArrayField(models.BigIntegerField(), default=list, size=None),
        ),
        migrations.AddField(
            "tournament",
            "title",
            models.ForeignKey(
                "log.text", django.db.models.deletion.DO_NOTHING, null=True, db_constraint=False, related_name="+"
            ),
        ),
        migrations.AlterField("tournament", "name", models.CharField(blank=True, max_length=80)),
    ]
