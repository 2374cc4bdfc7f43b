import accounts.models
import django.contrib.auth.models
import django.contrib.auth.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import pgtrigger.compiler
import pgtrigger.migrations
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('is_guest', models.BooleanField(default=False)),
                ('bot_level', models.CharField(blank=True, default='', max_length=40)),
                ('timezone', models.CharField(blank=True, default='', max_length=64)),
                ('origin', models.CharField(blank=True, default='', editable=False, max_length=32)),
                ('skeleton', accounts.models.SkeletonField(default='', editable=False)),
                ('renamed_at', models.DateTimeField(editable=False, null=True)),
                ('erasure_at', models.DateTimeField(editable=False, null=True)),
                ('erased_at', models.DateTimeField(editable=False, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='ErasedName',
            fields=[
                ('digest', models.BinaryField(max_length=32, primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='What it is for')),
                ('prefix', models.CharField(max_length=12)),
                ('digest', models.BinaryField(max_length=32, unique=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='Privacy',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='privacy', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('show_clubs', models.BooleanField(default=True)),
                ('show_games', models.BooleanField(default=True)),
                ('show_presence', models.BooleanField(default=True)),
                ('show_former_names', models.BooleanField(default=True)),
                ('challenges', models.CharField(choices=[('anyone', 'Anyone'), ('people', 'People I sat with'), ('nobody', 'Nobody')], default='anyone', max_length=6)),
                ('invitations', models.CharField(choices=[('anyone', 'Anyone'), ('people', 'People I sat with'), ('nobody', 'Nobody')], default='people', max_length=6)),
                ('chat', models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('pk', models.CompositePrimaryKey('user_id', 'other_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='FormerName',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=150)),
                ('skeleton', models.TextField(db_index=True)),
                ('until', models.DateTimeField()),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_names', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-until'],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('device', models.CharField(blank=True, default='', max_length=200)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('last_used_at', models.DateTimeField(null=True)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='StaffAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('by', models.BigIntegerField(null=True)),
                ('what', models.CharField(max_length=60)),
                ('subject', models.CharField(max_length=80)),
                ('seq', models.BigIntegerField(null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('subject', 'seq'), name='accounts_staff_act_once')],
            },
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='staffact',
            trigger=pgtrigger.compiler.Trigger(name='staff_acts_stay', sql=pgtrigger.compiler.UpsertTriggerSql(func="RAISE EXCEPTION 'pgtrigger: Cannot update or delete rows from % table', TG_TABLE_NAME;", hash='196bdf5d51c9d4fba0301a5b7ab6ae141d0ebbf9', operation='UPDATE OR DELETE', pgid='pgtrigger_staff_acts_stay_9dcaa', table='accounts_staffact', when='BEFORE')),
        ),
        migrations.AddField(
            model_name='token',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('origin', ''), _negated=True), fields=['origin'], name='accounts_guests_by_origin'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('erasure_at__isnull', False)), fields=['erasure_at'], name='accounts_to_erase'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('is_staff', True)), fields=['id'], name='accounts_staff'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('erased_at__isnull', True), ('is_active', False)), fields=['id'], name='accounts_shut_out'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='accounts_user_name_once', violation_error_message='That name is taken.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(fields=('skeleton',), name='accounts_user_skeleton_once', violation_error_message='That name looks too much like an existing one.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.CheckConstraint(condition=models.Q(('is_guest', False), ('password', ''), ('password__startswith', '!'), _connector='OR'), name='accounts_guests_have_no_password'),
        ),
        migrations.RunSQL("CREATE EXTENSION IF NOT EXISTS pg_trgm", migrations.RunSQL.noop),
        migrations.RunSQL(
            "CREATE INDEX accounts_by_part ON accounts_user USING gin (upper(username) gin_trgm_ops)",
            "DROP INDEX accounts_by_part",
        ),
    ]
