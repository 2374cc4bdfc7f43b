"""Reading the log. What is not here is looked up in the archive: a stream is there as a whole, or not at all."""

from collections.abc import Collection, Iterator, Mapping

from tournaments.log.archive import reading
from tournaments.log.commands import Keyed, stored_as
from tournaments.log.events import Commit, Head, Proof, Stored
from tournaments.platform.database import execute

_HEAD = "SELECT seq, digest, (extract(epoch FROM recorded_at) * 1000)::bigint FROM log_stream WHERE name = %(stream)s"
_HEAD_AT = """
SELECT seq, digest, (extract(epoch FROM recorded_at) * 1000)::bigint FROM log_event
WHERE stream = %(stream)s AND recorded_at <= timestamptz 'epoch' + %(at)s::bigint * interval '1 millisecond'
ORDER BY seq DESC LIMIT 1"""
_LOAD = """
SELECT seq, kind, version, payload::text, actor, command,
       (extract(epoch FROM recorded_at) * 1000)::bigint
FROM log_event WHERE stream = %(stream)s AND seq > %(after)s::bigint AND seq <= coalesce(%(until)s::bigint, seq)
ORDER BY seq"""
# The tails of several streams at once. LATERAL: each is read by the index, whatever their number is guessed to be.
_TAILS = """
SELECT tail.* FROM unnest(%(streams)s::text[], %(after)s::bigint[]) AS behind (stream, after) CROSS JOIN LATERAL (
    SELECT stream, seq, kind, version, payload::text, actor, command,
           (extract(epoch FROM recorded_at) * 1000)::bigint
    FROM log_event WHERE log_event.stream = behind.stream AND seq > behind.after) AS tail
ORDER BY 1, 2"""
_SEQS = "SELECT name, seq FROM log_stream WHERE name = ANY(%(streams)s::text[])"
_HEADS = """
SELECT name, seq, digest, (extract(epoch FROM recorded_at) * 1000)::bigint FROM log_stream
WHERE name = ANY(%(streams)s::text[]) ORDER BY name"""
_DIGESTS = """
SELECT event.stream, event.seq, event.digest
FROM unnest(%(streams)s::text[], %(seqs)s::bigint[]) AS asked (stream, seq)
JOIN log_event AS event ON event.stream = asked.stream AND event.seq = asked.seq"""
# The next commit begins at the next event with a command.
_APPENDED_BY = """
SELECT seq, coalesce(
    (SELECT later.seq - 1 FROM log_event later
     WHERE later.stream = log_event.stream AND later.seq > log_event.seq AND later.command IS NOT NULL
     ORDER BY later.seq LIMIT 1),
    (SELECT max(later.seq) FROM log_event later WHERE later.stream = log_event.stream)), request
FROM log_event
WHERE stream = %(stream)s AND command = %(command)s AND actor IS NOT DISTINCT FROM %(actor)s::bigint
ORDER BY seq LIMIT 1"""
_CARRIED_OUT = """
SELECT command FROM log_event WHERE stream = %(stream)s AND command = ANY(%(commands)s::text[]) AND actor IS NULL"""
# An event 0 stands for a stream that is in the archive.
_OF_KINDS = """
SELECT stream, seq, kind, version, payload::text, actor, command, (extract(epoch FROM recorded_at) * 1000)::bigint
FROM log_event WHERE stream = ANY(%(streams)s::text[]) AND kind = ANY(%(kinds)s::text[])
UNION ALL SELECT name, 0, '', 0, '', NULL, NULL, 0 FROM log_stream
WHERE name = ANY(%(streams)s::text[]) AND archived IS NOT NULL ORDER BY 1, 2"""
_AT = """
SELECT stream, seq, kind, version, payload::text, actor, command, (extract(epoch FROM recorded_at) * 1000)::bigint
FROM log_event WHERE stream = %(stream)s AND seq = ANY(%(seqs)s::bigint[]) ORDER BY seq"""
_PROOF = "SELECT seq, salt, digest FROM log_event WHERE stream = %(stream)s ORDER BY seq"
_STREAMS = """
SELECT name FROM log_stream WHERE starts_with(name, %(prefix)s)
UNION SELECT stream FROM log_event WHERE starts_with(stream, %(prefix)s) ORDER BY 1"""

_IN_ARCHIVE = "SELECT name FROM log_stream WHERE starts_with(name, %(prefix)s) AND archived IS NOT NULL ORDER BY 1"


def head(stream: str) -> Head:
    """Where *stream* ends."""
    row = execute(_HEAD, {"stream": stream}).fetchone()
    return Head(*row) if row else Head()


def head_at(stream: str, at: int) -> Head:
    """Where *stream* ended *at* (epoch ms). What was appended later is passed over, and costs nothing to speak of."""
    row = execute(_HEAD_AT, {"stream": stream, "at": at}).fetchone()
    if row is not None:
        return Head(*row)
    now = head(stream)  # in the archive, or not yet begun by then
    return now if now.recorded_at <= at else Head()


