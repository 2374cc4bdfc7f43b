"""The log: events and where streams end, and the functions through which a stream goes to the archive and back."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
import tournaments.log.models
from django.conf import settings
from django.db import migrations, models

# The one way out. The mark is set on the head that the archive was verified against, and only then may its events go:
# the trigger append_only lets through what stands in this setting, which ends with the transaction.
ARCHIVE = """
CREATE FUNCTION log_archive(_stream text, _seq bigint, _digest bytea) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    _gone bigint;
BEGIN
    PERFORM set_config('cardroom.archiving', _stream, true);
    UPDATE log_stream SET archived = digest
    WHERE name = _stream AND seq = _seq AND digest = _digest AND archived IS NULL;
    IF FOUND THEN
        DELETE FROM log_event WHERE stream = _stream;
        GET DIAGNOSTICS _gone = ROW_COUNT;
        IF _gone <> _seq THEN
            RAISE EXCEPTION '% has % events and not %', _stream, _gone, _seq;
        END IF;
        PERFORM set_config('cardroom.archiving', '', true);
        RETURN true;
    END IF;
    PERFORM set_config('cardroom.archiving', '', true);
    RETURN false;
END $$"""
# And back: all of them, up to the head that stayed here, or none.
BRING_BACK = """
CREATE FUNCTION log_bring_back(_stream text, _events json) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
    _head log_stream%ROWTYPE;
BEGIN
    SELECT * INTO _head FROM log_stream WHERE name = _stream AND archived IS NOT NULL FOR UPDATE;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO log_event
        (stream, seq, kind, version, payload, actor, command, request, recorded_at, salt, digest, position)
    SELECT _stream, one.seq, one.kind, one.version, one.payload, one.actor, one.command, one.request,
           timestamptz 'epoch' + one.recorded_at * interval '1 millisecond', one.salt, one.digest, one.position
    FROM json_to_recordset(_events) AS one
        (seq bigint, kind text, version int, payload jsonb, actor bigint, command text, request bytea,
         recorded_at bigint, salt bytea, digest bytea, position bigint);
    IF _head.seq <> (SELECT count(*) FROM log_event WHERE stream = _stream) OR NOT EXISTS (
        SELECT FROM log_event WHERE stream = _stream AND seq = _head.seq AND digest = _head.digest) THEN
        RAISE EXCEPTION 'this is not what % was', _stream;
    END IF;
    PERFORM set_config('cardroom.archiving', _stream, true);
    UPDATE log_stream SET archived = NULL WHERE name = _stream;
    PERFORM set_config('cardroom.archiving', '', true);
    RETURN true;
END $$"""
# The append as a function of the database: the same as the one statement (``services``), in one call with one stream.
# It is what Citus carries out, where it refuses the statement (``docker/nodes.md``).
APPEND = """
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
    INSERT INTO log_event
        (stream, seq, kind, version, payload, actor, command, request, recorded_at, salt, digest, position)
    SELECT _stream, one.seq, one.kind, one.version, one.payload, _actor, one.command, one.request, _moment, one.salt,
           one.digest, _place
    FROM json_to_recordset(_events) AS one
        (seq bigint, kind text, version int, payload jsonb, command text, request bytea, salt bytea, digest bytea);
    RETURN QUERY SELECT _stream, _last, _digest, _moment;
END $$;
"""
APPEND_BACK = "DROP FUNCTION log_append(text, bigint, bytea, bigint, bytea, bigint, bigint, json)"

class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RunSQL("CREATE SEQUENCE log_position", "DROP SEQUENCE log_position"),
        migrations.CreateModel(
            name='Archiving',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('begun', models.BooleanField(default=False)),
                ('at', models.BigIntegerField(null=True)),
                ('streams', models.IntegerField(default=0)),
                ('problem', models.TextField(blank=True)),
            ],
        ),
        migrations.CreateModel(
            name='Follower',
            fields=[
                ('name', models.TextField(primary_key=True, serialize=False)),
                ('position', models.BigIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Stream',
            fields=[
                ('name', models.TextField(db_collation='C', primary_key=True, serialize=False)),
                ('seq', models.BigIntegerField()),
                ('digest', models.BinaryField()),
                ('recorded_at', models.DateTimeField()),
                ('archived', models.BinaryField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Text',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('body', models.TextField(blank=True)),
                ('erased_at', models.BigIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('pk', models.CompositePrimaryKey('stream', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                ('stream', models.TextField(db_collation='C')),
                ('seq', models.BigIntegerField()),
                ('kind', models.TextField()),
                ('version', models.IntegerField()),
                ('payload', models.JSONField()),
                ('actor', models.BigIntegerField(null=True)),
                ('command', models.TextField(db_collation='C', null=True)),
                ('recorded_at', models.DateTimeField()),
                ('salt', models.BinaryField()),
                ('digest', models.BinaryField()),
                ('position', models.BigIntegerField(db_default=tournaments.log.models.NextPosition())),
                ('request', models.BinaryField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['position'], name='log_event_position')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('command__isnull', False)), fields=('stream', 'command', 'actor'), name='log_command_once', nulls_distinct=False)],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='event',
            trigger=pgtrigger.compiler.Trigger(name='append_only', sql=pgtrigger.compiler.UpsertTriggerSql(func="\nIF TG_OP = 'DELETE' AND current_setting('cardroom.archiving', true) = OLD.stream THEN\n    RETURN OLD;\nEND IF;\nRAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;\n", hash='75520e7dbbfb0286beef6905ff216c8b84e22740', operation='UPDATE OR DELETE', pgid='pgtrigger_append_only_b05be', table='log_event', when='BEFORE')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='event',
            trigger=pgtrigger.compiler.Trigger(name='no_truncate', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot truncate the event log';", hash='366cafbeb323fd06deadf125294ac4296abb742c', level='STATEMENT', operation='TRUNCATE', pgid='pgtrigger_no_truncate_10cc2', table='log_event', when='BEFORE')),
        ),
        migrations.AddConstraint(
            model_name='stream',
            constraint=models.CheckConstraint(condition=models.Q(('archived', None), ('archived', models.F('digest')), _connector='OR'), name='log_archived_stays'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='stream',
            trigger=pgtrigger.compiler.Trigger(name='archived', sql=pgtrigger.compiler.UpsertTriggerSql(func="\nIF current_setting('cardroom.archiving', true) IS DISTINCT FROM NEW.name THEN\n    RAISE EXCEPTION 'pgtrigger: Cannot mark a stream as archived';\nEND IF;\nRETURN NULL;\n", hash='604aac9bff257ca060119a6d7703ab4c4dc6e33d', operation='UPDATE OF "archived"', pgid='pgtrigger_archived_60f40', table='log_stream', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='stream',
            trigger=pgtrigger.compiler.Trigger(name='archived_stays', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD.archived IS NOT NULL)', func="RAISE EXCEPTION 'pgtrigger: Cannot delete the head of an archived stream';", hash='a0ae5bbff45be3e3b429525ae2b6bd56fe5fe5de', operation='DELETE', pgid='pgtrigger_archived_stays_fc7d0', table='log_stream', when='BEFORE')),
        ),
        migrations.AddField(
            model_name='text',
            name='author',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.RunSQL(ARCHIVE, "DROP FUNCTION log_archive"),
        migrations.RunSQL(BRING_BACK, "DROP FUNCTION log_bring_back"),
        migrations.RunSQL(APPEND, APPEND_BACK),
    ]
