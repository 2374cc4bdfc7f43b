from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    """Players by any part of their names."""

    dependencies = [("accounts", "0003_origin")]

    operations = [
        migrations.RunSQL("CREATE EXTENSION IF NOT EXISTS pg_trgm", migrations.RunSQL.noop),
        migrations.RunSQL(
            "CREATE INDEX accounts_by_part ON accounts_user USING gin (upper(username) gin_trgm_ops)",
            "DROP INDEX accounts_by_part",
        ),
    ]
