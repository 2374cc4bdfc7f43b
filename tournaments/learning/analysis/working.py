"""The worker's part: one table from its log to what is found of it, within its time."""

from collections.abc import Callable
from contextlib import suppress
from time import monotonic, thread_time
from typing import Final

from celery.exceptions import SoftTimeLimitExceeded

from engine.events import Seat
from tournaments.learning.analysis.findings import NOTHING, Findings, Result, gathered, steps
from tournaments.tables import frames, selectors

BUDGET: Final = 10.0
"""Seconds of the processor for a table; what they do not suffice for is left out, and counted."""
LONG: Final = 150
"""A table with more to do than that has twice the time."""
SAYS: Final = 1.0
"""Seconds between two signs of life."""


def work(table_id: str, say: Callable[[int], None], known: Findings = NOTHING) -> Findings:
    """What is found of a table, beside what is *known* of it; *say* is told now and then how many percent are done.
    Raises ``UnknownTable``."""
    table = selectors.summary(table_id)
    people = [Seat(seat) for seat, bot in enumerate(table.bots) if not bot]
    todo = steps(frames.commits(table_id), people, known)
    results: list[Result] = []
    end, said = thread_time() + BUDGET * (2 if len(todo) > LONG else 1), monotonic()
    with suppress(SoftTimeLimitExceeded):  # on a loaded machine a second of the processor may take minutes
        for step in todo:
            if thread_time() > end:
                break
            results.append(step.work())
            if monotonic() - said > SAYS:
                said = monotonic()
                say(100 * len(results) // len(todo))
    return gathered(results, todo[len(results) :], known)
