"""Streams to test with."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pgtrigger

from tournaments.log.commands import command_for
from tournaments.log.services import Head, NewEvent, append

STREAM = "table:0123456789"
NOON = 1_795_262_400_000


def event(**payload: Any) -> NewEvent:
    return NewEvent("test.happened", 1, payload)


def grow(stream: str = STREAM, *, sizes: Sequence[int] = (1, 2, 1), head: Head | None = None) -> Head:
    """A stream with commits of these many events; its actor is user 7."""
    end = head or Head()
    for n, size in enumerate(sizes):
        events = [event(card="K♠", place=place) for place in range(size)]
        command = command_for(f"command-{end.seq}", size)
        end, _ = append(stream, head=end, events=events, actor=7, command=command, now=NOON + n)
    return end


@contextmanager
def lifted_triggers() -> Iterator[None]:
    with pgtrigger.ignore("log.Event:append_only"):
        yield