def load(stream: str, *, after: int = 0, until: int | None = None) -> list[Stored]:
    """The events of *stream* in order: those behind *after*, up to and with *until*."""
    return _load(stream, after, until) or _archived(stream, after, until) or _load(stream, after, until)


def _load(stream: str, after: int, until: int | None) -> list[Stored]:
    rows = execute(_LOAD, {"stream": stream, "after": after, "until": until})
    return [
        Stored(stream, seq, kind, version, payload.encode(), actor, command, at)
        for seq, kind, version, payload, actor, command, at in rows
    ]


def _archived(stream: str, after: int, until: int | None) -> list[Stored]:
    """The same of a stream that is in the archive; one that is not may have come back just now."""
    return [event for event in reading.events(stream) if after < event.seq and (until is None or event.seq <= until)]


def of_kinds(streams: Collection[str], kinds: Collection[str]) -> list[Stored]:
    """The events of *kinds* in any of *streams*."""
    found: list[Stored] = []
    for stream, seq, kind, version, payload, actor, command, at in execute(
        _OF_KINDS, {"streams": list(streams), "kinds": list(kinds)}
    ):
        if seq == 0:
            found += (event for event in reading.events(stream) if event.kind in kinds)
        else:
            found.append(Stored(stream, seq, kind, version, payload.encode(), actor, command, at))
    return found


def events_at(stream: str, seqs: Collection[int]) -> list[Stored]:
    """The events *seqs* of *stream*, in order."""
    rows = execute(_AT, {"stream": stream, "seqs": list(seqs)})
    found = [
        Stored(stream, seq, kind, version, payload.encode(), actor, command, at)
        for _stream, seq, kind, version, payload, actor, command, at in rows
    ]
    return found or [event for event in reading.events(stream) if event.seq in seqs]


def seqs(streams: Collection[str]) -> dict[str, int]:
    """Where each of *streams* ends; those that are not there are left out."""
    return dict(execute(_SEQS, {"streams": list(streams)}).fetchall())


def heads(streams: Collection[str]) -> dict[str, Head]:
    """Where each of *streams* ends, in the order of their names; those that are not there are left out."""
    return {stream: Head(*row) for stream, *row in execute(_HEADS, {"streams": list(streams)})}


def digests(events: Collection[tuple[str, int]]) -> dict[tuple[str, int], bytes]:
    """The digests of *events*, each by stream and seq; those that are not there are left out."""
    asked = {"streams": [stream for stream, _seq in events], "seqs": [seq for _stream, seq in events]}
    found = {(stream, seq): bytes(digest) for stream, seq, digest in execute(_DIGESTS, asked)}
    return found | reading.digests(event for event in events if event not in found)


def latest(streams: Collection[str]) -> dict[str, int]:
    """When the last event of each of *streams* was recorded, in epoch ms; those that are not there are left out."""
    return {stream: head.recorded_at for stream, head in heads(streams).items()}


def tails(after: Mapping[str, int]) -> dict[str, list[Stored]]:
    """For each stream its events behind the given one, in order: one query, however many streams. The archive is not
    asked: nobody has watched since before a stream went there."""
    found: dict[str, list[Stored]] = {stream: [] for stream in after}
    for stream, seq, kind, version, payload, actor, command, at in execute(
        _TAILS, {"streams": list(after), "after": list(after.values())}
    ):
        found[stream].append(Stored(stream, seq, kind, version, payload.encode(), actor, command, at))
    return found


def appended_by(stream: str, *, actor: int | None, command: str | Keyed) -> Commit | None:
    """What *command* appended when *actor* gave it."""
    name = stored_as(stream, actor, command)
    for first, last, request in execute(_APPENDED_BY, {"stream": stream, "actor": actor, "command": name}):
        return Commit(first, last, request and bytes(request))
    return reading.appended_by(stream, actor=actor, command=name)


def carried_out(stream: str, commands: Collection[str]) -> set[str]:
    """Those of the service's own *commands* that have appended to *stream*."""
    rows = execute(_CARRIED_OUT, {"stream": stream, "commands": list(commands)})
    return {command for (command,) in rows}


def proof(stream: str) -> list[Proof]:
    """The salts and digests of *stream* in order. A salt opens what its digest covers."""
    found = [Proof(*row) for row in execute(_PROOF, {"stream": stream})]
    return found or reading.proof(stream) or [Proof(*row) for row in execute(_PROOF, {"stream": stream})]


def archived(streams: Collection[str]) -> set[str]:
    """Those of *streams* whose events are in the archive."""
    return {mark.stream for mark in reading.marks(streams)}


def in_archive(prefix: str = "") -> list[str]:
    """The names of all streams in the archive that begin with *prefix*."""
    return [name for (name,) in execute(_IN_ARCHIVE, {"prefix": prefix})]


def streams(prefix: str = "") -> Iterator[str]:
    """The names of all streams that begin with *prefix*, in order."""
    for (name,) in execute(_STREAMS, {"prefix": prefix}):
        yield name
