import django.contrib.postgres.fields
import django.db.models.expressions
import django.db.models.functions.math
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Due',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('table', models.CharField(max_length=10)),
                ('places', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), null=True, size=None)),
                ('ruling', models.CharField(max_length=40)),
                ('occasion', models.CharField(max_length=10)),
                ('reach', models.CharField(db_default='all', default='all', max_length=4)),
            ],
        ),
        migrations.CreateModel(
            name='Exclusion',
            fields=[
                ('pk', models.CompositePrimaryKey('pool', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                ('pool', models.CharField(max_length=60)),
                ('seq', models.IntegerField()),
                ('user', models.BigIntegerField()),
                ('since', models.BigIntegerField()),
                ('until', models.BigIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Ruling',
            fields=[
                ('pk', models.CompositePrimaryKey('pool', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                ('pool', models.CharField(max_length=60)),
                ('seq', models.IntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Difference',
            fields=[
                ('pk', models.CompositePrimaryKey('pool', 'seq', 'user', blank=True, editable=False, primary_key=True, serialize=False)),
                ('pool', models.CharField(max_length=60)),
                ('seq', models.IntegerField()),
                ('user', models.BigIntegerField()),
                ('before', models.FloatField()),
                ('after', models.FloatField()),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'pool', 'seq'], name='ratings_differences')],
            },
        ),
        migrations.CreateModel(
            name='RatedTable',
            fields=[
                ('pk', models.CompositePrimaryKey('pool', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                ('pool', models.CharField(max_length=60)),
                ('seq', models.IntegerField()),
                ('table', models.CharField(max_length=10)),
                ('ended', models.BigIntegerField()),
                ('early', models.BooleanField()),
                ('keys', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), size=None)),
                ('facts', models.TextField()),
                ('places', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), null=True, size=None)),
                ('ruling', models.CharField(max_length=40)),
            ],
            options={
                'indexes': [models.Index(fields=['pool', 'ended'], name='ratings_by_end'), models.Index(condition=models.Q(('early', True)), fields=['pool', 'ended'], name='ratings_left_early')],
                'constraints': [models.UniqueConstraint(fields=('pool', 'table'), name='ratings_table_once')],
            },
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('pk', models.CompositePrimaryKey('pool', 'user', blank=True, editable=False, primary_key=True, serialize=False)),
                ('pool', models.CharField(max_length=60)),
                ('user', models.BigIntegerField()),
                ('bot', models.CharField(max_length=40)),
                ('rating', models.FloatField()),
                ('tables', models.IntegerField()),
                ('summited', models.BooleanField()),
                ('peak', models.FloatField()),
                ('met', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('steady', django.contrib.postgres.fields.ArrayField(base_field=models.BooleanField(), db_default=[], default=list, size=None)),
                ('known', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), db_default=[], default=list, size=None)),
                ('introduced', models.IntegerField(db_default=0, default=0)),
                ('settled', models.IntegerField(db_default=0, default=0)),
                ('acquainted', models.BooleanField(default=False)),
                ('provisional', models.BooleanField(default=True)),
                ('rated_at', models.BigIntegerField()),
            ],
            options={
                'indexes': [models.Index(models.F('pool'), models.F('provisional'), models.OrderBy(django.db.models.functions.math.Floor(django.db.models.expressions.CombinedExpression(models.F('rating'), '+', models.Value(0.5))), descending=True), models.OrderBy(models.F('tables'), descending=True), models.F('user'), name='ratings_ladder'), models.Index(fields=['user'], name='ratings_of_user'), models.Index(fields=['pool', 'rated_at'], name='ratings_by_activity'), models.Index(condition=models.Q(('settled__gt', 0)), fields=['pool', 'settled'], name='ratings_first_settled')],
            },
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('pk', models.CompositePrimaryKey('pool', 'seq', 'user', blank=True, editable=False, primary_key=True, serialize=False)),
                ('pool', models.CharField(max_length=60)),
                ('seq', models.IntegerField()),
                ('user', models.BigIntegerField()),
                ('table', models.CharField(max_length=10)),
                ('place', models.SmallIntegerField()),
                ('side', models.SmallIntegerField()),
                ('seats', models.SmallIntegerField()),
                ('before', models.FloatField()),
                ('after', models.FloatField()),
                ('tables', models.IntegerField()),
                ('met', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('first', models.FloatField()),
                ('at', models.BigIntegerField()),
                ('ruling', models.CharField(blank=True, default='', max_length=40)),
            ],
            options={
                'indexes': [models.Index(fields=['user', 'pool', 'seq'], name='ratings_history'), models.Index(fields=['table'], name='ratings_of_table')],
            },
        ),
        migrations.CreateModel(
            name='Waiting',
            fields=[
                ('pk', models.CompositePrimaryKey('pool', 'table', blank=True, editable=False, primary_key=True, serialize=False)),
                ('pool', models.CharField(max_length=60)),
                ('table', models.CharField(max_length=10)),
                ('ended', models.BigIntegerField()),
                ('facts', models.TextField()),
            ],
            options={
                'indexes': [models.Index(fields=['pool', 'ended', 'table'], name='ratings_waiting_in_order'), models.Index(fields=['table'], name='ratings_waiting_table')],
            },
        ),
    ]
