from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    """Moves rewrite a table's row within its page: no index on what they change, and room for the new version."""

    dependencies = [("tables", "0001_tables")]

    operations = [
        migrations.RemoveIndex(model_name="table", name="tables_due"),
        migrations.RemoveIndex(model_name="table", name="tables_bot_since"),
        migrations.RunSQL(
            "ALTER TABLE tables_table SET (fillfactor = 60)", "ALTER TABLE tables_table RESET (fillfactor)"
        ),
    ]
