import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Served',
            fields=[
                ('owner', models.BigIntegerField(primary_key=True, serialize=False)),
                ('at', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Tick',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('game', models.CharField(max_length=40)),
                ('rules', models.IntegerField()),
                ('options', models.JSONField()),
                ('chairs', models.JSONField()),
                ('clock', models.JSONField(null=True)),
                ('rated', models.BooleanField()),
                ('match', models.CharField(max_length=40, null=True)),
                ('opener', models.BigIntegerField(null=True)),
                ('club', models.CharField(max_length=10, null=True)),
                ('status', models.CharField(max_length=10)),
                ('seq', models.IntegerField()),
                ('to_act', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), size=None)),
                ('due', models.BigIntegerField(null=True)),
                ('bot_since', models.BigIntegerField(null=True)),
                ('places', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), null=True, size=None)),
                ('points', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), null=True, size=None)),
                ('stake', models.IntegerField(null=True)),
                ('reason', models.CharField(max_length=10, null=True)),
                ('settled', models.BooleanField()),
                ('opened_at', models.BigIntegerField()),
                ('started_at', models.BigIntegerField(null=True)),
                ('finished_at', models.BigIntegerField(null=True)),
                ('archived', models.BooleanField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['status', '-opened_at'], name='tables_by_status'), models.Index(fields=['game', 'status', '-opened_at'], name='tables_by_game'), models.Index(fields=['-opened_at'], name='tables_by_opening'), models.Index(condition=models.Q(('match__isnull', False)), fields=['match'], name='tables_by_match'), models.Index(condition=models.Q(('club__isnull', False)), fields=['club', '-opened_at'], name='tables_by_club'), models.Index(condition=models.Q(('match__isnull', True), ('status__in', ['open', 'playing'])), fields=['opener'], name='tables_underway'), models.Index(condition=models.Q(('settled', False), ('status', 'finished')), fields=['finished_at'], name='tables_unsettled'), models.Index(condition=models.Q(('archived__isnull', True), ('settled', True), ('status', 'finished')), fields=['opened_at', 'id'], name='tables_to_archive')],
            },
        ),
        migrations.CreateModel(
            name='Vacation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.BigIntegerField()),
                ('number', models.SmallIntegerField()),
                ('since', models.BigIntegerField()),
                ('until', models.BigIntegerField()),
                ('command', models.CharField(default='', max_length=200)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'number'), name='tables_vacation_once')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('pk', models.CompositePrimaryKey('table_id', 'seat', blank=True, editable=False, primary_key=True, serialize=False)),
                ('seat', models.SmallIntegerField()),
                ('user', models.BigIntegerField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='tables.table')),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'table'], name='tables_by_user')],
            },
        ),
        # Moves rewrite a table's row within its page: no index on what they change, and room for the new version.
        migrations.RunSQL(
            "ALTER TABLE tables_table SET (fillfactor = 60)", "ALTER TABLE tables_table RESET (fillfactor)"
        ),
    ]
