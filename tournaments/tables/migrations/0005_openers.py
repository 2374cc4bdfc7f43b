from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """The tables that a user has open or running are counted whenever they open another."""

    dependencies = [("tables", "0004_crowded")]

    operations = [
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                fields=["opener"],
                name="tables_underway",
                condition=models.Q(match__isnull=True, status__in=["open", "playing"]),
            ),
        ),
    ]
