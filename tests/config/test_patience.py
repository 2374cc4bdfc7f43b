"""What hangs is ended: statements by the database, tasks by their worker."""

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from celery import current_app
from django.conf import settings
from django.db import connection, connections
from django.test import Client

from tests.config.hanging import go_on, hang
from tests.processes import database_url
from tournaments.config.postgresql import patience
from tournaments.config.supervisor.crew import Crew
from tournaments.config.supervisor.home import Home
from tournaments.config.supervisor.processes import worker
from tournaments.platform import valkey
from tournaments.tables import selectors

ASKED: Final = "SELECT current_setting('statement_timeout'), current_setting('lock_timeout')"


@pytest.fixture
def another(settings: Any, transactional_db: None) -> Iterator[Any]:
    """A connection that is made after the process has said what it is; the others' settings stay. This process has said
    nothing yet: other tests import the streams' application, which does."""
    known = connections.settings["default"]
    kept = dict(known["OPTIONS"])
    known["OPTIONS"].pop("options", None)
    yield lambda: connections.create_connection("default")
    known["OPTIONS"].clear()
    known["OPTIONS"].update(kept)


def limits_of(made: Any) -> tuple[str, str]:
    try:
        with made.cursor() as cursor:
            cursor.execute(ASKED)
            found: tuple[str, str] = cursor.fetchone()
            return found
    finally:
        made.close()


def test_each_session_has_the_patience_of_its_process(another: Any) -> None:
    assert limits_of(another()) == ("0", "0")
    patience.begin(patience.WEB)
    assert limits_of(another()) == ("20s", "10s")
    patience.begin(patience.WORKER)
    assert limits_of(another()) == ("2min", "30s")


def test_behind_a_pooler_nothing_is_asked_of_a_session(another: Any, settings: Any) -> None:
    settings.POOLER = "transaction"
    patience.begin(patience.WEB)
    assert limits_of(another()) == ("0", "0")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("setting", ["statement_timeout", "lock_timeout"])
@pytest.mark.parametrize("path", ["/api/tables", "/tables"])
def test_a_statement_that_was_cancelled_is_an_outage(monkeypatch: pytest.MonkeyPatch, setting: str, path: str) -> None:
    def slow(*_given: object, **_named: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET {setting} = 50")
            cursor.execute("SELECT 1 FROM tables_table" if setting == "lock_timeout" else "SELECT pg_sleep(20)")

    monkeypatch.setattr(selectors, "listed", slow)
    try:
        with psycopg.connect(database_url()) as other:
            other.execute("LOCK TABLE tables_table")
            answer = Client(raise_request_exception=False).get(path)
    finally:
        connection.close()
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, True)
    assert not path.startswith("/api/") or answer.json()["code"] == "unavailable"


def test_no_task_may_take_for_ever() -> None:
    """And what takes long is not in a queue where people wait."""
    current_app.loader.import_default_modules()
    tasks = {name: task for name, task in current_app.tasks.items() if not name.startswith(("celery.", "tests."))}
    assert len(tasks) > 20
    usual = (settings.CELERY_TASK_SOFT_TIME_LIMIT, settings.CELERY_TASK_TIME_LIMIT)
    for name, task in tasks.items():
        soft, hard = task.soft_time_limit or usual[0], task.time_limit or usual[1]
        route = current_app.amqp.router.route({}, name)["queue"].name
        assert soft < hard <= (1_800 if route == "corrections" else usual[1]), name


@pytest.mark.processes
def test_a_task_that_hangs_is_ended_and_the_next_one_runs(transactional_db: None, tmp_path: Path) -> None:
    home, key = Home(tmp_path), f"{settings.REDIS_PREFIX}hung"
    home.make()
    env = {**os.environ, "DATABASE_URL": database_url(), "REDIS_URL": settings.REDIS_URL, "DEBUG": "0"}
    env |= {"REDIS_PREFIX": settings.REDIS_PREFIX, "DJANGO_SETTINGS_MODULE": "tournaments.config.settings"}
    made, crew = worker("director", env, queues="hanging", threads=1), Crew(home, say=lambda line: None)
    argv = tuple("tests.config.hanging" if part == "tournaments.config.celery" else part for part in made.argv)
    try:
        hang.apply_async(queue="hanging")
        go_on.apply_async((key,), queue="hanging")
        crew.start([replace(made, argv=argv)])
        deadline = time.monotonic() + 60
        while (found := valkey.client().get(key)) is None:
            assert time.monotonic() < deadline, (home.logs / "director.log").read_text()[-2_000:]
            crew.watch()
            time.sleep(0.1)
    finally:
        crew.stop()
    assert found in ("2min 30s", b"2min 30s")
