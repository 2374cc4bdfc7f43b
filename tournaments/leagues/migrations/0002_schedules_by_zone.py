from __future__ import annotations

from typing import Any

from django.db import migrations, models


def made_again(*_given: Any) -> None:
    """The rows of schedules, from the log."""
    from tournaments.leagues.nights import streams
    from tournaments.log import selectors as log

    for stream in list(log.streams(streams.CALENDARS.prefix)):
        club = stream.removeprefix(streams.CALENDARS.prefix)
        streams.put_schedules(streams.CALENDARS.fold(club, log.load(stream)))


class Migration(migrations.Migration):
    """What the tick has to know of a schedule, so that it reads no stream in vain."""

    dependencies = [("leagues", "0001_initial"), ("log", "0003_texts")]

    operations = [
        migrations.AddField(
            "schedule", "ahead_days", models.SmallIntegerField(default=7), preserve_default=False
        ),
        migrations.AddField("schedule", "changed_at", models.BigIntegerField(default=0), preserve_default=False),
        migrations.AddIndex(
            "schedule", models.Index(fields=["changed_at"], name="leagues_schedules_changed")
        ),
        migrations.RunPython(made_again, migrations.RunPython.noop),
    ]
