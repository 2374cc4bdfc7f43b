import django.contrib.postgres.fields
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('log', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Slug',
            fields=[
                ('slug', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('club', models.CharField(max_length=10)),
            ],
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('slug', models.CharField(max_length=40)),
                ('name', models.CharField(max_length=60)),
                ('language', models.CharField(max_length=10)),
                ('zone', models.CharField(max_length=64)),
                ('visibility', models.CharField(max_length=10)),
                ('join', models.CharField(max_length=10)),
                ('palette', models.CharField(max_length=20)),
                ('emblem', models.CharField(max_length=20)),
                ('owner', models.BigIntegerField(null=True)),
                ('members', models.IntegerField()),
                ('founded_at', models.BigIntegerField()),
                ('changed_at', models.BigIntegerField()),
                ('trusted', models.BooleanField(db_default=False, default=False)),
                ('closed_at', models.BigIntegerField(null=True)),
                ('due', models.BigIntegerField(null=True)),
                ('seq', models.IntegerField()),
                ('description', models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='log.text')),
            ],
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.CharField(max_length=10, primary_key=True, serialize=False)),
                ('user', models.BigIntegerField(null=True)),
                ('by', models.BigIntegerField(null=True)),
                ('expires_at', models.BigIntegerField()),
                ('is_open', models.BooleanField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
            ],
        ),
        migrations.CreateModel(
            name='Member',
            fields=[
                ('pk', models.CompositePrimaryKey('club_id', 'user', blank=True, editable=False, primary_key=True, serialize=False)),
                ('user', models.BigIntegerField()),
                ('role', models.CharField(max_length=10)),
                ('duties', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), size=None)),
                ('since', models.BigIntegerField()),
                ('role_since', models.BigIntegerField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
            ],
        ),
        migrations.CreateModel(
            name='Request',
            fields=[
                ('pk', models.CompositePrimaryKey('club_id', 'user', blank=True, editable=False, primary_key=True, serialize=False)),
                ('user', models.BigIntegerField()),
                ('at', models.BigIntegerField()),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
            ],
        ),
        migrations.AddIndex(
            model_name='club',
            index=models.Index(fields=['visibility', '-changed_at'], name='clubs_directory'),
        ),
        migrations.AddIndex(
            model_name='club',
            index=models.Index(condition=models.Q(('due__isnull', False)), fields=['due'], name='clubs_due'),
        ),
        migrations.AddIndex(
            model_name='club',
            index=models.Index(fields=['owner'], name='clubs_by_owner'),
        ),
        migrations.AddIndex(
            model_name='invitation',
            index=models.Index(condition=models.Q(('is_open', True), ('user__isnull', False)), fields=['user'], name='clubs_invited'),
        ),
        migrations.AddIndex(
            model_name='member',
            index=models.Index(fields=['user'], name='clubs_of_user'),
        ),
        migrations.AddIndex(
            model_name='request',
            index=models.Index(fields=['user'], name='clubs_requests_of_user'),
        ),
    ]
