from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Whether a tournament stands in no list; none did before."""

    dependencies = [("director", "0007_match_key")]

    operations = [migrations.AddField("tournament", "private", models.BooleanField(default=False))]
