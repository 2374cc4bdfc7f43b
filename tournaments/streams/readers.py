"""The only threads of the streams' process that use the database: few, and without a connection while they idle."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from contextvars import copy_context
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

R = TypeVar("R")
_Job: TypeAlias = tuple["Future[Any]", Callable[[], Any]]


class Lane:
    """Calls in the order they came, by a fixed number of threads, each with one connection while it has work."""

    def __init__(self, name: str, threads: int) -> None:
        self._name = name
        self._count = threads
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._threads: list[Thread] = []

    async def call(self, function: Callable[..., R], *args: object) -> R:
        """What *function* returns, called in one of the threads, where logs and traces know whose call it is."""
        self._start()
        future: Future[R] = Future()
        self._jobs.put((future, partial(copy_context().run, function, *args)))
        return await asyncio.wrap_future(future)

    def stop(self) -> None:
        """End the threads and their connections, after the calls that wait already."""
        threads, self._threads = self._threads, []
        for _ in threads:
            self._jobs.put(None)
        for thread in threads:
            thread.join()

    def _start(self) -> None:
        while len(self._threads) < self._count:
            thread = Thread(target=_work, args=(self._jobs,), name=f"{self._name}-{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()


ADMISSION = Lane("admission", max(1, settings.STREAM_THREADS - 1))
"""For those who come: who they are, and what they missed."""
READING = Lane("reading", 1)
"""For all who are there: no crowd at the door delays their lines."""
ATTENDANCE = Lane("attendance", 1)
"""For Redis, which may keep it waiting. It never uses the database."""
FOLLOWING = Lane("following", 1)
"""For those who follow the log in its order, and therefore wait for those who are writing."""


def stop() -> None:
    """End all of them, with the process."""
    for lane in (ADMISSION, READING, ATTENDANCE, FOLLOWING):
        lane.stop()


def _work(jobs: SimpleQueue[_Job | None]) -> None:
    while True:
        try:
            job = jobs.get(timeout=settings.STREAM_IDLE_SECONDS)
        except Empty:
            connections.close_all()
            continue
        if job is None:
            connections.close_all()
            return
        _carry_out(*job)
        del job  # what it refers to need not wait for the next one


def _carry_out(future: Future[Any], call: Callable[[], Any]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(_twice(call))
    except BaseException as error:  # no matter which, it belongs to the one who waits
        future.set_exception(error)


def _twice(call: Callable[[], R]) -> R:
    """Reads may be repeated: a connection that the server has dropped is noticed only when it is used."""
    try:
        return call()
    except (OperationalError, InterfaceError):
        connections.close_all()
        return call()
