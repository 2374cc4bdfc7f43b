"""Where time and chance come from: one place, so that a test can hold them still."""

import secrets
import string
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from tournaments.log.commands import digest

ALPHABET = string.ascii_letters + string.digits
SEED = 32
"""Bytes."""


_clock: ContextVar[Callable[[], int] | None] = ContextVar("clock", default=None)
_seeds: ContextVar[Callable[[], bytes] | None] = ContextVar("seeds", default=None)


def now_ms() -> int:
    clock = _clock.get()
    return time.time_ns() // 1_000_000 if clock is None else clock()


@contextmanager
def told_by(clock: Callable[[], int], seeds: Callable[[], bytes]) -> Iterator[None]:
    """For the length of the block it is what *clock* says (epoch ms), and the shuffles are those of *seeds*: the demo
    tells of a season that is over, the same one every time.

    What is appended then says so for good, so no request does this.
    """
    told, shuffled = _clock.set(clock), _seeds.set(seeds)
    try:
        yield
    finally:
        _clock.reset(told)
        _seeds.reset(shuffled)


def new_seed() -> bytes:
    seeds = _seeds.get()
    return secrets.token_bytes(SEED) if seeds is None else seeds()


def new_id() -> str:
    """Ten random characters, as every table and tournament has for its name."""
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def id_for(actor: int | None, command: str) -> str:
    """The id of what *command* of *actor* opens: the same command names the same thing again."""
    number = int.from_bytes(digest("id", actor, command), "big")
    letters = []
    for _ in range(10):
        number, digit = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[digit])
    return "".join(letters)
