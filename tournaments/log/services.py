"""Appending to the log: the only write there is."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, LiteralString

import msgspec
from django.conf import settings
from psycopg.types.numeric import Int8

from engine.digest import chain
from tournaments.log.archive import reading
from tournaments.log.commands import Keyed, Plain, digest_of_request, stored_as
from tournaments.log.encoding import check_text, encode_event, encode_payload
from tournaments.log.errors import Archived, Conflict, Unstorable
from tournaments.log.events import Commit, Head, NewEvent, Projected, Stored
from tournaments.platform.counting import Counter
from tournaments.platform.database import execute

__all__ = [
    "Batch",
    "Commit",
    "Conflict",
    "Head",
    "NewEvent",
    "Plain",
    "Projected",
    "Stored",
    "Unstorable",
    "append",
    "append_commits",
    "hold",
    "store",
]

SALT_BYTES = 16
_CONFLICTS = Counter("cardroom_append_conflicts", "Appends that were too late, or made before, by room.", ["room"])

_HOLD = "SELECT FROM log_stream WHERE name = %(stream)s FOR NO KEY UPDATE"
# The head's row decides races: a writer who finds it changed gets no row, and then nothing below it writes anything.
# The position is drawn behind it: what is appended to a stream later has a later one.
_BEGIN = """
WITH head AS (
    INSERT INTO log_stream (name, seq, digest, recorded_at)
    VALUES (%(log_stream)s, %(log_last)s, %(log_digest)s,
            timestamptz 'epoch' + %(log_at)s * interval '1 millisecond')
    ON CONFLICT DO NOTHING
    RETURNING name AS stream, seq, digest, recorded_at, nextval('log_position') AS position
)"""
_GO_ON = """
WITH head AS (
    UPDATE log_stream
    SET seq = %(log_last)s, digest = %(log_digest)s,
        recorded_at = timestamptz 'epoch' + %(log_at)s * interval '1 millisecond'
    WHERE name = %(log_stream)s AND seq = %(log_expected)s AND digest = %(log_previous)s AND archived IS NULL
      AND NOT EXISTS ("""
_GONE_ON = """)
    RETURNING name AS stream, seq, digest, recorded_at, nextval('log_position') AS position
)"""
_MADE = """
        SELECT FROM log_event
        WHERE stream = %(log_stream)s AND command = %(log_command)s::text
          AND actor IS NOT DISTINCT FROM %(log_actor)s::bigint"""
# Of several commits none may have been made before: each is looked for by the index (LATERAL), whatever their number.
_ANY_MADE = """
        SELECT FROM json_to_recordset(%(log_events)s::json) AS one (command text), LATERAL (
            SELECT FROM log_event
            WHERE stream = %(log_stream)s AND log_event.command = one.command
              AND actor IS NOT DISTINCT FROM %(log_actor)s::bigint LIMIT 1) AS before"""
_CONTINUE = _GO_ON + _MADE + _GONE_ON
_CONTINUE_ALL = _GO_ON + _ANY_MADE + _GONE_ON
# The same as a function of the database (migration log.0001), for a log that is spread over several servers.
_CALL = """
WITH head AS (
    SELECT stream, seq, digest, recorded_at FROM log_append(
        %(log_stream)s, %(log_expected)s, %(log_previous)s, %(log_last)s, %(log_digest)s, %(log_at)s,
        %(log_actor)s::bigint, %(log_events)s::json)
)"""
# One JSON text carries the events, whatever their number: psycopg dumps arrays in plain Python, slower than all else.
_EVENTS = """, log_appended AS (
    INSERT INTO log_event
        (stream, seq, kind, version, payload, actor, command, request, recorded_at, salt, digest, position)
    SELECT head.stream, one.seq, one.kind, one.version, one.payload, %(log_actor)s::bigint, one.command, one.request,
           head.recorded_at, one.salt, one.digest, head.position
    FROM head, json_to_recordset(%(log_events)s::json) AS one
        (seq bigint, kind text, version int, payload jsonb, command text, request bytea, salt bytea, digest bytea)
)"""


def append(
    stream: str,
    *,
    head: Head,
    events: Sequence[NewEvent],
    actor: int | None = None,
    command: str | Keyed | None = None,
    also: Sequence[Projected] = (),
    now: int | None = None,
) -> tuple[Head, list[Stored]]:
    """Store *events* behind *head*, and *also* with them, in one statement; Conflict if the stream has moved on,
    Archived if it is in the archive.

    It stands alone (autocommit) or in the caller's transaction. *actor* is a user's id, None for the service; *command*
    is the name of the request, made up if there is none; it appends once for each actor of a stream, and only a keyed
    digest of it is stored unless it is ``Plain``, with one of what is asked for if that is said (``Keyed``).
    *now* is in epoch milliseconds; a stream's time never runs backwards.
    """
    return append_commits(stream, head=head, commits=[(command, events)], actor=actor, also=also, now=now)


def append_commits(
    stream: str,
    *,
    head: Head,
    commits: Sequence[tuple[str | Keyed | None, Sequence[NewEvent]]],
    actor: int | None = None,
    also: Sequence[Projected] = (),
    now: int | None = None,
) -> tuple[Head, list[Stored]]:
    """Store several commits, each a command with its events, as one ``append`` after the other would: all of them in
    one statement, or Conflict and none. They share their time and their position."""
    batch = Batch(stream, head, commits, actor, now)
    store(batch, also)
    return batch.head, batch.stored


def store(batch: Batch, also: Sequence[Projected] = ()) -> None:
    """Write *batch*, and *also* with it."""
    params: dict[str, Any] = {}
    for projected in also:
        params |= projected.params
    params |= batch.params()
    statement = _statement(_beginning(batch), tuple(projected.statement for projected in also))
    if execute(statement, params).rowcount != 1:
        if batch.before.seq and reading.marks([batch.stream]):
            raise Archived()
        _CONFLICTS.labels(batch.stream.partition(":")[0]).inc()
        raise Conflict(batch.stream, batch.before.seq)


def hold(stream: str) -> None:
    """Let nobody else append to *stream* until the transaction ends: they wait."""
    execute(_HOLD, {"stream": stream})


class _Row(msgspec.Struct):
    """An event on its way into the statement; PostgreSQL reads bytes as hexadecimal digits."""

    seq: int
    kind: str
    version: int
    payload: msgspec.Raw
    command: str | None
    request: str | None
    salt: str
    digest: str


class Batch:
    """The events of *commits*, chained behind *head*, as they will be stored."""

    def __init__(
        self,
        stream: str,
        head: Head,
        commits: Sequence[tuple[str | Keyed | None, Sequence[NewEvent]]],
        actor: int | None,
        now: int | None,
    ) -> None:
        if not commits or not all(events for _command, events in commits):
            raise ValueError("nothing to append")
        check_text(stream)
        self.stream = stream
        self.before = head
        self.commits = len(commits)
        self._rows: list[_Row] = []
        self.stored: list[Stored] = []
        at = max(time.time_ns() // 1_000_000 if now is None else now, head.recorded_at)
        self.head = msgspec.structs.replace(head, recorded_at=at)
        for command, events in commits:
            name = secrets.token_urlsafe(12) if command is None else stored_as(stream, actor, command)
            first = len(self._rows)
            self._chain(stream, events, actor, name)
            if (request := digest_of_request(stream, actor, command)) is not None:
                self._rows[first].request = _hex(request)

    def _chain(self, stream: str, events: Sequence[NewEvent], actor: int | None, command: str) -> None:
        seq, digest, at = self.head.seq, self.head.digest, self.head.recorded_at
        named: str | None = command
        for seq, event in enumerate(events, seq + 1):  # noqa: B020  it goes on from there
            kind, version = event.kind, event.version
            check_text(kind)
            payload, salt = encode_payload(event.payload), os.urandom(SALT_BYTES)
            digest = chain(digest, salt, encode_event(stream, seq, kind, version, payload, actor, named, at))
            row = _Row(seq, kind, version, msgspec.Raw(payload), named, None, _hex(salt), _hex(digest))
            self._rows.append(row)
            self.stored.append(Stored(stream, seq, kind, version, payload, actor, named, at))
            named = None
        self.head = Head(seq, digest, at)

    def params(self) -> dict[str, Any]:
        """What the statement takes. Integers are given a width: psycopg picks one by their size, and prepares again."""
        first = self.stored[0]
        return {
            "log_stream": self.stream,
            "log_expected": Int8(self.before.seq),
            "log_previous": self.before.digest,
            "log_last": Int8(self.head.seq),
            "log_digest": self.head.digest,
            "log_at": Int8(self.head.recorded_at),
            "log_actor": None if first.actor is None else Int8(first.actor),
            "log_command": first.command,
            "log_events": msgspec.json.encode(self._rows).decode(),
        }


def _hex(value: bytes) -> str:
    return rf"\x{value.hex()}"


def _beginning(batch: Batch) -> LiteralString:
    """What checks the head, writes it and, in what follows, the events."""
    if settings.LOG_APPEND == "function":
        return _CALL
    if batch.before.seq == 0:
        return _BEGIN + _EVENTS
    return (_CONTINUE if batch.commits == 1 else _CONTINUE_ALL) + _EVENTS


@lru_cache(maxsize=256)
def _statement(begin: LiteralString, also: tuple[LiteralString, ...]) -> LiteralString:
    """One text for each shape of append, so that the server plans it once."""
    parts: list[LiteralString] = [begin]
    for n, statement in enumerate(also):
        if "head" not in statement:
            raise ValueError(f"it would be written on a conflict too, as it does not depend on head: {statement}")
        parts += f", log_also_{n} AS (", statement, ")"
    return "".join([*parts, "\nSELECT FROM head"])
