"""SIGKILL to a real worker wherever it is: nothing is lost, told once, and a mail that comes twice has one name."""

import os
import secrets
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection, transaction

from accounts.models import User
from tests.clubs.conftest import found, settled
from tests.leagues.test_challenges import club, ladder, people
from tests.notices.conftest import with_mail
from tests.notices.mailbox import Mailbox, Place
from tests.processes import ENVIRONMENT, database_url
from tournaments.config.supervisor.home import ROOT
from tournaments.config.supervisor.processes import worker
from tournaments.leagues.ladders import services as ladders
from tournaments.log import followers
from tournaments.notices.following import NAME
from tournaments.notices.models import Notice, Outgoing

__all__ = ["club", "found", "ladder", "people", "settled"]

pytestmark = [pytest.mark.processes, pytest.mark.django_db(transaction=True)]

PATIENCE = 90
WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE %s"


def until(holds: Callable[[], object], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"waited {PATIENCE} s until {what}"
        time.sleep(0.05)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    yield mailbox
    mailbox.close()


class Worker:
    """The worker of notices as the service starts it, with a clockwork of its own. What the one before kept in Valkey
    is not there for it, as after a minute."""

    def __init__(self, mailbox: Mailbox, path: Path) -> None:
        env = {name: value for name, value in os.environ.items() if name != "DJANGO_ALLOW_ASYNC_UNSAFE"} | ENVIRONMENT
        env |= {
            "DATABASE_URL": database_url(),
            "REDIS_URL": settings.REDIS_URL,
            "REDIS_PREFIX": f"{settings.REDIS_PREFIX}{secrets.token_hex(4)}:",
            "SITE_URL": "http://localhost:8000",
            "STATIC_ROOT": str(path),
            "EMAIL_URL": mailbox.url,
        }
        command = worker("notices", env, queues="notices", threads=2).argv
        beat = ("-B", "-s", str(path / f"beat-{secrets.token_hex(4)}"))
        self._log = (path / "worker.log").open("ab")
        self._process = subprocess.Popen(
            [*command, *beat],
            cwd=ROOT,
            env=env,
            stdout=self._log,
            stderr=self._log,
            start_new_session=True,
        )

    def kill(self) -> None:
        """With all its processes, at once. A second time there is nothing to kill."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._log.close()


@pytest.fixture
def start(mailbox: Mailbox, tmp_path: Path) -> Iterator[Callable[[], Worker]]:
    started: list[Worker] = []

    def begin() -> Worker:
        started.append(Worker(mailbox, tmp_path))
        return started[-1]

    yield begin
    for each in started:
        each.kill()


@pytest.fixture
def challenged(ladder: str, settled: list[User]) -> User:
    """Somebody with mail, whom nobody has told yet that they are challenged."""
    user = with_mail(settled[1])
    followers.begin_at_the_end(NAME)
    ladders.challenge(ladder_id=ladder, by=settled[2].pk, defender=user.pk)
    return user


def waits_for_a_lock(query: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # a transaction would see the same for ever
        cursor.execute(WAITING, [f"%{query}%"])
        return bool(cursor.fetchone()[0])


def make_due() -> bool:
    """As if the two minutes of a mail, and the lease of the killed process, were over; whether there is one."""
    return bool(Outgoing.objects.filter(status=Outgoing.WAITING).update(due_at=0, leased_until=None))


def sent() -> bool:
    return Outgoing.objects.filter(channel="mail", status=Outgoing.SENT).count() == 1


def test_killed_while_it_reads_the_log_it_has_told_nothing_or_all(
    challenged: User, mailbox: Mailbox, start: Callable[[], Worker]
) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("LOCK TABLE notices_notice IN EXCLUSIVE MODE")
        reader = start()
        until(lambda: waits_for_a_lock('INSERT INTO "notices_notice"'), "the notice is written")
        reader.kill()
    assert not Notice.objects.exists()
    start()
    until(make_due, "the notice is told")
    until(sent, "its mail is sent")
    assert Notice.objects.filter(user=challenged, kind="challenged").count() == 1
    assert len(mailbox.ids) == 1


@pytest.mark.parametrize(("place", "mails"), [("greeting", 1), ("answer", 2), ("goodbye", 2)])
def test_killed_while_it_sends_a_mail_it_loses_none_and_a_second_one_has_the_same_name(
    challenged: User, mailbox: Mailbox, start: Callable[[], Worker], place: Place, mails: int
) -> None:
    mailbox.hold(place)
    sender = start()
    until(make_due, "the notice is told")
    until(mailbox.reached.is_set, "a mail is on its way")
    assert Outgoing.objects.filter(leased_until__isnull=False).count() == 1
    sender.kill()
    mailbox.release()
    assert not sent()
    start()
    until(make_due, "it waits again")
    until(sent, "it is sent")
    assert (len(mailbox.ids), len(set(mailbox.ids))) == (mails, 1)
    assert mailbox.ids[0]
    assert Notice.objects.filter(user=challenged).count() == 1
