"""A pool of a million rated tables, as fast as PostgreSQL takes them in.

The events are those that settling would append, one commit each, encoded and chained by the log's own functions and
stored by COPY instead of one transaction each; ``verify`` finds nothing. Their rows are made by the projection, as a
rebuild makes them.
"""

import itertools
import os
import random
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

PLAYERS = 10_000
STREAM, MINUTE, PORTION = "pool:gasp", 60_000, 20_000
CIRCLE = 50
"""People who play with one another mostly."""
_COLUMNS = "stream, seq, kind, version, payload, actor, command, recorded_at, salt, digest, position"


def fill(tables: int, *, stranger: int) -> tuple[float, float]:
    """Store *tables* and make their rows; how many seconds each of both took. One in *stranger* sits down among people
    of another circle (0: nobody does)."""
    storing = rating = 0.0
    head: Any = None
    for events in _portions(tables, stranger):
        start = time.perf_counter()
        head, stored = _store(head, events)
        between = time.perf_counter()
        _rate(stored)
        storing, rating = storing + between - start, rating + time.perf_counter() - between
    return storing, rating


def _store(head: Any, events: Sequence[dict[str, Any]]) -> tuple[Any, list[Any]]:
    """Append *events* behind *head*, with what the log keeps of each."""
    from django.db import connection, transaction

    from engine.digest import START, chain
    from tournaments.log.encoding import encode_event, encode_payload
    from tournaments.log.events import Head, Stored

    seq, digest = (head.seq, head.digest) if head else (0, START)
    stored = []
    with transaction.atomic(), connection.cursor() as cursor:
        with cursor.copy(f"COPY log_event ({_COLUMNS}) FROM STDIN") as rows:
            for event in events:
                seq += 1
                payload, salt, at = encode_payload(event), os.urandom(16), event["ended"]
                fact = (STREAM, seq, "rating.table_rated", 1, payload, None, event["table"], at)
                digest = chain(digest, salt, encode_event(*fact))
                stored.append(Stored(*fact))
                rows.write_row((*fact[:4], payload.decode(), None, fact[6], _moment(at), salt, digest, seq))
        head = Head(seq, digest, events[-1]["ended"])
        cursor.execute(
            "INSERT INTO log_stream (name, seq, digest, recorded_at) VALUES (%s, %s, %s, %s) ON CONFLICT (name) "
            "DO UPDATE SET seq = excluded.seq, digest = excluded.digest, recorded_at = excluded.recorded_at",
            (STREAM, seq, digest, _moment(head.recorded_at)),
        )
        cursor.execute("SELECT setval('log_position', %s)", (seq,))
    return head, stored


def _moment(ms: int) -> Any:
    return datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=ms)


def _rate(stored: Sequence[Any]) -> None:
    from django.db import transaction

    from tournaments.ratings.projection import RATINGS

    with transaction.atomic():
        RATINGS.apply(STREAM, stored)


def _portions(tables: int, stranger: int) -> Iterator[list[dict[str, Any]]]:
    chance, now = random.Random(11), time.time_ns() // 1_000_000
    for first in range(0, tables, PORTION):
        numbers = range(first, min(first + PORTION, tables))
        yield [_rated(chance, number, now - (tables - number) * MINUTE, stranger) for number in numbers]


_NUMBERS = itertools.count(time.time_ns() // 1_000_000 % 10**9)
"""Of tables that are rated behind the others: no two of a run are the same, however fast they are rated."""


def more(count: int) -> Iterator[dict[str, Any]]:
    """Tables that end now, behind all others."""
    chance, now = random.Random(), time.time_ns() // 1_000_000
    for number in itertools.islice(_NUMBERS, count):
        yield _rated(chance, number, now, 0) | {"table": f"m{number % 10**9:09}"}


def _rated(chance: random.Random, number: int, ended: int, stranger: int) -> dict[str, Any]:
    """A table of two to four."""
    from tests.crowds import USERS

    seats = chance.choice((2, 3, 4))
    circle = chance.randrange(PLAYERS // CIRCLE) * CIRCLE
    users = [USERS + circle + place for place in chance.sample(range(CIRCLE), seats)]
    if stranger and chance.randrange(stranger) == 0:
        users[0] = USERS + (circle + CIRCLE + chance.randrange(PLAYERS - CIRCLE)) % PLAYERS
    return {
        "table": name(number),
        "users": users,
        "places": chance.sample(range(1, seats + 1), seats),
        "teams": [],
        "params": "elo-pairwise/3",
        "ended": ended,
        "ends": ["played"] * seats,
        "decisions": [20] * seats,
        "bots": [""] * seats,
        "origin": "casual",
    }


def name(number: int) -> str:
    return f"r{number:09}"
