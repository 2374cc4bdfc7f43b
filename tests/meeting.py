"""Several acts at the same moment, each on a connection of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any, TypeVar

import pytest
from django.db import connections

from tournaments.log.errors import RoomError

T = TypeVar("T")


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
