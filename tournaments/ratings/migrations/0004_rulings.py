from __future__ import annotations

from django.db import migrations, models

_RULINGS = """
INSERT INTO ratings_ruling (pool, seq)
SELECT substr(stream, 6), seq FROM log_event
WHERE starts_with(stream, 'pool:') AND kind IN ('rating.corrected', 'rating.excluded', 'rating.readmitted')"""
_BOTS = "UPDATE ratings_rating SET acquainted = false WHERE bot <> '' AND acquainted"


class Migration(migrations.Migration):
    """Which events of a pool are rulings, and who played last: found without looking through all of them."""

    dependencies = [("ratings", "0003_pools"), ("log", "0003_texts")]

    operations = [
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "pool", "seq", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("pool", models.CharField(max_length=60)),
                ("seq", models.IntegerField()),
            ],
        ),
        migrations.AddIndex("rating", models.Index(fields=["pool", "rated_at"], name="ratings_by_activity")),
        migrations.RunSQL(_RULINGS, migrations.RunSQL.noop),
        migrations.RunSQL(_BOTS, migrations.RunSQL.noop),
    ]
