import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('log', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('organiser', models.BigIntegerField()),
                ('organisers', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ('asked', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), db_default=[], default=list, size=None)),
                ('game', models.CharField(max_length=40)),
                ('format', models.CharField(max_length=20)),
                ('status', models.CharField(max_length=10)),
                ('private', models.BooleanField(default=False)),
                ('club', models.CharField(max_length=10, null=True)),
                ('starts_at', models.BigIntegerField()),
                ('entries', models.IntegerField(default=0)),
                ('round', models.SmallIntegerField(default=0)),
                ('rounds', models.SmallIntegerField(null=True)),
                ('announced_at', models.BigIntegerField()),
                ('started_at', models.BigIntegerField(null=True)),
                ('ended_at', models.BigIntegerField(null=True)),
                ('seq', models.IntegerField()),
                ('title', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='log.text')),
            ],
        ),
        migrations.CreateModel(
            name='TeamAsk',
            fields=[
                ('pk', models.CompositePrimaryKey('tournament_id', 'number', 'user', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.IntegerField()),
                ('user', models.BigIntegerField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='director.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('pk', models.CompositePrimaryKey('tournament_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.SmallIntegerField()),
                ('deadline', models.BigIntegerField(null=True)),
                ('grace', models.BigIntegerField(null=True)),
                ('paired_at', models.BigIntegerField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='director.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('round', models.SmallIntegerField()),
                ('key', models.CharField(default='', max_length=12)),
                ('entries', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), size=None)),
                ('table', models.CharField(max_length=10, null=True)),
                ('places', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), null=True, size=None)),
                ('deadline', models.BigIntegerField(null=True)),
                ('grace', models.BigIntegerField(null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='director.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('pk', models.CompositePrimaryKey('tournament_id', 'user', blank=True, editable=False, primary_key=True, serialize=False)),
                ('user', models.BigIntegerField()),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='director.tournament')),
            ],
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('pk', models.CompositePrimaryKey('tournament_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.IntegerField()),
                ('users', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('withdrawn', models.BooleanField(default=False)),
                ('place', models.IntegerField(null=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='director.tournament')),
            ],
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(fields=['status', 'starts_at'], name='director_by_status'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(django.db.models.functions.comparison.Coalesce('started_at', 'starts_at'), name='director_by_began'),
        ),
        migrations.AddIndex(
            model_name='tournament',
            index=models.Index(condition=models.Q(('club__isnull', False)), fields=['club', '-starts_at'], name='director_by_club'),
        ),
        migrations.AddIndex(
            model_name='teamask',
            index=models.Index(fields=['user'], name='director_team_asks'),
        ),
        migrations.AddIndex(
            model_name='round',
            index=models.Index(condition=models.Q(('deadline__isnull', False)), fields=['deadline'], name='director_deadlines'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['tournament', 'round'], name='director_matches'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('places__isnull', True)), fields=['tournament'], name='director_open_matches'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(fields=['user'], name='director_invited'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=['users'], name='director_by_user'),
        ),
    ]
