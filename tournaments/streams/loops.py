"""What goes on for open streams, for as long as somebody follows: one of each kind, ended when it is asked to."""

import asyncio
from collections.abc import Callable, Coroutine
from contextvars import Context
from typing import Any, TypeAlias

Loop: TypeAlias = Callable[[], Coroutine[Any, Any, None]]


class Loops:
    """Tasks without an end. There is never a second one of a kind: it would send everything twice. They are not part
    of the request that they begin with, in logs and traces."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def start(self, **loops: Loop) -> None:
        """Begin those that do not go on."""
        for name, loop in loops.items():
            if name not in self._tasks or self._tasks[name].done():
                self._tasks[name] = asyncio.create_task(loop(), name=name, context=Context())

    def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()


async def together(*loops: Coroutine[Any, Any, None]) -> None:
    """Go on with all *loops* until one of them fails, with its error.

    Not a task group: in Python 3.11 one whose member fails leaves its own task marked as cancelled.
    """
    tasks = [asyncio.create_task(loop) for loop in loops]
    try:
        done, _going_on = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def end_if_cancelled() -> None:
    """Raise ``CancelledError`` in a task that has been cancelled and still runs.

    A connection that breaks, or an answer that comes, in the moment of the cancellation can hide it: ``wait_for`` does
    so in Python 3.11. A task that goes on forever asks by itself.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
