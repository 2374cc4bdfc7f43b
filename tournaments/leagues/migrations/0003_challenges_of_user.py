from __future__ import annotations

from django.contrib.postgres.indexes import GinIndex
from django.db import migrations


class Migration(migrations.Migration):
    """Somebody's challenges are found among all that ever were."""

    dependencies = [("leagues", "0002_schedules_by_zone")]

    operations = [
        migrations.AddIndex(
            "challenge", GinIndex(fields=["users"], name="leagues_challenges_of_user", fastupdate=False)
        )
    ]
