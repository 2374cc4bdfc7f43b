"""Settings, from the environment (``README.md`` lists the variables). Importing them starts nothing."""

import math
import os
import secrets
import sys
from pathlib import Path
from urllib.parse import urlsplit

import environ
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from tournaments.config import allowances, providers, secret_files
from tournaments.config.allowances import changed
from tournaments.config.logs import logging_settings
from tournaments.config.variables import Wrong, check

ROOT = Path(__file__).resolve().parents[2]
LOCAL = ROOT / ".local"
TESTING = "pytest" in sys.modules

try:
    secret_files.read(os.environ)
    check(os.environ)
except Wrong as wrong:  # one line, whichever process it is
    sys.exit(str(wrong))
env = environ.Env()
env.ENVIRON = {name: value for name, value in os.environ.items() if value}  # an empty variable is not set

DEBUG = env.bool("DEBUG", default=False)
DEMO = env.bool("DEMO", default=False)
"""Whether people can log in as the demo's."""
SITE_URL = env("SITE_URL", default="http://localhost:8000").rstrip("/")
_SITE = urlsplit(SITE_URL)
SECURE = _SITE.scheme == "https"

# Without one, sessions end with the process: `make run` keeps its own in .local/
SECRET_KEY = env("SECRET_KEY", default="") or secrets.token_urlsafe(50)
# The proxy asks every node by the last name whether it lives.
ALLOWED_HOSTS = [
    *env.list("ALLOWED_HOSTS", str.strip, default=[_SITE.hostname or "localhost", "127.0.0.1", "[::1]"]),
    "localhost",
]
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", str.strip, default=[SITE_URL])
# Caddy is the only way in, and it sets these itself.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_ENGINE = "accounts.session_store"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 180

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "tournaments.config.statics.StaticFiles",
    "allauth",
    "allauth.account",
    "allauth.idp.oidc",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "csp",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "pgtrigger",
    "rest_framework",
    "accounts",
    "tournaments.log",
    "tournaments.kit",
    "tournaments.clubs",
    "tournaments.tables",
    "tournaments.ratings",
    "tournaments.director",
    "tournaments.leagues",
    "tournaments.learning",
    "tournaments.people",
    "tournaments.notices",
    "tournaments.settlement",
    "tournaments.site",
    "tournaments.config",
]

# Those of tournaments.config.middleware are passed by for programs that show a token.
MIDDLEWARE = [
    "tournaments.config.telemetry.requests.Noted",
    "tournaments.config.legibility.LegibleRequests",
    "tournaments.kit.origins.Origins",
    "accounts.middleware.CallerMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "tournaments.config.middleware.ContentSecurityPolicy",
    "tournaments.platform.replica.JustDone",
    "tournaments.config.middleware.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "tournaments.config.middleware.Authentication",
    "tournaments.config.middleware.Messages",
    "tournaments.config.middleware.FrameOptions",
    "allauth.account.middleware.AccountMiddleware",
    "tournaments.config.middleware.Zones",
    "tournaments.config.middleware.Htmx",
    "tournaments.kit.error_pages.ErrorPages",
    "tournaments.kit.visibility.Visibility",
]

MESSAGE_STORAGE = "tournaments.kit.messages.LastFew"
CSRF_FAILURE_VIEW = "tournaments.kit.error_pages.csrf_failure"
ROOT_URLCONF = "tournaments.config.urls"
WSGI_APPLICATION = "tournaments.config.wsgi.application"
ASGI_APPLICATION = "tournaments.config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # Before those of the apps: allauth's pages are drawn in the site's look.
        "DIRS": [ROOT / "tournaments" / "site" / "templates"],  # before those of libraries
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "tournaments.kit.messages.waiting",
                "tournaments.people.web.display.on_page",
                "tournaments.config.condition.glance.banner",
            ],
        },
    },
]

# Database and Redis: the supervisor (tournaments/config/supervisor) starts its own and sets these when they are absent.
DATABASES = {"default": env.db_url("DATABASE_URL", default="postgres://cardroom@localhost:5432/cardroom")}
# A standby, for rows that may be two seconds old.
if env("DATABASE_REPLICA_URL", default=""):
    DATABASES["replica"] = env.db_url("DATABASE_REPLICA_URL")
    # The primary is there to be asked instead. For a connection the least that can be told is two seconds.
    DATABASES["replica"]["OPTIONS"] = {"connect_timeout": 2} | DATABASES["replica"].get("OPTIONS", {})
    DATABASES["replica"]["PATIENCE"] = 3.0
