from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Guests of one address can be told from others, without the address."""

    dependencies = [("accounts", "0002_token")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="origin",
            field=models.CharField(blank=True, default="", editable=False, max_length=32),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(
                condition=models.Q(("origin", ""), _negated=True), fields=["origin"], name="accounts_guests_by_origin"
            ),
        ),
    ]
