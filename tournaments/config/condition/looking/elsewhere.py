"""What may lie on another machine: while that one is away, whoever asks the kernel for it is kept for as long."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, Thread
from typing import Final, TypeVar

T = TypeVar("T")

PATIENCE: Final = 0.5
"""Seconds."""
_asking: Final[dict[str, Thread]] = {}
_lock: Final = Lock()


def ask(name: str, question: Callable[[], T], otherwise: T) -> T:
    """The answer of *question*, or *otherwise* if it does not come soon. One thread a *name* waits for it; until it
    has come, nobody else waits at all."""
    answers: list[T] = []
    thread = Thread(target=lambda: answers.append(question()), name=f"asks for {name}", daemon=True)
    with _lock:
        if name in _asking and _asking[name].is_alive():
            return otherwise
        _asking[name] = thread
        thread.start()
    thread.join(PATIENCE)
    return answers[0] if answers else otherwise
