"""What may lie on another machine: while that machine is away, the kernel blocks every thread that reads from it."""

import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any, Final, NamedTuple, TypeVar

import structlog

_log = structlog.get_logger(__name__)
T = TypeVar("T")

PATIENCE: Final = 0.5
"""Seconds."""


class Asked(NamedTuple):
    thread: Thread
    answers: list[Any]
    until: float
    """When nobody waits for it any more, by ``time.monotonic()``."""


_asking: Final[dict[str, Asked]] = {}
_lock: Final = Lock()


def ask(name: str, question: Callable[[], T], otherwise: T, patience: float | None = None) -> T:
    """The answer of *question*, or *otherwise* if it does not come soon, or breaks. One thread asks for each *name*:
    who comes meanwhile waits for the same answer, and who comes once that is late does not wait at all."""
    with _lock:
        asked = _asking.get(name)
        if asked is None or not asked.thread.is_alive():
            asked = _asking[name] = _begun(name, question, patience or PATIENCE)
    asked.thread.join(max(0.0, asked.until - time.monotonic()))
    return asked.answers[0] if asked.answers else otherwise


def _begun(name: str, question: Callable[[], object], patience: float) -> Asked:
    answers: list[object] = []

    def answer() -> None:
        try:
            answers.append(question())
        except Exception as error:  # it is one part of many
            _log.warning("not_ready", server=name, error=repr(error))

    thread = Thread(target=answer, name=f"asks for {name}", daemon=True)
    thread.start()
    return Asked(thread, answers, time.monotonic() + patience)
