"""Where a worker carries out its tasks: in threads of its own process, so that no worker needs a second one.

A thread cannot be ended. So a task that is told to end and does not takes its process with it: the supervisor, or
Docker, starts that again. The message that hung is not tried again.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import structlog
from billiard.einfo import ExceptionInfo
from celery.concurrency.base import BasePool, apply_target
from celery.exceptions import SoftTimeLimitExceeded
from celery.worker import state

if TYPE_CHECKING:
    from kombu.asynchronous.hub import Hub

_log = structlog.get_logger(__name__)

Carried: TypeAlias = Callable[[], Any]
"""Carries out a task, and gives what Celery's tracer gives: (failed, result, seconds)."""
ALONE: Final = ("default", "analysis")
"""Queues whose tasks are carried out one after the other, whatever else their worker does meanwhile."""
GLANCE: Final = 1.0
"""Seconds between two looks at what takes too long."""
MOMENT: Final = 0.001
HUNG: Final = 70
"""The exit code of a process that a task has hung in."""


@dataclass(slots=True, eq=False)
class Job:
    """A task under way. *soft* and *hard* are seconds from its beginning, or nothing."""

    id: str
    soft: float | None
    hard: float | None
    on_timeout: Callable[[bool, float | None], None]
    thread: int = 0
    began: float = 0.0
    told: bool = False


class TaskPool(BasePool):
    """As Celery's own threads, with its limits of time."""

    body_can_be_buffer = True
    signal_safe = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._others = ThreadPoolExecutor(self.limit)
        self._lanes = {queue: ThreadPoolExecutor(1) for queue in ALONE}
        self._ticks: set[str] = set()
        self._jobs: set[Job] = set()
        self._looking = False

    def register_with_event_loop(self, hub: Hub) -> None:
        """Called again after each loss of the broker."""
        hub.call_repeatedly(GLANCE, self.look)

    def on_stop(self) -> None:
        for lane in (self._others, *self._lanes.values()):
            lane.shutdown(cancel_futures=True)

    def on_apply(
        self,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: dict[str, Any] | None = None,
        callback: Callable[..., Any] | None = None,
        accept_callback: Callable[..., Any] | None = None,
        **given: Any,
    ) -> Any:
        limits = given.get("soft_timeout"), given.get("timeout")
        job = Job(str(given.get("correlation_id")), *limits, given.get("timeout_callback") or _say_nothing)
        carry_out: Carried = partial(self._carry_out, job, partial(target, *(args or ()), **(kwargs or {})))
        lane = self._lanes.get(_queue(args or ()), self._others)
        if lane is not self._others and (tick := _tick(args or ())):
            lane, carry_out = self._once(tick, lane, carry_out)
        return lane.submit(apply_target, carry_out, (), {}, callback, accept_callback)

    def _once(self, tick: str, lane: ThreadPoolExecutor, carry_out: Carried) -> tuple[ThreadPoolExecutor, Carried]:
        """A tick does all that is due. So one of them waits in its lane; others would keep the worker from taking
        anything else, and are done at once."""
        if tick in self._ticks:
            return self._others, lambda: (0, None, 0.0)
        self._ticks.add(tick)

        def begin() -> Any:
            self._ticks.discard(tick)
            return carry_out()

        return lane, begin

    def _carry_out(self, job: Job, task: Callable[[], Any]) -> Any:
        job.thread, job.began = threading.get_ident(), monotonic()
        self._jobs.add(job)
        try:
            return task()
        except SoftTimeLimitExceeded:  # the task was over when it was told to end
            return 1, ExceptionInfo(), 0.0
        finally:
            try:
                self._end(job)
            except SoftTimeLimitExceeded:  # as above; it is told once
                self._end(job)

    def _end(self, job: Job) -> None:
        """From here on its thread is not meant: not by what is about to be said, nor by what it has not heard yet."""
        self._jobs.discard(job)
        while self._looking:
            sleep(MOMENT)
        _raise_in(job.thread, None)

    def look(self) -> None:
        """Tell tasks to end that have come to their first limit, and end the process at the second."""
        now = monotonic()
        self._looking = True  # no lock: what is raised in a thread may be raised while it has one
        late = [job for job in self._jobs.copy() if not job.told and _is_over(job.soft, job, now)]
        for job in late:
            job.told = True
            if job in self._jobs:
                _raise_in(job.thread, SoftTimeLimitExceeded)
        self._looking = False
        for job in late:
            job.on_timeout(True, job.soft)
        if hung := [job for job in self._jobs.copy() if _is_over(job.hard, job, now)]:
            _end_process(hung)


def _end_process(hung: Sequence[Job]) -> None:
    """The messages of what has hung are done; all others that this process has taken are for the next one."""
    done = {job.id for job in hung}
    for request in tuple(state.reserved_requests):
        if request.id in done:
            request.message.ack_log_error(_log, request.connection_errors)
        else:
            request.message.reject_log_error(_log, request.connection_errors, requeue=True)
    for job in hung:
        job.on_timeout(False, job.hard)
    os._exit(HUNG)


def _is_over(limit: float | None, job: Job, now: float) -> bool:
    return limit is not None and now - job.began > limit


def _queue(args: Sequence[Any]) -> str:
    """The queue that a task came by."""
    return str((_known(args).get("delivery_info") or {}).get("routing_key", ""))


def _tick(args: Sequence[Any]) -> str:
    """What names a task that expires, as it is sent again and again, about nothing in particular; else empty."""
    known = _known(args)
    return str(args[0]) if known.get("expires") and known.get("argsrepr") == "()" else ""


def _known(args: Sequence[Any]) -> dict[str, Any]:
    """What is known of the request: of what Celery hands on, the third; the first is the task's name."""
    return args[2] if len(args) > 2 else {}


def _raise_in(thread: int, error: type[BaseException] | None) -> None:
    """As soon as the thread is at Python's code again; ``None`` takes back what it has not heard yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error and ctypes.py_object(error))


def _say_nothing(soft: bool, timeout: float | None) -> None:
    """Of a task that came without anybody to tell."""
