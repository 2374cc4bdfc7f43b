"""What every room's tests share. The services are real: ``make test`` starts PostgreSQL and Valkey for them."""

import gc
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import hypothesis
import pytest
from celery import current_app
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.management.commands import flush as flush_command
from django.db import OperationalError, connection, transaction
from django.db.backends.postgresql.operations import DatabaseOperations
from django.template import Context, Template
from pytest_django import Settings
from structlog.contextvars import clear_contextvars

from accounts import services as accounts
from accounts.models import Privacy, Reach, User
from tests.clock import _django_follows, _one_clock, clock
from tests.factories import announced
from tests.passwords import Cheap
from tests.processes import processes, started_processes
from tests.servers import Servers
from tournaments.director.streams import TOURNAMENTS
from tournaments.tables.streams import TABLES
from tournaments.tables.web import now

__all__ = ["_django_follows", "_one_clock", "clock", "processes", "started_processes"]

Sent: TypeAlias = list[tuple[str, list[object]]]

# Playwright keeps an event loop running in the test's own thread, where Django would refuse to touch the database.
# In this process only: the service's own processes keep that guard.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

QUICK = 5
"""Examples of a law in ``make check``."""
SETTINGS_OF = "_hypothesis_internal_use_settings"
"""Where hypothesis, its own plugin for pytest too, keeps what a test was decorated with."""

# A shared machine stalls for seconds at times; how long an example takes says nothing there. `ci` and `quick` take the
# same examples in every run; `deep` looks further (pytest --hypothesis-profile=deep).
hypothesis.settings.register_profile("quick", deadline=None, derandomize=True, database=None, max_examples=QUICK)
hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("deep", deadline=None, max_examples=1_000)
hypothesis.settings.load_profile("ci")

CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first that is there. The shell has no windows to draw round a page: it takes a third of the time."""
CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

STALLED = pytest.mark.flaky(reruns=1, only_rerun=["TimeoutError: .* exceeded", "AssertionError: Locator expected"])
"""A browser that was awaited in vain is asked again: a shared machine stalls. The closing line counts it."""


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Servers())


SLOW = ("benchmarks", "clients", "events", "secrecy", "soak")
"""Folders that ``make check`` leaves out."""
SLOW_MODULES = (
    *("fuzz", "robustness", "hidden_clubs", "every_way"),  # everything that can be asked, by everybody
    *("pace", "wrong_passwords", "throttling", "mailboxes", "garbage"),  # much of one thing, until something is seen
    *("arena", "demo", "demo_club", "crowded", "club_growth", "small"),  # whole matches, seasons and crowds
    *("proxy", "scratch", "killed", "killed_database"),  # servers and commands of their own
)
"""``test_*`` modules that it leaves out, too. What they look at is tried by others beside them, a little of it."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark what a test needs by the fixtures that it asks for, and what is slow by where it stands."""
    if "playwright" in fixtures(item):
        item.add_marker("browser")
        item.add_marker(STALLED)
    if "started_processes" in fixtures(item):
        item.add_marker("processes")
    if item.path.relative_to(Path(__file__).parent).parts[0] in SLOW:
        item.add_marker("slow")
    if item.path.stem.removeprefix("test_") in SLOW_MODULES:
        item.add_marker("slow")
    if hypothesis.settings.get_current_profile_name() == "quick":
        take_few(item)


def take_few(item: pytest.Item) -> None:
    """As few examples as the profile ``quick`` takes, also where a test asks for more of its own accord."""
    function = getattr(item, "function", None)
    asked: hypothesis.settings | None = getattr(function, SETTINGS_OF, None)
    if asked is not None and asked.max_examples > QUICK:
        setattr(function, SETTINGS_OF, hypothesis.settings(asked, max_examples=QUICK))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Real processes after everything else, browsers last.

    Once started, the processes work on whatever the database holds, and Playwright's event loop runs in this thread,
    where ``asyncio.run`` then refuses to: neither may disturb the other tests.
    """
    items.sort(key=lambda item: ("started_processes" in fixtures(item)) + 2 * ("playwright" in fixtures(item)))


def pytest_collection_finish() -> None:
    """What was loaded to collect the tests stays to the end: no collection of garbage looks through it again."""
    gc.collect()
    gc.freeze()


def fixtures(item: pytest.Item) -> list[str]:
    names: list[str] = getattr(item, "fixturenames", [])
    return names


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium; Playwright's own is a download that few machines need."""
    chromium = next(filter(None, map(shutil.which, CHROMIUMS)), None)
    if chromium is None:
        pytest.skip("Chromium is missing: apt-get install chromium-headless-shell (Debian), or a Chromium")
    return {**browser_type_launch_args, "executable_path": chromium, "args": CHROMIUM_ARGS}


