"""Followers: every commit once, in an order that no late commit can slip behind."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection, transaction
from psycopg.conninfo import make_conninfo

from tests.log.streams import STREAM, event, grow
from tests.processes import own_postgresql
from tournaments.config.supervisor import postgres
from tournaments.config.supervisor.home import ROOT
from tournaments.log import followers, selectors
from tournaments.log.followers import Placed, follow, news, place
from tournaments.log.services import Conflict, Head, append
from tournaments.platform import writers

pytestmark = pytest.mark.django_db(transaction=True)

WRITERS = 4


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writers, "PATIENCE", 0.1)


@contextmanager
def late_commit(stream: str, *, before: int = 0) -> Iterator[None]:
    """A transaction that has appended to *stream* while the block runs, and commits at its end; its connection has
    appended to others *before*."""
    appended, leave = threading.Event(), threading.Event()

    def write() -> None:
        try:
            for number in range(before):
                append(f"{stream}-before{number}", head=Head(), events=[event()])
            with transaction.atomic():
                append(stream, head=Head(), events=[event()])
                appended.set()
                leave.wait(timeout=30)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(write)
        assert appended.wait(timeout=30)
        try:
            yield
        finally:
            leave.set()
        writing.result(timeout=30)


def streams(commits: list[Placed]) -> list[str]:
    return [commit.events[0].stream for commit in commits]


def take_all(name: str = "all", most: int = 500) -> list[Placed]:
    taken: list[Placed] = []
    while follow(name, taken.append, most=most):
        pass
    return taken


def test_who_waits_takes_what_comes_meanwhile(monkeypatch):
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 2:
            grow(sizes=[2])

    monkeypatch.setattr("tournaments.log.followers.time.sleep", pause)
    taken: list[Placed] = []
    assert follow("all", taken.append, patience=60) == 1
    assert len(pauses) == 2
    assert [len(commit.events) for commit in taken] == [2]


def test_who_waits_gives_up_in_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("tournaments.log.followers.time.monotonic", lambda: now[0])
    monkeypatch.setattr("tournaments.log.followers.time.sleep", lambda seconds: now.append(now.pop() + seconds))
    assert follow("all", print, patience=1.9) == 0
    assert now == [pytest.approx(1.9)]


def test_who_waits_leaves_to_another_what_it_has_taken(monkeypatch):
    monkeypatch.setattr("tournaments.log.followers.time.sleep", lambda _seconds: grow(sizes=[1]))

    def found_by_two(after: int, *, most: int) -> list[Placed]:
        found = list(news(after, most=most))
        if found:
            followers._advance("all", after, found[-1].position)
        return found

    monkeypatch.setattr(followers, "news", found_by_two)
    taken: list[Placed] = []
    assert follow("all", taken.append, patience=60) == 0
    assert not taken


def test_the_events_of_a_commit_come_together_and_in_order():
    grow(sizes=[1, 3, 2])
    commits = news(0)
    assert [[stored.seq for stored in commit.events] for commit in commits] == [[1], [2, 3, 4], [5, 6]]
    assert [stored for commit in commits for stored in commit.events] == selectors.load(STREAM)
    positions = [commit.position for commit in commits]
    assert positions == sorted(set(positions))


def test_nothing_is_read_past_somebody_who_is_still_writing():
    with late_commit("table:late"):
        append("table:quick", head=Head(), events=[event()])
        assert news(0) == []
    assert streams(list(news(0))) == ["table:late", "table:quick"]


def test_a_writer_who_began_later_holds_nobody_up():
    append("table:quick", head=Head(), events=[event()])
    assert streams(list(news(0))) == ["table:quick"]
    last = news(0)[-1].position
    with late_commit("table:late"):
        assert news(last) == []
    assert streams(list(news(last))) == ["table:late"]


def test_a_long_transaction_that_appends_nothing_holds_nobody_up():
    with transaction.atomic():
        followers.begin_at_the_end("another")
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(_appended_and_read).result(timeout=30) == ["table:quick"]


def _appended_and_read() -> list[str]:
    try:
        append("table:quick", head=Head(), events=[event()])
        return streams(list(news(0)))
    finally:
        connection.close()


def test_a_follower_reads_outside_of_a_transaction():
    with transaction.atomic(), pytest.raises(RuntimeError, match="outside"):
        news(0)


def test_followers_of_racing_writers_see_every_commit_once_in_the_order_of_its_stream():
    going = threading.Event()

    def write(writer: int) -> None:
        try:
            for n in range(25):
                while True:
                    stream = f"table:{n % 3}"
                    try:
                        with transaction.atomic():
                            append(stream, head=selectors.head(stream), events=[event(by=writer)] * (1 + n % 2))
                        break
                    except Conflict:
                        continue
        finally:
            connection.close()

    def read() -> list[Placed]:
        taken: list[Placed] = []
        try:
            while not going.is_set():
                follow("racing", taken.append, most=7)
            return taken + take_all("racing")
        finally:
            connection.close()

    with ThreadPoolExecutor(WRITERS + 1) as pool:
        reader = pool.submit(read)
        for writing in [pool.submit(write, writer) for writer in range(WRITERS)]:
            writing.result(timeout=60)
        going.set()
        commits = reader.result(timeout=60)
    assert len(commits) == 25 * WRITERS
    positions = [commit.position for commit in commits]
    assert positions == sorted(set(positions))
    for stream in selectors.streams():
        seen = [stored for commit in commits for stored in commit.events if stored.stream == stream]
        assert seen == selectors.load(stream)


def test_a_follower_goes_on_where_it_was():
    grow(sizes=[1, 1])
    assert len(take_all()) == 2
    assert take_all() == []
    grow("table:other", sizes=[1])
    assert streams(take_all()) == ["table:other"]
    assert len(take_all("another")) == 3


def test_what_fails_is_taken_in_again():
    grow(sizes=[1, 1])

    def fail(_commit: Placed) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        follow("all", fail)
    assert place("all") == 0
    assert len(take_all()) == 2


def test_of_two_that_follow_under_one_name_one_goes_on(monkeypatch: pytest.MonkeyPatch):
    grow(sizes=[1, 1])
    read = followers.news

    def read_and_be_late(after: int, *, most: int) -> object:
        commits = read(after, most=most)
        monkeypatch.setattr(followers, "news", read)
        assert len(take_all()) == 2
        return commits

    monkeypatch.setattr(followers, "news", read_and_be_late)
    taken: list[Placed] = []
    assert follow("all", taken.append) == 0
    assert taken == []


GO_ON = """
import django; django.setup()
from tests.log.streams import *
from tournaments.log.followers import follow, place
taken = []
print(place("all"), follow("all", taken.append), follow("all", taken.append), [row.events[0].stream for row in taken])
grow("table:new", sizes=[2])
print(follow("all", taken.append), taken[-1].position > taken[0].position, len(taken[-1].events))
"""


def test_followers_go_on_after_a_dump_is_restored_elsewhere(home_path: Path):
    """Another cluster counts its transactions from the beginning; positions and places come along."""
    grow(sizes=[1, 1])
    take_all()
    grow("table:other", sizes=[1])
    said = elsewhere(home_path, GO_ON)
    assert said == [f"{place('all')} 1 0 ['table:other']", "1 True 2"]


def elsewhere(home: Path, script: str) -> list[str]:
    """What *script* prints, with a copy of this database on another server."""
    params = connection.get_connection_params()
    ours = make_conninfo(
        **{name: params[name] for name in ("host", "port", "user", "password", "dbname") if params.get(name)}
    )
    dump = run("pg_dump", "--no-owner", ours)
    with own_postgresql(home, throwaway=True) as crew:
        url = postgres.url(crew.home)
        run("psql", "--quiet", "--set=ON_ERROR_STOP=1", url, given=dump)
        env = os.environ | {"DATABASE_URL": url}
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def run(program: str, *arguments: str, given: bytes | None = None) -> bytes:
    """What a program of PostgreSQL prints."""
    done = subprocess.run([postgres.binaries() / program, *arguments], input=given, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout
