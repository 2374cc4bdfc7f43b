"""Several acts at the same moment, each on a connection of its own."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

import pytest
from django.db import connection, connections

from tournaments.log.errors import RoomError

T = TypeVar("T")
PATIENCE = 120


def at_once(*acts: Callable[[], T]) -> list[T | str]:
    """What comes of each, or the code of its refusal."""

    def go(act: Callable[[], T]) -> T | str:
        try:
            return act()
        except RoomError as refused:
            return refused.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [done.result(timeout=30) for done in [pool.submit(go, act) for act in acts]]


def meet(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, many: int) -> None:
    """Have *many* come to the function before any goes on from it."""
    before, barrier = getattr(where, name), Barrier(many)

    def met(*given: Any, **named: Any) -> Any:
        barrier.wait(timeout=20)
        return before(*given, **named)

    monkeypatch.setattr(where, name, met)


def until(holds: Callable[[], object], what: str) -> None:
    """Wait until *holds*; fail if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"waited {PATIENCE} s until {what}"
        time.sleep(0.05)


def blocked() -> bool:
    """Whether somebody waits for a lock in this database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # in a transaction the first look is kept
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity "
            "WHERE datname = current_database() AND wait_event_type = 'Lock')"
        )
        return bool(cursor.fetchone()[0])
