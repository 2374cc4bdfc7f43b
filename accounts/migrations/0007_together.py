from django.db import migrations


class Migration(migrations.Migration):
    """Two that were written side by side."""

    dependencies = [("accounts", "0006_people"), ("accounts", "0006_user_invited_by")]
    operations: list[object] = []