@pytest.fixture(autouse=True)
def _nothing_kept() -> None:
    """What a process keeps outlives what a test rolls back."""
    TABLES.forget()
    TOURNAMENTS.forget()
    now.forget()
    clear_contextvars()


@pytest.fixture(autouse=True)
def _bots_at_once(settings: Settings) -> None:
    """In this process no bot waits for its moment."""
    settings.BOT_PACE = 0


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    """The tasks sent, by name, instead of a broker."""
    tasks: Sent = []
    monkeypatch.setattr(current_app, "send_task", lambda name, args=(), **_: tasks.append((name, list(args))))
    return tasks


@pytest.fixture(autouse=True)
def _no_broker(request: pytest.FixtureRequest) -> None:
    """In the rooms whose commands send tasks, nobody is there to do them."""
    if request.path.parent.name in ("tables", "ratings", "director", "settlement", "pages"):
        request.getfixturevalue("sent")


@pytest.fixture
def no_limits(settings: Settings) -> None:
    settings.ACCOUNT_RATE_LIMITS, settings.RATES = False, {}


@pytest.fixture
def open_to_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody lets themselves be invited by anyone, unless they have chosen something else."""
    monkeypatch.setattr(Privacy._meta.get_field("invitations"), "_get_default", lambda: Reach.ANYONE)


@pytest.fixture
def ann(db: None) -> User:
    return User.objects.create_user("ann")


@pytest.fixture
def bob(db: None) -> User:
    return User.objects.create_user("bob")


@pytest.fixture
def cleo(db: None) -> User:
    return User.objects.create_user("cleo")


@pytest.fixture
def robot(db: None) -> User:
    return accounts.make_bot("Robot", "greedy")


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create_user(f"player{number}") for number in range(1, 9)]


@pytest.fixture
def organiser(db: None) -> User:
    return User.objects.create_user("olga")


@pytest.fixture
def announce(organiser: User) -> Callable[..., str]:
    """Announce a tournament of Olga's and enter *users*."""
    return lambda *users, **given: announced(organiser.pk, [user.pk for user in users], **given)


@pytest.fixture
def fresh_allowances(settings: Settings) -> None:
    """Nothing has been counted yet for anybody (tournaments/platform/limits.py)."""
    settings.REDIS_PREFIX += f"{secrets.token_hex(4)}:"


def draw(template: Template, context: Context) -> str:
    return template.nodelist.render(context)


@pytest.fixture(scope="session", autouse=True)
def drawn_as_in_production(django_test_environment: None) -> Iterator[None]:
    """Templates tell nobody that they are drawn: no test asks which made a page, and each would copy its context."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", draw)
        yield


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Argon2 as in production, but for what it costs to guess: of the tests' passwords nobody does."""
    with pytest.MonkeyPatch.context() as patch:
        for cost in ("time_cost", "memory_cost", "parallelism"):
            patch.setattr(Argon2PasswordHasher, cost, getattr(Cheap, cost))
        yield


@pytest.fixture
def home_path() -> Iterator[Path]:
    """Where a home may be made whose PostgreSQL runs as another user.

    Not in pytest's folder: each run of it, of any checkout, closes that one to everybody else.
    """
    with tempfile.TemporaryDirectory(prefix="cardroom-", ignore_cleanup_errors=True) as folder:
        yield Path(folder) / "home"


def clear(names: Sequence[str]) -> None:
    """Empty those of the tables *names* that hold something, once nobody writes to any of them.

    To truncate them takes a hundred times as long, as all that refer to them are truncated, too. A replica's role looks
    neither for what refers to a row nor whether the log may lose one.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(f"LOCK TABLE {', '.join(names)} IN SHARE ROW EXCLUSIVE MODE")
        cursor.execute(" UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT FROM {name})" for name in names))  # noqa: S608  # names of our own tables
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608


@pytest.fixture(scope="session", autouse=True)
def cheap_flush() -> Iterator[None]:
    """What a test committed is cleared away, the log too. Nor are the permissions of all models made again."""

    def flush(_operations: DatabaseOperations, sql_list: Sequence[str]) -> None:
        names = re.findall(r'"\w+"', "".join(sql_list))
        for last in (False, False, True):
            try:
                clear(names)
                break
            except OperationalError:  # a deadlock with the running processes, whose tick goes on
                if last:
                    raise

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", flush)
        patch.setattr(flush_command, "emit_post_migrate_signal", lambda *_, **__: None)
        yield
