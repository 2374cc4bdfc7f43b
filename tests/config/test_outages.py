"""What people notice when a server behind the service is away. On the service's real processes."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Event
from typing import Any

import psycopg
import psycopg.sql
import pytest
from django.db import connection

from tests.config.players import Answer, Player, ask
from tests.processes import Processes, database_url
from tournaments.config.supervisor.child import Child
from tournaments.platform import valkey
from tournaments.tables import selectors

pytestmark = pytest.mark.processes


@contextmanager
def frozen_valkey() -> Iterator[None]:
    """The server that tests and processes share lives on, but says nothing."""
    pid = int(valkey.client().info("server")["process_id"])
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)
        valkey.breaker.reset()


def test_a_move_is_made_once_while_valkey_is_frozen(processes: Processes) -> None:
    player = Player(processes)
    with frozen_valkey():
        first, again = player.post(), player.post()
        pages = [ask(processes, "GET", path) for path in ("/", f"/tables/{player.table}")]
    assert (first.status, again.status) == (200, 200)
    assert first.json() == again.json()
    assert selectors.summary(player.table).seq == first.json()["seq"]
    assert [page.status for page in pages] == [200, 200]


@contextmanager
def no_database() -> Iterator[None]:
    """This database alone sends everybody away and lets nobody in, as when PostgreSQL is starting."""
    name = psycopg.sql.Identifier(connection.settings_dict["NAME"])
    switch = psycopg.sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
    with psycopg.connect(database_url(), dbname="postgres", autocommit=True) as control:
        control.execute(switch.format(name, psycopg.sql.SQL("false")))
        try:
            send_away(control)
            yield
        finally:
            control.execute(switch.format(name, psycopg.sql.SQL("true")))
            connection.close()


def send_away(control: psycopg.Connection[Any]) -> None:
    """End every connection to the database, in the middle of whatever it does."""
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
    control.execute(ended, [connection.settings_dict["NAME"]])


def test_without_the_database_everybody_is_asked_to_come_back(processes: Processes) -> None:
    player = Player(processes)
    browser = f"sessionid={'a' * 32}"  # whose it is stands in the database
    told = {name: len(processes[name].output()) for name in ("bots", "clocks", "web")}
    with no_database():
        pages = [ask(processes, "GET", path, Cookie=browser) for path in ("/", "/games", f"/tables/{player.table}")]
        answers = [player.post(), ask(processes, "GET", f"/api/tables/{player.table}"), player.post()]
        assert wait_for_words(processes["clocks"], "task_dropped", told["clocks"])
    assert [page.status for page in pages] == [503, 503, 503]
    assert {answer.status for answer in answers} == {503}
    assert {answer.json()["code"] for answer in answers} == {"unavailable"}
    assert all(int(answer.headers["retry-after"]) > 0 for answer in [*pages, *answers])
    assert b"One moment, please" in pages[0].body
    done = player.post()
    assert (done.status, selectors.summary(player.table).seq) == (200, done.json()["seq"])
    for name, before in told.items():
        assert "Traceback" not in processes[name].output()[before:]


def test_a_player_in_the_middle_of_a_move_is_asked_to_come_back(processes: Processes) -> None:
    """Connections that break under their statements: 503, and the same command again has been carried out once."""
    player = Player(processes)
    stop = Event()

    def ask_on(question: Callable[[], Answer]) -> set[tuple[int, bool]]:
        seen = set()
        while not stop.is_set():
            answer = question()
            seen.add((answer.status, "retry-after" in answer.headers))
        return seen

    questions = [player.post, lambda: ask(processes, "GET", f"/tables/{player.table}")] * 3
    with ThreadPoolExecutor(len(questions)) as threads:
        running = [threads.submit(ask_on, question) for question in questions]
        with psycopg.connect(database_url(), dbname="postgres", autocommit=True) as control:
            for _ in range(20):
                send_away(control)
                ask(processes, "GET", "/healthz")
        stop.set()
        seen = set().union(*(one.result() for one in running))
    connection.close()
    assert seen <= {(200, False), (503, True)}
    done = player.post().json()
    assert (done["seq"], player.post().json()) == (selectors.summary(player.table).seq, done)


@contextmanager
def full_disk() -> Iterator[None]:
    """Nothing more can be written to the log, as PostgreSQL says it when a file cannot grow."""
    refuse = """
        CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON log_event EXECUTE FUNCTION refuse()"""
    with psycopg.connect(database_url(), autocommit=True) as control:
        control.execute(refuse)
        try:
            yield
        finally:
            control.execute("DROP FUNCTION refuse CASCADE")


def test_while_the_disk_is_full_moves_are_refused_and_the_rest_is_read(processes: Processes) -> None:
    player = Player(processes)
    before = selectors.summary(player.table).seq
    told = len(processes["web"].output())
    with full_disk():
        answers = [player.post(), player.post()]
        pages = [
            ask(processes, "GET", path) for path in ("/", f"/tables/{player.table}", f"/api/tables/{player.table}")
        ]
    assert [answer.status for answer in answers] == [503, 503]
    assert all(int(answer.headers["retry-after"]) > 0 for answer in answers)
    assert [page.status for page in pages] == [200, 200, 200]
    assert selectors.summary(player.table).seq == before
    done = player.post()
    assert (done.status, player.post().json()) == (200, done.json())
    assert "Traceback" not in processes["web"].output()[told:]


def wait_for_words(child: Child, words: str, start: int) -> bool:
    deadline = time.monotonic() + 60
    while words not in child.output()[start:]:
        assert time.monotonic() < deadline, f"{child.spec.name} never said {words}"
        time.sleep(0.05)
    return True


def test_nobodys_request_fails_because_anothers_was_refused(processes: Processes) -> None:
    """Refused without reading the body: a token, a right or a page is missing."""
    player = Player(processes)
    refused = {"/api/tables": 401, f"/tables/{player.table}/move": 403, "/api/nowhere": 404}

    def intrude(path: str) -> set[int]:
        headers = {"Content-Type": "application/json"}
        return {ask(processes, "POST", path, body=b"x" * 60_000, **headers).status for _ in range(60)}

    def play(_number: int) -> set[int]:
        return {player.post().status for _ in range(60)}

    with ThreadPoolExecutor(8) as threads:
        intruders = threads.map(intrude, refused)
        players = threads.map(play, range(5))
        assert list(players) == [{200}] * 5
        assert list(intruders) == [{status} for status in refused.values()]
