from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Tables by game, and the newest of all, without looking through the others. No move changes these columns."""

    dependencies = [("tables", "0003_served")]

    operations = [
        migrations.AddIndex(
            model_name="table",
            index=models.Index(fields=["game", "status", "-opened_at"], name="tables_by_game"),
        ),
        migrations.AddIndex(model_name="table", index=models.Index(fields=["-opened_at"], name="tables_by_opening")),
    ]
