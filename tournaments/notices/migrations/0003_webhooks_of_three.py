"""Webhooks of tournaments and accounts beside clubs', their ends, and a log of what went to them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import tournaments.notices.numbers


class Migration(migrations.Migration):
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("notices", "0002_numbers")]

    operations = [
        migrations.AlterField(
            "webhook", "club", models.CharField(blank=True, db_index=True, default="", max_length=10)
        ),
        migrations.AddField("webhook", "tournament", models.CharField(db_index=True, max_length=10, null=True)),
        migrations.AddField(
            "webhook",
            "user",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField("webhook", "failing_since", models.BigIntegerField(null=True)),
        migrations.AddField("webhook", "ended_at", models.BigIntegerField(null=True)),
        migrations.AddField("webhook", "ended_why", models.CharField(max_length=10, null=True)),
        migrations.AddField("outgoing", "answer", models.CharField(max_length=60, null=True)),
        migrations.AddField("outgoing", "number", models.BigIntegerField(null=True)),
        migrations.AlterField(
            "outgoing",
            "number",
            models.BigIntegerField(null=True, db_default=tournaments.notices.numbers.NextNumber()),
        ),
        migrations.AddIndex("outgoing", models.Index(fields=["webhook", "number"], name="notices_by_webhook")),
    ]
