"""A wrong setting is one line that names it and says what it may be: for the supervisor and for every process."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tournaments.config import allowances, variables
from tournaments.config.supervisor.home import ROOT, Home
from tournaments.config.supervisor.service import environment
from tournaments.config.variables import RULES, Wrong, check
from tournaments.platform import limits

COUNTS = (["1", "7"], ["abc", "0", "-1", "1.5", "٣"])
SWITCHES = (["on", "off", "1", "0", "True", "no"], ["maybe", "2"])
EXAMPLES: dict[str, tuple[list[str], list[str]]] = {
    "PORT": (["80", "65535"], ["0", "65536", "80O0", "-1"]),
    "VAPID_PRIVATE_KEY": (
        ["A" * 42 + "E", "-_" * 21 + "A="],
        ["A" * 42, "A" * 44, "-----BEGIN PRIVATE KEY-----", "A" * 43, "_" * 43],
    ),
    "SIGNING_KEY": (["A" * 43, "-_" * 21 + "A"], ["A" * 42, "A" * 44, "A" * 42 + "B", "B" * 42 + "="]),
    "ARCHIVE": (["/var/archive"], ["archive", "~/archive", "s3://bucket"]),
    "ARCHIVE_AFTER": (["30", "365"], ["29", "0", "-1", "a year", "36501"]),
    "OPEN_DATA": (["/var/open-data"], ["open-data", "s3://bucket"]),
    "OPEN_DATA_LICENCE": (["CC0-1.0", "Ask us first"], ["x" * 81]),
    "SECURITY_CONTACT": (["safe@example.org", "https://example.org/safe"], ["example.org", "http://example.org", "@"]),
    "ANCHORS": (["/var/anchors", "keeper@example.org"], ["anchors", "~/anchors", "@", "a b@c d"]),
    "LOG_APPEND": (["statement", "function"], ["both", "Function"]),
    "METRICS": (
        ["127.0.0.1:9100", "[::1]:9100", "10.0.0.7:9100", "localhost:9100", "metrics:9100"],
        [
            *("127.0.0.1", ":9100", "8.8.8.8:9100", "0.0.0.0:9100", "[::]:9100", "127.0.0.1:0", "unix:/run/metrics"),
            *("[::ffff:8.8.8.8]:9100", "[::ffff:0.0.0.0]:9100"),
        ],
    ),
    "OTEL_EXPORTER_OTLP_ENDPOINT": (["http://localhost:4318"], ["localhost:4318", "grpc://localhost:4317", "http://"]),
    "SENTRY_DSN": (
        ["https://key@sentry.example.org/1"],
        ["https://sentry.example.org/1", "https://key@sentry.example.org/", "key", "https://key@/1"],
    ),
    "BIND": (["127.0.0.1", "0.0.0.0", ":: 127.0.0.1", "localhost"], ["everywhere", "127.0.0.1:80", " "]),  # noqa: S104
    "CARDROOM_HOME": ([str(ROOT), "/nowhere/yet"], [__file__]),
    "STATIC_ROOT": ([str(ROOT), "/nowhere/yet"], [__file__]),
    "DEBUG": SWITCHES,
    "DEMO": SWITCHES,
    "SITE_URL": (
        ["http://localhost:8000", "https://cards.example.org/"],
        [
            "cards.example.org",
            "ftp://cards",
            "https://",
            "http://a:port",
            "https://a/club",
            "https://a b",
            "https://a@b",
        ],
    ),
    "SECRET_KEY": (["x" * 20], ["short"]),
    "ALLOWED_HOSTS": (
        ["cards.example.org, [::1]", "*", ".example.org"],
        ["https://cards.example.org", "a b", "a,,b", "cards.example.org:80"],
    ),
    "CSRF_TRUSTED_ORIGINS": (
        ["https://a.example, http://b.example:81"],
        [
            "a.example",
            "https://a.example,b",
            "https://a.example/",
            "https://me@a.example",
            "https://a?x=a",
            "http://a:",
        ],
    ),
    "DATABASE_URL": (
        ["postgres://me:pass@host:5432/cards", "postgresql:///cards?host=/run/postgresql"],
        ["cards", "mysql://host/cards", "postgres://host", "postgres://host:port/cards", "postgres://[::1/cards"],
    ),
    "DATABASE_PASSWORD": (["pa ss"], ["two\nlines"]),
    "DATABASE_DIRECT_URL": (["postgres://me:pass@host:5432/cards"], ["cards", "postgres://host"]),
    "DATABASE_REPLICA_URL": (["postgres://me:pass@host:5432/cards"], ["cards", "postgres://host"]),
    "DATABASE_POOLER": (["transaction", "prepared"], ["session", "statement", "on"]),
    "REDIS_URL": (
        ["redis://:pass@host:6379/0", "unix:///run/valkey.sock?db=1", "rediss://host?ssl_ca_certs=/etc/ca.pem"],
        ["localhost:6379", "redis://host:many", "redis://host?db=1", "rediss://host?timeout=1", "redis://host?ssl_a=1"],
    ),
    "BROKER_URL": (
        ["amqp://me:pass@host:5672/cards", "amqps://host", "redis://:pass@host:6379/0"],
        ["host", "amqp://", "unix:///run/valkey.sock", "amqp://host:many", "amqps://host?ssl_ca_certs=/etc/ca.pem"],
    ),
    "REDIS_PREFIX": (["cardroom:"], ["card room", "x" * 65, "Σ"]),
    "EMAIL_URL": (
        ["smtp+tls://me:pass@host:587", "consolemail://", "smtp://localhost:25"],
        ["me@example.org", "smtp://", "smtp://host:mail", "pop3://host", "carrier-pigeon"],
    ),
    "LOG_IN_WITH": (
        ["Club=https://ID:SECRET@login.example.org", "A=https://a:b@example.org/realm B=http://c:d@localhost:9000"],
        ["https://ID:SECRET@example.org", "Club=https://example.org", "Club=http://ID:SECRET@example.org"],
    ),
    "DEFAULT_FROM_EMAIL": (["Cardroom <noreply@example.org>", "a@b"], ["Cardroom", "a@b@c", "a@b\nBcc: c@d"]),
    "WEB_WORKERS": COUNTS,
    "BOT_WORKERS": COUNTS,
    "RATES": (
        ["moves=900/min", " chat=20/min,400/h  names=5/h"],
        [
            "900/min",
            "moves=100000",
            "moves=0/min",
            "moves=many/min",
            "moves=5/fortnight",
            "moves=5/month",
            "moves=",
            "moovs=9/s",
        ],
    ),
    "LIMITS": (["tables=0", "tables=60 bots_alone=7"], ["60", "tables=", "tables=abc", "tables=-1", "tabels=6"]),
    "BOT_PACE": (["0", "1", "1.2"], ["abc", "-1", "nan", "inf", "1e9", "5 s"]),
    "NAME_SERVERS": (
        ["10.0.0.2", "10.0.0.2:5353, [fd00::2]:53"],
        ["ns.example.org", "10.0.0.2,,", "10.0.0.2:dns", "x"],
    ),
}


@pytest.mark.parametrize("name", RULES)
def test_every_variable_takes_what_it_may_be_and_nothing_else(name: str) -> None:
    right, wrong = EXAMPLES[name]
    for value in (*right, ""):
        check({name: value})
    for value in wrong:
        with pytest.raises(Wrong) as raised:
            check({name: value})
        assert str(raised.value).startswith(f"{name} must be {RULES[name].allowed}")
        assert "\n" not in str(raised.value)


def test_a_line_repeats_no_secret() -> None:
    for name, value in {"SECRET_KEY": "hunter2", "DATABASE_URL": "mysql://me:hunter2@host/cards"}.items():
        with pytest.raises(Wrong) as raised:
            check({name: value})
        assert "hunter2" not in str(raised.value)


@pytest.mark.parametrize("file", ["settings.py", "supervisor/service.py", "supervisor/processes.py", "README.md"])
def test_every_variable_that_is_read_or_described_has_a_rule(file: str) -> None:
    text = (Path(variables.__file__).parent / file).read_text()
    read = re.findall(r'(?:\benv(?:\.\w+)?\(|environ\.get\(|env\.get\()\s*"([A-Z_]+)"', text)
    described = re.findall(r"`([A-Z][A-Z_]+)`", "\n".join(re.findall(r"^\| (`[A-Z_, `]+) \|", text, re.MULTILINE)))
    assert read or described
    assert set(read + described) <= set(RULES)


@pytest.mark.parametrize(
    "text", ["600/min", "20/m,200/h", "5/h", "100000", "0/min", "many/min", "5/fortnight", "9/month", "6/m;"]
)
def test_a_rate_is_what_the_limits_can_read(text: str) -> None:
    try:
        limits.parse(text)
    except ValueError:
        with pytest.raises(Wrong):
            check({"RATES": f"moves={text}"})
    else:
        check({"RATES": f"moves={text}"})


def test_what_is_allowed_can_be_changed_by_name() -> None:
    rates = allowances.changed(allowances.RATES, "moves=900/min chat=20/min,400/h")
    assert (rates["moves"], rates["chat"]) == ("900/min", "20/min,400/h")
    assert {name for name in rates if rates[name] != allowances.RATES[name]} == {"moves", "chat"}


def test_every_name_and_default_of_what_is_allowed_is_described() -> None:
    text = (Path(variables.__file__).parent / "README.md").read_text()
    known = (*allowances.RATES.items(), *allowances.LIMITS.items())
    assert [name for name, most in known if f"`{name}={most}`" not in text] == []


def test_what_stands_between_commas_is_read_without_its_spaces() -> None:
    env = {
        **os.environ,
        "ALLOWED_HOSTS": "a.example, [::1]",
        "CSRF_TRUSTED_ORIGINS": "https://a.example, http://b.example",
    }
    said = "from tournaments.config.settings import *; print(ALLOWED_HOSTS, CSRF_TRUSTED_ORIGINS)"
    done = subprocess.run([sys.executable, "-c", said], env=env, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"{['a.example', '[::1]', 'localhost']} {['https://a.example', 'http://b.example']}\n"


PROCESSES = {
    "manage": ["manage.py", "migrate"],
    "celery": ["-m", "celery", "-A", "tournaments.config.celery", "inspect", "ping"],
    "web": ["-c", "import tournaments.config.wsgi"],
    "supervisor": ["-m", "tournaments.config.supervisor", "run", "--home", "/nowhere/at/all"],
}


@pytest.mark.parametrize("process", PROCESSES)
def test_every_process_says_it_in_one_line_before_it_does_anything(process: str) -> None:
    env = {**os.environ, "RATES": "moves=100000"}
    done = subprocess.run([sys.executable, *PROCESSES[process]], env=env, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert (done.stdout + done.stderr).splitlines() == [f"RATES must be {RULES['RATES'].allowed}, not 'moves=100000'."]


def test_a_home_that_is_a_file_is_one_line() -> None:
    env = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | {"CARDROOM_HOME": __file__}
    done = subprocess.run([sys.executable, "manage.py", "verify"], env=env, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, f"CARDROOM_HOME must be a folder, not {__file__!r}.\n")


@pytest.mark.parametrize(
    ("bind", "demo", "is_on"),
    [("", "", "1"), ("127.0.0.1 ::1", "", "1"), ("127.0.0.1", "0", "0"), ("0.0.0.0", "", "0"), (":: ::1", "1", "0")],  # noqa: S104
)
def test_the_demos_people_can_log_in_on_this_machine_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bind: str, demo: str, is_on: str
) -> None:
    monkeypatch.setenv("BIND", bind)
    monkeypatch.setenv("DEMO", demo)
    home = Home(tmp_path)
    home.make()
    assert environment(home, 8000)["DEMO"] == is_on


def test_backups_and_migrations_go_round_a_pooler() -> None:
    pooled = {"DATABASE_URL": "postgres://pooler/cards", "DATABASE_POOLER": "transaction"}
    for command in ("backup", "restore"):
        assert "set DATABASE_DIRECT_URL" in variables.go_round_pooler(dict(pooled), [command, "/backups"])
    for command in ("backup", "restore", "migrate", "prepare"):
        given = pooled | {"DATABASE_DIRECT_URL": "postgres://server/cards"}
        assert variables.go_round_pooler(given, [command]) == ""
        assert (given["DATABASE_URL"], given["DATABASE_POOLER"]) == ("postgres://server/cards", "")
    for words in ([], ["verify"], ["migrate"]):
        given = dict(pooled)
        assert variables.go_round_pooler(given, words) == ""
        assert given == pooled
