from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """When the bots of each owner were last served."""

    dependencies = [("tables", "0002_in_place")]

    operations = [
        migrations.CreateModel(
            name="Served",
            fields=[
                ("owner", models.BigIntegerField(primary_key=True, serialize=False)),
                ("at", models.BigIntegerField()),
            ],
        ),
    ]