DATABASE_ROUTERS = ["tournaments.platform.replica.Router"]
# What lies behind a pooler gives each transaction another session: nothing may be left in one for the next.
POOLER = env("DATABASE_POOLER", default="")
for _database in DATABASES.values():
    _database |= {
        "ENGINE": "tournaments.config.postgresql",
        "DISABLE_SERVER_SIDE_CURSORS": bool(POOLER),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
    # For an address without one: a password in a file of its own needs no second copy in an address.
    _database["PASSWORD"] = _database["PASSWORD"] or env("DATABASE_PASSWORD", default="")
    # Django turns prepared statements off unless told not to. A PgBouncer before 1.21 knows nothing of them.
    _database.setdefault("OPTIONS", {})["prepare_threshold"] = None if POOLER == "transaction" else 3
REDIS_URL = env("REDIS_URL", default="redis://localhost:6379/0")
BROKER_URL = env("BROKER_URL", default=REDIS_URL)
# Every key, channel and queue begins with this: pub/sub knows no database numbers.
REDIS_PREFIX = env("REDIS_PREFIX", default="cardroom:")
if TESTING:
    REDIS_PREFIX += f"test-{secrets.token_hex(4)}:"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {
        "BACKEND": "tournaments.platform.valkey.Cache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": REDIS_PREFIX + "cache",
    },
}

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {"login": "accounts.forms.LoginForm"}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
# The address is for a forgotten password, and for what its owner asks to be sent.
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
# An address that somebody has is taken like any other: else sign-up would tell. Only one account can confirm it.
ACCOUNT_PREVENT_ENUMERATION = "strict"
# allauth's own limits, and a day's: nobody's mailbox is filled by somebody who knows it; no address makes accounts or
# sends mails all day. On a club's evening all come by one address: log-ins are many then, wrong passwords few.
ACCOUNT_RATE_LIMITS = {
    "signup": "60/m/ip,200/d/ip",
    "login": "120/m/ip",
    "login_failed": "30/m/ip,5/300s/key",
    "login_failed_anywhere": "20/m/key,300/h/key",
    "login_failed_known": "10/m/key",
    "confirm_email": "1/3m/key,10/d/key",
    "reset_password": "20/m/ip,100/d/ip,5/m/key,20/d/key",
}
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Cardroom] "
# Another address, a second factor or a token is a way in for good: not for somebody who finds a screen left open.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 900
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}  # a mailbox may lie as open as the screen
ACCOUNT_USERNAME_VALIDATORS = "accounts.adapter.name_validators"
MFA_ADAPTER = "accounts.second_factor.MFAAdapter"
MFA_FORMS = {
    "activate_totp": "accounts.second_factor_forms.ActivateCodeForm",
    "authenticate": "accounts.second_factor_forms.CodeForm",
    "reauthenticate": "accounts.second_factor_forms.CodeAgainForm",
    "login_webauthn": "accounts.second_factor_forms.PasskeyLoginForm",
    "authenticate_webauthn": "accounts.second_factor_forms.PasskeyForm",
    "reauthenticate_webauthn": "accounts.second_factor_forms.PasskeyAgainForm",
    "add_webauthn": "accounts.second_factor_forms.AddPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_TOTP_TOLERANCE = 1
# Browsers make passkeys for https, and for localhost beside it.
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE
# Accounts elsewhere open an account here (accounts/elsewhere.py), if there are any.
SOCIALACCOUNT_PROVIDERS = {
    "openid_connect": {"OAUTH_PKCE_ENABLED": True, "APPS": providers.apps(env("LOG_IN_WITH", default=""))}
}
SOCIALACCOUNT_ADAPTER = "accounts.elsewhere.SocialAccountAdapter"
SOCIALACCOUNT_AUTO_SIGNUP = False
# Apps act for people (accounts/oauth). Seconds: a day for access, 90 days for a refresh token, replaced with each use.
IDP_OIDC_ADAPTER = "accounts.oauth.adapter.OIDCAdapter"
IDP_OIDC_ACCESS_TOKEN_EXPIRES_IN, IDP_OIDC_REFRESH_TOKEN_EXPIRES_IN = 86_400, 7_776_000
IDP_OIDC_DEVICE_CODE_EXPIRES_IN = 600
# Of the codes that people enter; each takes two looks, and a club has one router.
IDP_OIDC_RATE_LIMITS = {"device_user_code": "60/m/ip,10/m/user"}
# How often somebody may do something; sign-up, log-in and resets have allauth's own limits.
RATES = changed(allowances.RATES, env("RATES", default=""))
# Caddy puts the client's address last; nothing else reaches us.
ALLAUTH_TRUSTED_PROXY_COUNT = 1
globals().update(env.email_url("EMAIL_URL", default="consolemail://"))
EMAIL_TIMEOUT = 20
# Asked for the names of webhooks and push services, in place of those of the machine.
NAME_SERVERS = env.list("NAME_SERVERS", default=[])
# The key that browsers' push services know us by; without one it follows from SECRET_KEY. Another: all subscribe again.
VAPID_PRIVATE_KEY = env("VAPID_PRIVATE_KEY", default="")
# The key that signs records (Ed25519); without one it follows from SECRET_KEY. Another: older signatures are foreign.
SIGNING_KEY = env("SIGNING_KEY", default="")
DEFAULT_FROM_EMAIL = env("DEFAULT_FROM_EMAIL", default="Cardroom <noreply@localhost>")

# What it says of itself (README.md, "Seeing it run"): each of these is off unless it is set.
METRICS = env("METRICS", default="")
SENTRY_DSN = env("SENTRY_DSN", default="")
OTEL_EXPORTER_OTLP_ENDPOINT = env("OTEL_EXPORTER_OTLP_ENDPOINT", default="")

LOGGING = logging_settings(debug=DEBUG, reports_to=SENTRY_DSN)

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish"))]
LOCALE_PATHS = [ROOT / "tournaments" / "site" / "locale"]

STATIC_URL = "static/"
STATIC_ROOT = env("STATIC_ROOT", default=str(LOCAL / "static"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or TESTING
        else "tournaments.config.statics.Storage"
    },
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
    },
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.kit.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
    "DEFAULT_RENDERER_CLASSES": ["tournaments.kit.rendering.StructRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.kit.requests.JsonBytes"],
    "DEFAULT_SCHEMA_CLASS": "tournaments.kit.schema.OperationSchema",
    "EXCEPTION_HANDLER": "tournaments.kit.problems.answer_error",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Cardroom",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api",
    "SORT_OPERATIONS": False,
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "persistAuthorization": True, "validatorUrl": None},
    "POSTPROCESSING_HOOKS": [
        "tournaments.tables.web.api.view_shapes.describe_views",
        "tournaments.tables.web.api.stream_shapes.describe_streams",
        "tournaments.notices.web.api.personal_shapes.describe_stream",
        "tournaments.people.web.api.review_shapes.describe_stream",
        "tournaments.site.guide.introduce",
    ],
}

