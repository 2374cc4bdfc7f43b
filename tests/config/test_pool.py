"""The threads of a worker: which tasks wait for which, and what happens to one that takes too long."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from tournaments.config import pool
from tournaments.config.pool import TaskPool


@pytest.fixture
def threads() -> Iterator[TaskPool]:
    made = TaskPool(4)
    yield made
    made.on_stop()


def hand(
    threads: TaskPool,
    task: Callable[[], object],
    *,
    queue: str = "notices",
    soft: float | None = None,
    tick: str = "",
    about: str = "()",
    done: Callable[[object], None] = lambda _done: None,
) -> None:
    known = {"delivery_info": {"routing_key": queue}, "expires": "2030-01-01T00:00:00" if tick else None}
    known["argsrepr"] = about
    threads.on_apply(
        lambda *_given: task(), (tick or "name", "id", known), callback=done, soft_timeout=soft, timeout=None
    )


@pytest.mark.parametrize("queue", pool.ALONE)
def test_tasks_of_some_queues_are_carried_out_one_after_the_other(threads: TaskPool, queue: str) -> None:
    begun, over, at_once, most = threading.Event(), threading.Event(), 0, 0

    def task() -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        begun.set()
        over.wait(30)
        at_once -= 1

    last = threading.Event()
    for _ in range(3):
        hand(threads, task, queue=queue)
    hand(threads, last.set, queue=queue)
    assert begun.wait(30)
    assert not last.is_set()
    others = threading.Barrier(4)
    for _ in range(3):
        hand(threads, lambda: others.wait(30), queue="notices")
    others.wait(30)  # three others go on beside it
    over.set()
    assert last.wait(30)
    assert most == 1


def test_of_ticks_that_wait_for_a_long_task_one_is_carried_out(threads: TaskPool) -> None:
    """The others are done at once, so that the worker takes what comes behind them."""
    over, last = threading.Event(), threading.Event()
    ticked: list[int | str] = []
    done = threading.Semaphore(0)
    hand(threads, lambda: over.wait(30), queue="default")
    for number in range(9):
        tick = partial(ticked.append, number)
        hand(threads, tick, queue="default", tick="director.tick", done=lambda _done: done.release())
    hand(threads, lambda: ticked.append("other"), queue="default", tick="people.tick")
    for _ in range(8):
        assert done.acquire(timeout=30)
    assert not ticked
    over.set()
    hand(threads, last.set, queue="default")
    assert last.wait(30)
    assert ticked == [0, "other"]
    again = threading.Event()
    hand(threads, lambda: ticked.append("next"), queue="default", tick="director.tick")
    hand(threads, again.set, queue="default")
    assert again.wait(30)
    assert ticked == [0, "other", "next"]


def test_tasks_that_expire_and_are_about_something_are_all_carried_out(threads: TaskPool) -> None:
    """Such as analyses that were lost, which are sent again."""
    over, last = threading.Event(), threading.Event()
    made: list[str] = []
    hand(threads, lambda: over.wait(30), queue="analysis")
    for table in ("one", "other"):
        hand(threads, partial(made.append, table), queue="analysis", tick="learning.analyse", about=f"('{table}',)")
    hand(threads, last.set, queue="analysis")
    over.set()
    assert last.wait(30)
    assert made == ["one", "other"]


def test_a_task_is_told_once_to_end_and_the_next_one_of_its_thread_is_not(threads: TaskPool) -> None:
    heard, begun, later = threading.Event(), threading.Event(), threading.Event()

    def long() -> None:
        begun.set()
        with suppress(SoftTimeLimitExceeded):
            while True:
                time.sleep(0.001)
        heard.set()

    hand(threads, long, queue="default", soft=0.0)
    hand(threads, later.set, queue="default", soft=60.0)
    assert begun.wait(30)
    threads.look()
    threads.look()
    assert heard.wait(30)
    assert later.wait(30)


def test_who_is_in_time_hears_nothing(threads: TaskPool) -> None:
    begun, over, done = threading.Event(), threading.Event(), threading.Event()

    def task() -> None:
        begun.set()
        over.wait(30)
        done.set()

    hand(threads, task, soft=60.0)
    assert begun.wait(30)
    threads.look()
    over.set()
    assert done.wait(30)
