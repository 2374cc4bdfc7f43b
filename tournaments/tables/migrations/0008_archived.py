"""Which tables are in the archive, as their own rows say it: those that may still go there are found without them."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

AT_ONCE = 1_000


def mark(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Those that went there before; the log and the tables may lie on different nodes."""
    streams = apps.get_model("log", "Stream").objects.filter(archived__isnull=False, name__startswith="table:")
    names = list(streams.values_list("name", flat=True))
    for start in range(0, len(names), AT_ONCE):
        ids = [name.removeprefix("table:") for name in names[start : start + AT_ONCE]]
        apps.get_model("tables", "Table").objects.filter(pk__in=ids).update(archived=True)


class Migration(migrations.Migration):
    dependencies = [
        ("log", "0004_archive"),
        ("tables", "0007_vacations"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="archived",
            field=models.BooleanField(null=True),
        ),
        migrations.AddIndex(
            model_name="table",
            index=models.Index(
                condition=models.Q(("archived__isnull", True), ("settled", True), ("status", "finished")),
                fields=["opened_at", "id"],
                name="tables_to_archive",
            ),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
    ]