# Celery. The broker is a hint and the database the truth: results are not kept and the tick sweeps up what was lost.
CELERY_BROKER_URL = BROKER_URL
if not BROKER_URL.startswith("amqp"):
    CELERY_BROKER_TRANSPORT_OPTIONS = {"global_keyprefix": REDIS_PREFIX, "visibility_timeout": 3600}
if BROKER_URL.startswith("redis://"):
    CELERY_BROKER_TRANSPORT = "tournaments.platform.broker:Transport"
# RabbitMQ need not write messages to its disk: what it forgets is sent again.
CELERY_TASK_DEFAULT_DELIVERY_MODE = "transient"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
# Seconds after which a task is told to end, and after which its process is ended: what hangs keeps its queue no longer.
# The next one goes on where it was.
CELERY_TASK_SOFT_TIME_LIMIT, CELERY_TASK_TIME_LIMIT = 120, 150
_SOON, _LATE = {"soft_time_limit": 45, "time_limit": 60}, {"soft_time_limit": 1_740, "time_limit": 1_800}
CELERY_TASK_ANNOTATIONS = {
    "tables.tick": _SOON,
    "director.tick": {"soft_time_limit": 90, "time_limit": 100},
    **dict.fromkeys(("ratings.correct_due", "log.anchor", "settlement.archive", "tables.publish_month"), _LATE),
}
CELERY_WORKER_POOL = "tournaments.config.pool:TaskPool"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Messages that wait in a worker for their time: bots' turns, for as long as a bot takes over a move.
CELERY_WORKER_ETA_TASK_LIMIT = 1000
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_ROUTES = {
    "tables.play_bot_turn": {"queue": "bots"},
    "tables.tick": {"queue": "clocks"},
    "tables.make_bot_move": {"queue": "clocks"},
    "tables.make_film": {"queue": "films"},
    "notices.*": {"queue": "notices"},
    "ratings.*": {"queue": "corrections"},
    "log.*": {"queue": "corrections"},  # what takes long holds up no round
    "settlement.archive": {"queue": "corrections"},
    "people.note_staff": {"queue": "corrections"},  # it waits for writers
    "learning.*": {"queue": "analysis"},
    "tables.publish_month": {"queue": "corrections"},
}
CELERY_IMPORTS = ["tournaments.tables.web.filming"]  # films are drawn from what pages show
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE = {
    "tables-tick": {"task": "tables.tick", "schedule": 1.0, "options": {"expires": 2}},
    "tables-upkeep": {"task": "tables.upkeep", "schedule": 60.0, "options": {"expires": 50}},
    "tables-open-data": {"task": "tables.publish_month", "schedule": crontab("10", "5"), "options": {"expires": 3600}},
    "clubs-tick": {"task": "clubs.tick", "schedule": 60.0, "options": {"expires": 90}},
    "director-tick": {"task": "director.tick", "schedule": 1.0, "options": {"expires": 2}},
    "ratings-due": {"task": "ratings.correct_due", "schedule": 10.0, "options": {"expires": 20}},
    "leagues-nights": {"task": "leagues.announce_nights", "schedule": 60.0, "options": {"expires": 50}},
    "leagues-ladders": {"task": "leagues.keep_appointments", "schedule": 10.0, "options": {"expires": 8}},
    "leagues-upkeep": {"task": "leagues.upkeep", "schedule": 600.0, "options": {"expires": 300}},
    "learning-look": {"task": "learning.look", "schedule": 30.0, "options": {"expires": 25}},
    "notices-follow": {"task": "notices.follow", "schedule": 2.0, "options": {"expires": 4}},
    "notices-tables": {"task": "notices.look_at_tables", "schedule": 10.0, "options": {"expires": 8}},
    "notices-leagues": {"task": "notices.look_at_leagues", "schedule": 60.0, "options": {"expires": 50}},
    "notices-deliver": {"task": "notices.deliver", "schedule": 5.0, "options": {"expires": 5}},
    "notices-forget": {"task": "notices.forget", "schedule": 3600.0, "options": {"expires": 600}},
    "log-anchor": {"task": "log.anchor", "schedule": 3600.0, "options": {"expires": 3000}},
    "settlement-archive": {"task": "settlement.archive", "schedule": crontab("20", "4"), "options": {"expires": 3600}},
    "learning-puzzles": {"task": "learning.mine_puzzles", "schedule": 3600.0, "options": {"expires": 3000}},
    "learning-bids": {"task": "learning.count_bids", "schedule": 600.0, "options": {"expires": 500}},
    "people-sessions": {"task": "people.forget_sessions", "schedule": 3600.0, "options": {"expires": 600}},
    "people-staff": {"task": "people.note_staff", "schedule": 10.0, "options": {"expires": 8}},
    "people-tick": {"task": "people.tick", "schedule": 60.0, "options": {"expires": 60}},
}

