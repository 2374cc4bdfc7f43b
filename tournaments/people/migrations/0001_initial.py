import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cause', models.CharField(choices=[('insult', 'Insult or threat'), ('spam', 'Spam'), ('cheating', 'Tells hidden cards'), ('other', 'Something else')], max_length=8)),
                ('at', models.BigIntegerField()),
                ('closed', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='TableInvitation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table', models.CharField(max_length=10)),
                ('at', models.BigIntegerField()),
                ('declined', models.BooleanField(default=False)),
            ],
        ),
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('pk', models.CompositePrimaryKey('one_id', 'two_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('asker', models.BigIntegerField()),
                ('asked_at', models.BigIntegerField()),
                ('accepted_at', models.BigIntegerField(null=True)),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('two', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Line',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.CharField(max_length=48)),
                ('at', models.BigIntegerField()),
                ('body', models.TextField()),
                ('removed', models.BooleanField(default=False)),
                ('command', models.CharField(max_length=64, null=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Measure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.CharField(max_length=48)),
                ('kind', models.CharField(max_length=10)),
                ('by', models.BigIntegerField()),
                ('user', models.BigIntegerField()),
                ('line', models.BigIntegerField(null=True)),
                ('cause', models.CharField(choices=[('insult', 'Insult or threat'), ('spam', 'Spam'), ('cheating', 'Tells hidden cards'), ('other', 'Something else')], max_length=8)),
                ('at', models.BigIntegerField()),
                ('until', models.BigIntegerField(null=True)),
                ('command', models.CharField(max_length=64, null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['place', 'user'], name='people_measures'), models.Index(condition=models.Q(('until__isnull', False)), fields=['until'], name='people_mutes')],
                'constraints': [models.UniqueConstraint(fields=('by', 'command'), name='people_measure_once')],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='measure',
            trigger=pgtrigger.compiler.Trigger(name='measures_stay', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='9cf8bd1d0c340b851bf5cd42aba70bd6f5f402cc', operation='UPDATE OR DELETE', pgid='pgtrigger_measures_stay_60a3a', table='people_measure', when='BEFORE')),
        ),
        migrations.AddField(
            model_name='report',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='report',
            name='line',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='people.line'),
        ),
        migrations.AddField(
            model_name='tableinvitation',
            name='by',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='tableinvitation',
            name='to',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='friendship',
            constraint=models.CheckConstraint(condition=models.Q(('one__lt', models.F('two'))), name='people_friends_in_order'),
        ),
        migrations.AddIndex(
            model_name='line',
            index=models.Index(fields=['place', 'id'], name='people_lines'),
        ),
        migrations.AddConstraint(
            model_name='line',
            constraint=models.UniqueConstraint(fields=('author', 'command'), name='people_line_once'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('closed', False)), fields=['at'], name='people_open_reports'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(fields=('line', 'by'), name='people_reported_once'),
        ),
        migrations.AddConstraint(
            model_name='tableinvitation',
            constraint=models.UniqueConstraint(fields=('table', 'to'), name='people_invited_once'),
        ),
    ]
