"""What the service says of itself."""

import json
import logging
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.config.conditions import PARTS
from tournaments.config import health
from tournaments.config.condition.facts import Facts
from tournaments.config.condition.looking import database, everywhere
from tournaments.config.logs import logging_settings
from tournaments.platform.valkey import Client as Valkey


def test_a_living_process_says_so_without_asking_the_servers(client: Client) -> None:
    assert client.get("/healthz").json() == {"ok": True}


@pytest.mark.django_db
def test_it_is_ready_when_both_servers_answer(client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, dict.fromkeys(PARTS, True))
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
def test_it_is_ready_without_redis_and_says_so(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Valkey) -> None:
        raise ConnectionError("connection refused: a-secret-host")

    monkeypatch.setattr(Valkey, "ping", fail)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, dict.fromkeys(PARTS, True) | {"redis": False})


@pytest.mark.django_db
def test_it_is_not_ready_without_the_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> None:
        raise OperationalError("connection refused: a-secret-host")

    monkeypatch.setattr(database, "execute", fail)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, {"database": False, "redis": True, "disk": True})


@pytest.mark.django_db
def test_it_is_not_ready_with_a_database_of_another_version(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'tables'")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (503, dict.fromkeys(PARTS, True) | {"migrations": False})


@pytest.mark.django_db
def test_it_serves_a_database_that_can_only_be_read_and_says_so(client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, dict.fromkeys(PARTS, True) | {"writing": False})


def test_outside_debug_a_log_line_is_one_json_object() -> None:
    made = logging_settings(debug=False)["formatters"]["line"]
    formatter = made["()"](foreign_pre_chain=made["foreign_pre_chain"], processors=made["processors"])
    try:
        raise ValueError("broken")
    except ValueError as error:
        trouble = (type(error), error, error.__traceback__)
    record = logging.LogRecord("tables", logging.WARNING, __file__, 1, "table %s", ("abc",), trouble)
    line = formatter.format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["event"], told["level"], told["logger"]) == ("table abc", "warning", "tables")
    assert "ValueError: broken" in told["exception"]


def test_a_line_of_the_log_names_no_move():
    made = dict(logging_settings(debug=False)["formatters"]["line"])
    formatter = made.pop("()")(**made)
    request = "<WSGIRequest: POST '/api/tables/0123456789/move/bid-2C?expected_seq=7'>"
    record = logging.LogRecord("django.request", logging.WARNING, __file__, 1, "Conflict: %s", (request,), None)
    line = formatter.format(record)
    assert "bid-2C" not in line
    assert "/api/tables/0123456789/move/...?expected_seq=7" in line


def test_behind_a_question_that_a_frozen_server_does_not_answer_nobody_asks_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking, answered, asked = Event(), Event(), list[int]()

    def ask() -> Facts:
        asked.append(1)
        asking.set()
        answered.wait(20)
        return Facts(at=0, redis=True, database=None)

    monkeypatch.setattr(everywhere, "briefly", ask)
    monkeypatch.setattr(health, "PATIENCE", 0.01, raising=False)
    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(Client().get, "/readyz")
        assert asking.wait(20)
        others = [threads.submit(Client().get, "/readyz") for _ in range(2)]
        try:
            assert [other.result(10).json() for other in others] == [{"database": False}] * 2
        finally:
            answered.set()
        assert first.result(20).status_code == 503
    assert len(asked) == 1
