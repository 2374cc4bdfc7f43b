from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Where a match stands in its tournament. Of matches made before, ``rebuild`` fills it in."""

    dependencies = [("director", "0006_invitations")]

    operations = [migrations.AddField("match", "key", models.CharField(default="", max_length=12))]
