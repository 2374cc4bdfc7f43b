"""Moves made durable: decided, appended to the log and projected, beside a bare insert into the same database.

Each writer is a process with a connection of its own; every writer of a side works for the same stretch of time, then
the next side does. What is told to others after the commit is not part of it.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple
from uuid import uuid4

from engine.chance import FastRng
from tests.benchmarks.measure import ROUNDS, Claim, Table, installed

WRITERS = 8
STRETCH = 0.6
"""Seconds that a side works in a round."""
BARE = "bare psycopg insert"
OURS = "a move at a table"
LIBRARY = "eventsourcing's PostgreSQL recorder"
PAYLOAD = '{"seat": 2, "card": "8WL", "suit": "L"}'

Step = Callable[[], object]
"""One unit made durable."""


def measured() -> Table:
    rates: dict[str, list[float]] = {}
    with _database(), _workers(WRITERS) as sides:
        for writers in (1, WRITERS):
            for number in range(ROUNDS + 1):
                for side, workers in sides.items():
                    rate = _stretch(workers[:writers])
                    if number:
                        rates.setdefault(_name(side, writers), []).append(rate)
    return Table("Made durable", "per second", rates, _claims())


def _claims() -> list[Claim]:
    return [
        Claim(_name(OURS, WRITERS), _name(BARE, WRITERS), must=0.2, goal=0.5),
        Claim(_name(OURS, 1), _name(BARE, 1)),
        Claim(_name(OURS, WRITERS), _name(LIBRARY, WRITERS)),
        Claim(_name(OURS, 1), _name(LIBRARY, 1)),
    ]


def _name(side: str, writers: int) -> str:
    return f"{side}, {writers} writer{'s' if writers > 1 else ''}"


# -- the database, and the processes that write to it


class _Worker(NamedTuple):
    process: Any
    pipe: Connection


@contextmanager
def _database(kept: str = "") -> Iterator[None]:
    """A fresh database beside the one that the settings name, gone afterwards; or one that is *kept* there."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.config.settings")
    import django
    from django.conf import settings
    from django.db import connection

    django.setup()
    settings.CAPS = dict.fromkeys(settings.CAPS, 1_000_000)  # a few accounts open every table that is measured
    name = connection.settings_dict["NAME"]
    if kept:
        connection.settings_dict["NAME"] = kept
        yield
        return
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    _prepare()
    connection.close()
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _prepare() -> None:
    from django.db import connection

    from accounts.models import User

    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_bare (stream text, seq bigint, payload jsonb, PRIMARY KEY (stream, seq))")
    for number in range(2):
        User.objects.create(username=f"bench-{number}", bot_level="uniform")


@contextmanager
def _workers(count: int) -> Iterator[Mapping[str, list[_Worker]]]:
    started: dict[str, list[_Worker]] = {}
    sides: dict[str, Callable[[], Step]] = {OURS: _moves, BARE: _bare_inserts}
    if installed("eventsourcing"):
        _recorder().create_table()
        sides[LIBRARY] = _recorded
    context = get_context("fork")
    for side, prepare in sides.items():
        for _ in range(count):
            here, there = context.Pipe()
            process = context.Process(target=_work, args=(prepare, there), daemon=True)
            process.start()
            started.setdefault(side, []).append(_Worker(process, here))
    workers = [worker for side in started.values() for worker in side]
    try:
        for worker in workers:
            worker.pipe.recv()
        yield started
    finally:
        for worker in workers:
            worker.pipe.send(None)
        for worker in workers:
            worker.process.join(10)


def _stretch(workers: list[_Worker]) -> float:
    """The rate of *workers* together, over one stretch."""
    for worker in workers:
        worker.pipe.send(STRETCH)
    return float(sum(worker.pipe.recv() for worker in workers))


def _work(prepare: Callable[[], Step], pipe: Connection) -> None:
    """A writer's life: for each stretch asked for, answer with the rate reached."""
    step = prepare()
    pipe.send(None)
    while (stretch := pipe.recv()) is not None:
        start = time.perf_counter()
        done = 0
        while (spent := time.perf_counter() - start) < stretch:
            step()
            done += 1
        pipe.send(done / spent)


# -- the sides


def _bare_inserts() -> Step:
    import psycopg
    from django.db import connection

    database = psycopg.connect(**connection.get_connection_params() | {"autocommit": True, "cursor_factory": None})
    stream, seq = uuid4().hex, 0

    def step() -> None:
        nonlocal seq
        seq += 1
        database.execute("INSERT INTO bench_bare VALUES (%s, %s, %s)", (stream, seq, PAYLOAD), prepare=True)

    return step


def _recorder() -> Any:
    from django.db import connection
    from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore

    given = connection.get_connection_params()
    datastore = PostgresDatastore(
        dbname=given["dbname"],
        host=given.get("host") or "",
        port=given.get("port") or "",
        user=given.get("user") or "",
        password=given.get("password") or "",
    )
    return PostgresApplicationRecorder(datastore, events_table_name="bench_stored_events")


def _recorded() -> Step:
    from eventsourcing.persistence import StoredEvent

    recorder = _recorder()
    stream, seq = uuid4(), 0

    def step() -> None:
        nonlocal seq
        seq += 1
        recorder.insert_events([StoredEvent(stream, seq, "tables:CardPlayed", PAYLOAD.encode())])

    return step


def _moves() -> Step:
    """Random moves at tables of Duck Soup, one after the other; a new table is opened when one has ended."""
    from tournaments.log.commands import Plain
    from tournaments.tables import push, services
    from tournaments.tables.streams import TABLES

    push.announce = lambda table: None
    rng = FastRng(os.getpid())
    table_id = _opened()

    def step() -> None:
        nonlocal table_id
        table = TABLES.recent(table_id).state
        while table.status != "playing":
            table_id = _opened()
            table = TABLES.recent(table_id).state
        seat = table.to_act[0]
        moves = table.game.legal(table.state, seat)
        move = table.game.move_text(moves[int(rng.random() * len(moves))])
        services.play_bot(table_id=table_id, seq=table.seq, seat=seat, move=move, command=Plain(f"bot {table.seq}"))

    return step


def _opened() -> str:
    from accounts.models import User
    from tournaments.tables import services

    bots = list(User.objects.filter(username__startswith="bench-").values_list("pk", flat=True))
    open_table = partial(services.open_table, game="duck-soup", options={}, clock=None, rated=False)
    return open_table(seats=bots, opener=bots[0])
