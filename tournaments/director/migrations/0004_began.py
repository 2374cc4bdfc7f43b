from __future__ import annotations

from django.db import migrations, models
from django.db.models.functions import Coalesce


class Migration(migrations.Migration):
    """Tournaments by the start that lists show: the real one, or the one that is planned."""

    dependencies = [("director", "0003_crowded")]

    operations = [
        migrations.RemoveIndex(model_name="tournament", name="director_by_start"),
        migrations.AddIndex(
            model_name="tournament",
            index=models.Index(Coalesce("started_at", "starts_at"), name="director_by_began"),
        ),
    ]
