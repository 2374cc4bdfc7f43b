from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Tournaments by start whatever their status, and by any part of their names."""

    dependencies = [("director", "0002_grace")]

    operations = [
        migrations.AddIndex(model_name="tournament", index=models.Index(fields=["starts_at"], name="director_by_start")),
        migrations.RunSQL("CREATE EXTENSION IF NOT EXISTS pg_trgm", migrations.RunSQL.noop),
        migrations.RunSQL(
            "CREATE INDEX director_by_name ON director_tournament USING gin (upper(name) gin_trgm_ops)",
            "DROP INDEX director_by_name",
        ),
    ]
