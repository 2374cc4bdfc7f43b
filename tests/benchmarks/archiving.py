"""Tables in the log and in the archive: what they take there, how long they are on their way, and reading them back.

The tables are random ones of every game, appended as they would be played: a decision a commit.
"""

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from engine.codec import Codec
from engine.registry import GAMES
from tests.benchmarks import durability
from tests.benchmarks.measure import Claim, Table
from tests.engine.walks import Setting, walked

TABLES = int(os.environ.get("ARCHIVE_TABLES", "1000"))
DIFFERENT, LOOKS = 10, 200
"""Random tables of each game; tables that are read."""
HOT, COLD = "events a MB in the log", "events a MB in the archive"


def measured(tables: int = TABLES) -> Table:
    with durability._database(), tempfile.TemporaryDirectory() as folder:
        _begin(Path(folder))
        filled, streams = _timed(lambda: _fill(tables))
        events, hot = _events(), _disk()
        loads = _loads(streams)
        took, sizes = _timed(lambda: _leave(streams))
        files = sum(-(-path.stat().st_size // 4096) * 4096 for path in Path(folder).rglob("*.gz"))
        checked, faults = _timed(lambda: _verify(streams))
        fetches, kept = _loads(streams, forget=True), _loads(streams[:1] * LOOKS)
        back, _ = _timed(lambda: _bring_back(streams[: tables // 10]))
    claim = Claim(COLD, HOT, must=2)
    rates: dict[str, list[float]] = {COLD: [1e6 * events / sum(sizes)], HOT: [1e6 * events / hot]}
    notes = [
        f"{tables} tables of {events} events, appended in {filled:.0f} s; an event takes {hot / events:.0f} bytes in "
        f"the log with its indexes, in the archive {sum(sizes) / events:.0f} ({files / events:.0f} in blocks of 4 kB)",
        f"{tables} tables to the archive: {took:.1f} s ({1000 * took / tables:.1f} ms each); verified there: "
        f"{checked:.1f} s, {faults} faults; brought back: {10_000 * back / tables:.1f} ms each",
        f"a table's events loaded: from the log {_told(loads)}, from the archive {_told(fetches)} with the record "
        f"fetched and verified, {_told(kept)} once it is kept",
    ]
    return Table(f"{tables} tables in the archive", "events/MB", rates, [claim], notes)


def _begin(folder: Path) -> None:
    from django.conf import settings

    (folder / "archive").mkdir()
    settings.ARCHIVE = str(folder / "archive")


def _fill(tables: int) -> list[str]:
    """Append *tables*, and one behind them that stays; their streams."""
    logs = [_played(game, seed) for game in GAMES.values() for seed in range(DIFFERENT)]
    for number in range(tables + 1):
        _append(f"table:{number:010}", logs[number % len(logs)])
    return [f"table:{number:010}" for number in range(tables)]


def _played(game: Any, seed: int) -> list[Any]:
    from tournaments.log.events import NewEvent

    codec: Codec[Any] = Codec(game.events, game.upcasts)
    table = walked(Setting(game, game.sizes[0], game.options()), seed)
    return [NewEvent(event.kind, event.version, codec.fields(event)) for event in table.log]


def _append(stream: str, events: Sequence[Any]) -> None:
    from tournaments.log.services import Head, append

    head = Head()
    for at in range(0, len(events), 2):
        head, _ = append(stream, head=head, events=events[at : at + 2], actor=7, command=f"{at}")


def _events() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("VACUUM (ANALYZE) log_event")
        cursor.execute("SELECT count(*) FROM log_event")
        (count,) = cursor.fetchone()
    return int(count)


def _disk() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size('log_event')")
        (size,) = cursor.fetchone()
    return int(size)


def _leave(streams: Sequence[str]) -> list[int]:
    from tournaments.log import archiving

    archiving.begin()
    return [archiving.archive(stream) for stream in streams]


def _verify(streams: Sequence[str]) -> int:
    from tournaments.log.verification import verify

    return sum(verify(stream) is not None for stream in streams)


def _bring_back(streams: Sequence[str]) -> None:
    from tournaments.log import archiving

    for stream in streams:
        archiving.bring_back(stream)


def _loads(streams: Sequence[str], *, forget: bool = False) -> list[float]:
    from tournaments.log import selectors
    from tournaments.log.archive import reading

    took = []
    for stream in streams[:LOOKS]:
        if forget:
            reading.forget()
        took.append(_timed(lambda name=stream: selectors.load(name))[0])  # type: ignore[misc]
    return took


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    began = time.perf_counter()
    result = work()
    return time.perf_counter() - began, result


def _told(seconds: Sequence[float]) -> str:
    return f"{1000 * median(seconds):.1f} ms (longest {1000 * max(seconds):.1f})"
