"""What goes into the log and what comes out of it."""

from collections.abc import Iterable, Iterator
from typing import Any, LiteralString, NamedTuple

import msgspec

from engine.digest import START


class NewEvent(msgspec.Struct, frozen=True):
    """A fact about to be stored. The payload holds the fields only: objects, arrays, strings without NUL, booleans,
    null and integers below 2^53."""

    kind: str
    version: int
    payload: dict[str, Any]


class Stored(msgspec.Struct, frozen=True):
    """An event as it stands in the log.

    ``payload`` is JSON text; its spacing and the order of its keys mean nothing. ``actor`` is a user's id, or None for
    the service. ``command`` stands on the first event of every commit and on no other, as ``commands`` has it.
    ``recorded_at`` is in epoch milliseconds.
    """

    stream: str
    seq: int
    kind: str
    version: int
    payload: bytes
    actor: int | None
    command: str | None
    recorded_at: int


class Head(msgspec.Struct, frozen=True):
    """Where a stream ends; seq 0 for one that has not begun."""

    seq: int = 0
    digest: bytes = START
    recorded_at: int = 0


class Commit(NamedTuple):
    """The events that one append stored, as their first and last seq, and the digest of what was asked for."""

    first_seq: int
    last_seq: int
    request: bytes | None = None


def commits(events: Iterable[Stored]) -> Iterator[list[Stored]]:
    """*events*, in order, as they were appended together."""
    commit: list[Stored] = []
    for event in events:
        if commit and event.command is not None:
            yield commit
            commit = []
        commit.append(event)
    if commit:
        yield commit


class Proof(NamedTuple):
    """What an exported record needs beside the events so that a stranger can recompute the chain."""

    seq: int
    salt: bytes
    digest: bytes


class Projected(msgspec.Struct, frozen=True):
    """A caller's own write, made in the statement that appends.

    ``statement`` is an INSERT, UPDATE or DELETE with psycopg's named parameters, and constant: values go into
    ``params``, or it is planned every time. It must take its rows from ``head``, the one row (stream, seq, digest,
    recorded_at) that is there only if the append took place::

        UPDATE tables_table SET seq = head.seq, status = %(status)s FROM head WHERE id = %(id)s

    Parameter names that begin with ``log_`` are taken.
    """

    statement: LiteralString
    params: dict[str, Any] = {}
