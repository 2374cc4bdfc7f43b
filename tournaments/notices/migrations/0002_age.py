from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Old notices are found, to be forgotten."""

    dependencies = [("notices", "0001_initial")]

    operations = [migrations.AddIndex("notice", models.Index(fields=["at"], name="notices_by_age"))]
