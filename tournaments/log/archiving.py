"""Whole streams on their way to the archive and back.

The record is on the shelf, read back and verified before anything leaves the log, and what leaves it leaves in one
transaction: whatever is killed in between, the events are here, and the next time does it again.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.db import transaction
from psycopg.types.numeric import Int8

from tournaments.log import anchors, followers, sources, verification
from tournaments.log.archive import reading
from tournaments.log.archive.records import Broken, Event, Mark, Record, find_fault_in, packed
from tournaments.log.archive.shelf import Away, shelf
from tournaments.log.models import Archiving
from tournaments.platform.database import execute

__all__ = ["Away", "Broken", "Kept", "archive", "begin", "bring_back", "last", "note"]

# All from one snapshot: the head, and each event with its place among all.
_EVENTS = """
SELECT head.seq, head.digest, (extract(epoch FROM head.recorded_at) * 1000)::bigint,
       event.seq, event.kind, event.version, event.payload::text, event.actor, event.command,
       (extract(epoch FROM event.recorded_at) * 1000)::bigint, event.salt, event.digest, event.position,
       event.request
FROM log_stream AS head JOIN log_event AS event ON event.stream = head.name
WHERE head.name = %(stream)s AND head.archived IS NULL ORDER BY event.seq"""
_BEHIND = """
SELECT name FROM log_follower WHERE position < %(last)s::bigint AND name <> %(but)s::text ORDER BY name LIMIT 1"""
_FORGET = "DELETE FROM log_follower WHERE name = %(name)s AND position < %(last)s::bigint"
# What is appended next has a higher position than all that is here; a follower that begins at the end counts on that.
_IS_LAST = "SELECT count(*) = 0 FROM (SELECT 1 FROM log_event WHERE position > %(last)s::bigint LIMIT 1) AS later"
_ARCHIVE = "SELECT log_archive(%(stream)s::text, %(seq)s::bigint, %(digest)s::bytea)"
_NEEDED = "SELECT EXISTS (SELECT FROM log_stream WHERE archived IS NOT NULL)"
_BRING_BACK = "SELECT log_bring_back(%(stream)s::text, %(events)s::json)"


class Run(NamedTuple):
    at: int
    """Epoch ms."""
    streams: int
    problem: str


class Kept(Exception):
    """Why a stream stays in the log, for now."""


def begin() -> None:
    """Check that the folder can be written to, and sweep it. The first time it is marked as the archive's.

    Raises :class:`Away`.
    """
    place = shelf()
    if not begun():
        place.begin()
    place.check()
    place.sweep()
    _note(begun=True)


def archive(stream: str, *, also: Callable[[], None] | None = None) -> int:
    """Bring *stream* to the archive; how many bytes it has there, 0 if it is there already or nowhere. *also* is done
    in the transaction in which it leaves.

    Raises :class:`Kept`, :class:`Away`, or :class:`Broken` if it is not as it was written, here or there.
    """
    found = _read(stream)
    if found is None:
        return 0
    mark, record = found
    if (fault := find_fault_in(record, mark)) is not None:
        raise Broken(str(fault))
    _check_free(record)
    data = packed(record)
    shelf().put(mark.name, data)
    if reading.fetch(mark) != record:
        raise Broken(f"{stream}: another record came back from the archive")
    with transaction.atomic():
        _leave(mark, record)
        if also is not None:
            also()
    return len(data)


def bring_back(stream: str, *, also: Callable[[], None] | None = None) -> bool:
    """Put the events of *stream* back into the log as they were; whether they were in the archive. Its record stays.
    *also* is done in the same transaction.

    Raises :class:`Away` or :class:`Broken`, and has changed nothing then.
    """
    for mark in reading.marks([stream]):
        rows = msgspec.json.encode(_rows(reading.fetch(mark))).decode()
        with transaction.atomic():
            (brought,) = execute(_BRING_BACK, {"stream": stream, "events": rows}).fetchone() or (False,)
            if brought and (fault := verification.verify(stream)) is not None:
                raise Broken(str(fault))
            if also is not None:
                also()
        return bool(brought)
    return False


def begun() -> bool:
    """Whether anything ever went there."""
    return Archiving.objects.filter(begun=True).exists()


def needed() -> bool:
    """Whether anything lies there now."""
    return execute(_NEEDED, {}).fetchone() == (True,)


def trouble(*, begun: bool) -> str:
    """Why the archive cannot be reached or written to; nothing if it can. Asks no database."""
    try:
        shelf().check(marked=begun)
    except Away as error:
        return str(error)
    return ""


def note(streams: int, problem: str = "") -> None:
    """That it was done just now, for those who run the service."""
    _note(at=sources.now_ms(), streams=streams, problem=problem)


def last() -> Run | None:
    """When that was, if it ever was."""
    row = Archiving.objects.filter(pk=1).first()
    return None if row is None or row.at is None else Run(row.at, row.streams, row.problem)


def _note(**facts: object) -> None:
    Archiving.objects.update_or_create(pk=1, defaults=facts)


def _read(stream: str) -> tuple[Mark, Record] | None:
    rows = execute(_EVENTS, {"stream": stream}).fetchall()
    if not rows:
        return None
    mark = Mark(stream, rows[0][0], bytes(rows[0][1]), rows[0][2])
    events = tuple(_event(*row[3:12]) for row in rows)
    requests = {row[3]: bytes(row[13]).hex() for row in rows if row[13] is not None}
    positions = tuple(row[12] for row in rows)
    return mark, Record("cardroom-record/1", stream, mark.digest.hex(), events, positions, requests)


def _event(
    seq: int, kind: str, version: int, payload: str, actor: int | None, command: str | None, *rest: Any
) -> Event:
    at, salt, digest = rest
    raw = msgspec.Raw(payload.encode())
    return Event(seq, kind, version, raw, actor, command, at, bytes(salt).hex(), bytes(digest).hex())


def _check_free(record: Record) -> None:
    """That nobody is still to read its events in the order of all."""
    last = {"last": Int8(max(record.positions))}
    idle = "" if settings.ANCHORS else anchors.FOLLOWER  # it stands still where nobody wants anchors any more
    if (row := execute(_BEHIND, {**last, "but": idle}).fetchone()) is not None:
        raise Kept(f"the follower {row[0]} has not come to it")
    if execute(_IS_LAST, last).fetchone() == (True,):
        raise Kept("it is the last of all")


def _leave(mark: Mark, record: Record) -> None:
    known = {"stream": mark.stream, "seq": Int8(mark.seq), "digest": mark.digest}
    followers.hold_back_beginners()
    _check_free(record)
    if not settings.ANCHORS:  # if anybody wants them again, they begin with what is in the archive
        execute(_FORGET, {"name": anchors.FOLLOWER, "last": Int8(max(record.positions))})
    if execute(_ARCHIVE, known).fetchone() != (True,):
        raise Kept("somebody appended to it just now")


def _rows(record: Record) -> list[dict[str, Any]]:
    """As PostgreSQL reads them: bytes as hexadecimal digits."""
    return [
        {
            **msgspec.structs.asdict(one),
            "salt": rf"\x{one.salt}",
            "digest": rf"\x{one.digest}",
            "position": position,
            "request": None if one.seq not in record.requests else rf"\x{record.requests[one.seq]}",
        }
        for one, position in zip(record.events, record.positions, strict=True)
    ]
