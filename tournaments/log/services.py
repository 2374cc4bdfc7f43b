"""Appending to the log: the only write there is."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, LiteralString

from psycopg.types.numeric import Int4, Int8

from engine.digest import chain
from tournaments.log.database import execute
from tournaments.log.encoding import check_text, encode_event, encode_payload
from tournaments.log.errors import Conflict, Unstorable
from tournaments.log.events import Commit, Head, NewEvent, Projected, Stored

__all__ = ["Commit", "Conflict", "Head", "NewEvent", "Projected", "Stored", "Unstorable", "append"]

SALT_BYTES = 16

# The head's row decides races: whoever finds it changed gets no row, and then nothing below it writes anything.
_BEGIN = """
WITH head AS (
    INSERT INTO log_stream (name, seq, digest, recorded_at)
    VALUES (%(log_stream)s, %(log_last)s, %(log_digest)s,
            timestamptz 'epoch' + %(log_at)s * interval '1 millisecond')
    ON CONFLICT DO NOTHING
    RETURNING name AS stream, seq, digest, recorded_at
)"""
_CONTINUE = """
WITH head AS (
    UPDATE log_stream
    SET seq = %(log_last)s, digest = %(log_digest)s,
        recorded_at = timestamptz 'epoch' + %(log_at)s * interval '1 millisecond'
    WHERE name = %(log_stream)s AND seq = %(log_expected)s AND digest = %(log_previous)s
      AND NOT EXISTS (
        SELECT FROM log_event
        WHERE stream = %(log_stream)s AND command = %(log_command)s::text
          AND actor IS NOT DISTINCT FROM %(log_actor)s::bigint)
    RETURNING name AS stream, seq, digest, recorded_at
)"""
_EVENTS = """, log_appended AS (
    INSERT INTO log_event (stream, seq, kind, version, payload, actor, command, first_seq, last_seq,
                           recorded_at, salt, digest)
    SELECT head.stream, %(log_expected)s + one.place, one.kind, one.version, one.payload::jsonb, %(log_actor)s::bigint,
           CASE one.place WHEN 1 THEN %(log_command)s::text END, %(log_expected)s + 1, head.seq,
           head.recorded_at, one.salt, one.digest
    FROM head, unnest(%(log_kinds)s::text[], %(log_versions)s::int[], %(log_payloads)s::text[],
                      %(log_salts)b::bytea[], %(log_digests)b::bytea[])
               WITH ORDINALITY AS one (kind, version, payload, salt, digest, place)
)"""


def append(
    stream: str,
    *,
    head: Head,
    events: Sequence[NewEvent],
    actor: int | None = None,
    command: str | None = None,
    also: Sequence[Projected] = (),
    now: int | None = None,
) -> tuple[Head, list[Stored]]:
    """Store *events* behind *head*, and *also* with them, in one statement; Conflict if the stream has moved on.

    It stands alone (autocommit) or in the caller's transaction. *actor* is a user's id, None for the service; *command*
    is the id of the request, which appends once for each actor of a stream. *now* is in epoch milliseconds; time never
    runs backwards in a stream.
    """
    if not events:
        raise ValueError("nothing to append")
    check_text(stream)
    if command is not None:
        check_text(command)
    at = max(time.time_ns() // 1_000_000 if now is None else now, head.recorded_at)
    batch = _Batch(stream, head, events, actor, command, at)
    params: dict[str, Any] = {}
    for projected in also:
        params |= projected.params
    params |= batch.params()
    statement = _statement(head.seq == 0, tuple(projected.statement for projected in also))
    if execute(statement, params).rowcount != 1:
        raise Conflict(stream, head.seq)
    return Head(batch.last, batch.digests[-1], at), batch.stored


class _Batch:
    """The events of one commit, chained."""

    def __init__(
        self,
        stream: str,
        head: Head,
        events: Sequence[NewEvent],
        actor: int | None,
        command: str | None,
        at: int,
    ) -> None:
        self.head = head
        self.last = head.seq + len(events)
        self.salts: list[bytes] = []
        self.digests: list[bytes] = []
        self.stored: list[Stored] = []
        first, digest = head.seq + 1, head.digest
        for seq, event in enumerate(events, first):
            payload, named = encode_payload(event.payload), command if seq == first else None
            salt = os.urandom(SALT_BYTES)
            known = encode_event(stream, seq, event.kind, event.version, payload, actor, named, at)
            digest = chain(digest, salt, known)
            self.salts.append(salt)
            self.digests.append(digest)
            self.stored.append(
                Stored(stream, seq, event.kind, event.version, payload, actor, named, first, self.last, at)
            )

    def params(self) -> dict[str, Any]:
        """What the statement takes. Integers are given a width: psycopg picks one by their size, and prepares again."""
        first = self.stored[0]
        return {
            "log_stream": first.stream,
            "log_expected": Int8(self.head.seq),
            "log_previous": self.head.digest,
            "log_last": Int8(self.last),
            "log_digest": self.digests[-1],
            "log_at": Int8(first.recorded_at),
            "log_actor": None if first.actor is None else Int8(first.actor),
            "log_command": first.command,
            "log_kinds": [event.kind for event in self.stored],
            "log_versions": [Int4(event.version) for event in self.stored],
            "log_payloads": [event.payload.decode() for event in self.stored],
            "log_salts": self.salts,
            "log_digests": self.digests,
        }


@lru_cache(maxsize=256)
def _statement(begins: bool, also: tuple[LiteralString, ...]) -> LiteralString:
    """One text for each shape of append, so that the server plans it once."""
    parts: list[LiteralString] = [_BEGIN if begins else _CONTINUE, _EVENTS]
    for n, statement in enumerate(also):
        if "head" not in statement:
            raise ValueError(f"it would be written on a conflict too, as it does not depend on head: {statement}")
        parts += f", log_also_{n} AS (", statement, ")"
    return "".join([*parts, "\nSELECT FROM head"])
