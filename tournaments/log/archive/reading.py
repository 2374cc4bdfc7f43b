"""Archived streams as the log reads them, each record verified when it is fetched; the last ones are kept."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

import structlog

from tournaments.log.archive.records import Broken, Event, Mark, Record, opened
from tournaments.log.archive.shelf import Away, shelf
from tournaments.log.errors import ArchiveAway
from tournaments.log.events import Commit, Proof, Stored
from tournaments.log.faults import Fault
from tournaments.platform.database import execute

_log = structlog.get_logger(__name__)

KEPT = 16
"""Records that a process keeps: a replay asks for the same one again and again."""

_MARKS = """
SELECT name, seq, digest, (extract(epoch FROM recorded_at) * 1000)::bigint FROM log_stream
WHERE name = ANY(%(streams)s::text[]) AND archived IS NOT NULL ORDER BY name"""


def marks(streams: Collection[str]) -> list[Mark]:
    """Those of *streams* that are in the archive."""
    rows = execute(_MARKS, {"streams": list(streams)})
    return [Mark(stream, seq, bytes(digest), at) for stream, seq, digest, at in rows]


def fetch(mark: Mark) -> Record:
    """The record of *mark*, whole and verified; raises :class:`Away` or :class:`Broken`."""
    return opened(shelf().get(mark.name), mark)


def find_fault(stream: str) -> Fault | None:
    """What is wrong with the record of *stream*, which is archived."""
    for mark in marks([stream]):
        try:
            fetch(mark)
        except (Away, Broken) as error:
            return Fault(stream, 1, f"in the archive: {error}", away=isinstance(error, Away))
    return None


def events(stream: str) -> Sequence[Stored]:
    """All of an archived stream; nothing of any other."""
    return [_stored(mark.stream, one) for mark in marks([stream]) for one in _record(mark).events]


def proof(stream: str) -> list[Proof]:
    rows = (one for mark in marks([stream]) for one in _record(mark).events)
    return [Proof(one.seq, bytes.fromhex(one.salt), bytes.fromhex(one.digest)) for one in rows]


def digests(wanted: Iterable[tuple[str, int]]) -> dict[tuple[str, int], bytes]:
    """Those of *wanted* events, by stream and seq, that are archived: the last of a stream is told by its head."""
    by_stream: dict[str, list[int]] = {}
    for stream, seq in wanted:
        by_stream.setdefault(stream, []).append(seq)
    found: dict[tuple[str, int], bytes] = {}
    for mark in marks(by_stream) if by_stream else ():
        for seq in by_stream[mark.stream]:
            if seq == mark.seq:
                found[mark.stream, seq] = mark.digest
            elif 0 < seq < mark.seq:
                found[mark.stream, seq] = bytes.fromhex(_record(mark).events[seq - 1].digest)
    return found


def appended_by(stream: str, *, actor: int | None, command: str) -> Commit | None:
    """What *command*, as it is stored, of *actor* appended to an archived stream."""
    for record in map(_record, marks([stream])):
        for at, event in enumerate(record.events):
            if (event.command, event.actor) == (command, actor):
                ends = (later.seq - 1 for later in record.events[at + 1 :] if later.command is not None)
                request = record.requests.get(event.seq)
                asked = None if request is None else bytes.fromhex(request)
                return Commit(event.seq, next(ends, len(record.events)), asked)
    return None


def forget() -> None:
    """Fetch every record again when it is asked for."""
    _kept.cache_clear()


def _record(mark: Mark) -> Record:
    """For somebody who reads a table: what is wrong is for those who run the service alone."""
    try:
        return _kept(mark)
    except (Away, Broken) as error:
        _log.error("archive_away", stream=mark.stream, error=str(error))
        raise ArchiveAway(f"{mark.stream}: {error}") from error


_kept = lru_cache(maxsize=KEPT)(fetch)


def _stored(stream: str, one: Event) -> Stored:
    payload = bytes(one.payload)
    return Stored(stream, one.seq, one.kind, one.version, payload, one.actor, one.command, one.recorded_at)