# How much one user may have at a time; of an address all guests together.
CAPS = {name: int(most) for name, most in changed(allowances.LIMITS, env("LIMITS", default="")).items()}
STREAM_LIMITS = {"user": CAPS["user_streams"], "address": CAPS["address_streams"]}

# Who is told of security problems (`/.well-known/security.txt`): an e-mail address, an https:// page, or nobody.
SECURITY_CONTACT = env("SECURITY_CONTACT", default="")

# Where the ends of streams are kept outside of the database, every hour: a folder or an e-mail address, or nowhere.
ANCHORS = env("ANCHORS", default="")
LOG_APPEND = env("LOG_APPEND", default="statement")

# Where the events of old tables are kept instead of the database (a folder, or nowhere), and how many days after its
# end a table goes there.
ARCHIVE = env("ARCHIVE", default="")
ARCHIVE_AFTER = env.int("ARCHIVE_AFTER", default=365)

# Where the files of open data lie that the proxy serves (a folder, or nowhere: none are made), and what may be done
# with them.
OPEN_DATA = env("OPEN_DATA", default="")
OPEN_DATA_LICENCE = env("OPEN_DATA_LICENCE", default="CC0-1.0")

# How long a bot at a live table waits before it plays, in seconds: people must be able to follow.
BOT_PACE = env.float("BOT_PACE", default=1.2)
# How long it may think, in seconds of the clock; one that needs longer plays as a casual player would.
BOT_SECONDS = 5.0
# An open table that nobody fills is aborted after this many seconds.
OPEN_TABLE_SECONDS = 30 * 60

# How often a process that draws pages looks whether the database can be written to, there is room, clocks are right.
GLANCE_SECONDS = math.inf if TESTING else 5.0

# Live streams: how often an idle one says that it is still there, and how often the log is asked for what was missed.
STREAM_HEARTBEAT_SECONDS = 15.0
STREAM_CATCH_UP_SECONDS = 5.0
# Threads that read for all of them, and with them the database connections; one of them is for lines alone.
STREAM_THREADS = 3
# After this many seconds without work a thread gives its connection back.
STREAM_IDLE_SECONDS = 5.0
