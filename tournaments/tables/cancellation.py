"""Ending when asked to, though a library has swallowed the request."""

from __future__ import annotations

import asyncio


def end_if_cancelled() -> None:
    """Raise ``CancelledError`` in a task that has been cancelled and still runs.

    A connection that breaks, or an answer that comes, in the moment of the cancellation can hide it: ``wait_for`` does
    so in Python 3.11, and a group tells of one error and not of the other. A task that goes on forever asks by itself.
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError
