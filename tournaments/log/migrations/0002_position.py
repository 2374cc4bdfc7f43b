"""Every commit gets a place in the order of all: those that are there by their time."""

from typing import ClassVar

from django.db import migrations, models

import tournaments.log.models

# The rows may not be updated, and are not: the new column is filled while the table is rewritten.
NUMBER = """
CREATE TABLE log_place AS
SELECT stream, seq, dense_rank() OVER (ORDER BY recorded_at, stream, nth) AS place FROM (
    SELECT stream, seq, recorded_at, count(command) OVER (PARTITION BY stream ORDER BY seq) AS nth FROM log_event
) AS counted;
ALTER TABLE log_place ADD PRIMARY KEY (stream, seq);
CREATE FUNCTION log_place(text, bigint) RETURNS bigint LANGUAGE sql
    AS 'SELECT place FROM log_place WHERE stream = $1 AND seq = $2';
ALTER TABLE log_event ALTER COLUMN position TYPE bigint USING log_place(stream, seq);
SELECT setval('log_position', (SELECT coalesce(max(place), 0) + 1 FROM log_place), false);
DROP FUNCTION log_place(text, bigint);
DROP TABLE log_place;
"""


class Migration(migrations.Migration):
    dependencies: ClassVar = [("log", "0001_log")]

    operations: ClassVar = [
        migrations.RunSQL("CREATE SEQUENCE log_position", "DROP SEQUENCE log_position"),
        # as text, so that the change to numbers is one
        migrations.AddField("event", "position", models.TextField(null=True)),
        migrations.RunSQL(
            NUMBER,
            migrations.RunSQL.noop,
            state_operations=[migrations.AlterField("event", "position", models.BigIntegerField(null=True))],
        ),
        migrations.AlterField(
            "event", "position", models.BigIntegerField(db_default=tournaments.log.models.NextPosition())
        ),
        migrations.AddIndex("event", models.Index(fields=["position"], name="log_event_position")),
        migrations.CreateModel(
            "Follower",
            fields=[
                ("name", models.TextField(primary_key=True, serialize=False)),
                ("position", models.BigIntegerField(default=0)),
            ],
        ),
    ]
