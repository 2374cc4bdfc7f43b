import django.contrib.postgres.fields
import django.contrib.postgres.indexes
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Feed',
            fields=[
                ('user', models.BigIntegerField(primary_key=True, serialize=False)),
                ('salt', models.CharField(max_length=32)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('made_at', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('ladder', models.CharField(max_length=10)),
                ('club', models.CharField(max_length=10)),
                ('users', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('status', models.CharField(max_length=10)),
                ('time', models.BigIntegerField(null=True)),
                ('table', models.CharField(max_length=10, null=True)),
                ('asked_at', models.BigIntegerField()),
                ('ended_at', models.BigIntegerField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['ladder', '-asked_at'], name='leagues_challenges'), models.Index(condition=models.Q(('status', 'ended'), _negated=True), fields=['status', 'time'], name='leagues_challenges_open'), django.contrib.postgres.indexes.GinIndex(fastupdate=False, fields=['users'], name='leagues_challenges_of_user')],
            },
        ),
        migrations.CreateModel(
            name='Ladder',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('club', models.CharField(max_length=10)),
                ('game', models.CharField(max_length=40)),
                ('title', models.CharField(max_length=40)),
                ('users', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('opened_at', models.BigIntegerField()),
                ('closed_at', models.BigIntegerField(null=True)),
                ('due', models.BigIntegerField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['club', 'opened_at'], name='leagues_ladders_of_club'), models.Index(condition=models.Q(('due__isnull', False)), fields=['due'], name='leagues_ladders_due')],
            },
        ),
        migrations.CreateModel(
            name='Night',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('club', models.CharField(max_length=10)),
                ('starts_at', models.BigIntegerField()),
                ('ends_at', models.BigIntegerField()),
                ('cancelled', models.BooleanField()),
            ],
            options={
                'indexes': [models.Index(fields=['club', 'starts_at'], name='leagues_nights_of_club'), models.Index(condition=models.Q(('cancelled', False)), fields=['starts_at'], name='leagues_nights_ahead')],
            },
        ),
        migrations.CreateModel(
            name='Schedule',
            fields=[
                ('pk', models.CompositePrimaryKey('club', 'schedule', blank=True, editable=False, primary_key=True, serialize=False)),
                ('club', models.CharField(max_length=10)),
                ('schedule', models.CharField(max_length=10)),
                ('due', models.BigIntegerField()),
                ('ahead_days', models.SmallIntegerField()),
                ('changed_at', models.BigIntegerField()),
            ],
            options={
                'indexes': [models.Index(fields=['due'], name='leagues_schedules_due'), models.Index(fields=['changed_at'], name='leagues_schedules_changed')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('club', models.CharField(max_length=10)),
                ('game', models.CharField(max_length=40)),
                ('title', models.CharField(max_length=40)),
                ('unit', models.CharField(max_length=5)),
                ('starts_at', models.BigIntegerField()),
                ('ends_at', models.BigIntegerField()),
                ('closed_at', models.BigIntegerField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['club', '-starts_at'], name='leagues_seasons_of_club'), models.Index(condition=models.Q(('closed_at__isnull', True)), fields=['ends_at'], name='leagues_seasons_open')],
            },
        ),
    ]
