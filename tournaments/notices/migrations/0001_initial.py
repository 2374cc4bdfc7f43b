import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Looked',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('until', models.BigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Preferences',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('switches', models.JSONField(default=dict)),
                ('muted', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), default=list, size=None)),
                ('quiet_from', models.SmallIntegerField(default=22)),
                ('quiet_until', models.SmallIntegerField(default=8)),
                ('mail', models.BooleanField(default=False)),
                ('language', models.CharField(blank=True, default='', max_length=10)),
            ],
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('club', models.CharField(db_index=True, max_length=10)),
                ('url', models.URLField(max_length=500)),
                ('flavour', models.CharField(max_length=10)),
                ('kinds', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=20), size=None)),
                ('secret', models.CharField(max_length=80)),
                ('made_by', models.BigIntegerField()),
                ('made_at', models.BigIntegerField()),
                ('last_status', models.CharField(blank=True, max_length=60)),
                ('last_at', models.BigIntegerField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.CharField(max_length=26, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=20)),
                ('stream', models.CharField(max_length=60, null=True)),
                ('seq', models.IntegerField(null=True)),
                ('subject', models.CharField(max_length=40)),
                ('club', models.CharField(max_length=10, null=True)),
                ('facts', models.JSONField()),
                ('at', models.BigIntegerField()),
                ('due', models.BigIntegerField(null=True)),
                ('shown', models.BooleanField()),
                ('read_at', models.BigIntegerField(null=True)),
                ('over_at', models.BigIntegerField(null=True)),
                ('head', models.CharField(max_length=26, null=True)),
                ('count', models.IntegerField(default=1)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PushTarget',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.URLField(max_length=500, unique=True)),
                ('p256dh', models.CharField(max_length=100)),
                ('auth', models.CharField(max_length=50)),
                ('key', models.CharField(max_length=100)),
                ('device', models.CharField(blank=True, max_length=200)),
                ('made_at', models.BigIntegerField()),
                ('refusals', models.SmallIntegerField(default=0)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Outgoing',
            fields=[
                ('id', models.CharField(max_length=26, primary_key=True, serialize=False)),
                ('channel', models.CharField(max_length=8)),
                ('body', models.JSONField(null=True)),
                ('digest', models.BooleanField(default=False)),
                ('due_at', models.BigIntegerField()),
                ('leased_until', models.BigIntegerField(null=True)),
                ('tries', models.SmallIntegerField(default=0)),
                ('status', models.CharField(default='waiting', max_length=8)),
                ('error', models.CharField(blank=True, max_length=200)),
                ('done_at', models.BigIntegerField(null=True)),
                ('notice', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notices.notice')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('webhook', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='notices.webhook')),
            ],
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('head', None), ('shown', True)), fields=['user', '-at'], name='notices_inbox'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('head', None), ('over_at', None), ('read_at', None), ('shown', True)), fields=['user'], name='notices_unread'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('over_at', None)), fields=['subject', 'kind'], name='notices_true'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['user', 'kind', '-at'], name='notices_of_a_kind'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['at'], name='notices_by_age'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('stream__isnull', False)), fields=('user', 'stream', 'seq', 'kind'), name='notices_once'),
        ),
        migrations.AddIndex(
            model_name='outgoing',
            index=models.Index(condition=models.Q(('status', 'waiting')), fields=['due_at'], name='notices_to_send'),
        ),
        migrations.AddIndex(
            model_name='outgoing',
            index=models.Index(condition=models.Q(('done_at__isnull', False)), fields=['done_at'], name='notices_sent'),
        ),
    ]
