"""The append as a function of the database: the same as the one statement (``services``), in one call with one stream.

It is what Citus can hand to the node where a stream lies (``docker/citus.md``).
"""

from typing import ClassVar

from django.db import migrations

MAKE = """
CREATE FUNCTION log_append(
    _stream text, _expected bigint, _previous bytea, _last bigint, _digest bytea, _at bigint, _actor bigint,
    _events json
) RETURNS TABLE (stream text, seq bigint, digest bytea, recorded_at timestamptz)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    _moment timestamptz := timestamptz 'epoch' + _at * interval '1 millisecond';
    _place bigint;
BEGIN
    IF _expected = 0 THEN
        INSERT INTO log_stream (name, seq, digest, recorded_at) VALUES (_stream, _last, _digest, _moment)
        ON CONFLICT DO NOTHING;
    ELSE
        UPDATE log_stream SET seq = _last, digest = _digest, recorded_at = _moment
        WHERE name = _stream AND log_stream.seq = _expected AND log_stream.digest = _previous
          AND archived IS NULL AND NOT EXISTS (
            SELECT FROM json_to_recordset(_events) AS one (command text), LATERAL (
                SELECT FROM log_event
                WHERE log_event.stream = _stream AND log_event.command = one.command
                  AND log_event.actor IS NOT DISTINCT FROM _actor LIMIT 1) AS before);
    END IF;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    _place := nextval('log_position');
    INSERT INTO log_event (stream, seq, kind, version, payload, actor, command, recorded_at, salt, digest, position)
    SELECT _stream, one.seq, one.kind, one.version, one.payload, _actor, one.command, _moment, one.salt, one.digest,
           _place
    FROM json_to_recordset(_events) AS one
        (seq bigint, kind text, version int, payload jsonb, command text, salt bytea, digest bytea);
    RETURN QUERY SELECT _stream, _last, _digest, _moment;
END $$;
"""
TAKE_BACK = "DROP FUNCTION log_append(text, bigint, bytea, bigint, bytea, bigint, bigint, json)"


class Migration(migrations.Migration):
    dependencies: ClassVar = [("log", "0004_archive")]

    operations: ClassVar = [migrations.RunSQL(MAKE, TAKE_BACK)]
