"""Notices are numbered in the order in which they are told. Those of before stay without: nobody has missed them."""

from django.db import migrations, models

import tournaments.notices.numbers


class Migration(migrations.Migration):
    dependencies = [("notices", "0001_initial")]

    operations = [
        migrations.RunSQL("CREATE SEQUENCE notices_number", "DROP SEQUENCE notices_number"),
        migrations.AddField("notice", "number", models.BigIntegerField(null=True)),
        migrations.AlterField(
            "notice",
            "number",
            models.BigIntegerField(null=True, db_default=tournaments.notices.numbers.NextNumber()),
        ),
        migrations.AddIndex("notice", models.Index(fields=["user", "number"], name="notices_by_number")),
    ]
