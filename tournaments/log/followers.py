"""Taking in everything that is appended, each commit once, in one order that no late commit can slip behind.

Every commit draws a position before it is visible, so one with a lower position may appear after one with a higher.
What is read is therefore held back until every transaction is over that could have drawn a lower one: those that
append, and no others. Nothing of a transaction is stored: a dump that is restored elsewhere goes on where it was.
"""

import time
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec
from django.db import connection, transaction

from tournaments.log import selectors
from tournaments.log.events import Stored
from tournaments.platform import writers
from tournaments.platform.database import execute

MOST = 500
"""Commits read at once."""
PAUSE = 0.2
"""Seconds between two looks of one that waits for the next commit: a page hears of it well within one."""
APPENDED = "log_stream"
"""What every append writes to before it draws its position."""
BEGINNING = 0x6C6F6701
"""The advisory lock of new followers: a stream that leaves for the archive meanwhile would be missed."""

_LAST = """
SELECT max(position) FROM (
    SELECT DISTINCT position FROM log_event WHERE position > %(after)s::bigint ORDER BY position LIMIT %(most)s::int
) AS found"""
_READ = """
SELECT position, stream, seq, kind, version, payload::text, actor, command,
       (extract(epoch FROM recorded_at) * 1000)::bigint
FROM log_event WHERE position > %(after)s::bigint AND position <= %(last)s::bigint ORDER BY position, seq"""
_NAMES = """
SELECT DISTINCT stream FROM log_event WHERE position > %(after)s::bigint AND position <= %(last)s::bigint ORDER BY 1"""
_OF_ACTORS = """
SELECT stream, seq, kind, version, payload::text, actor, command, (extract(epoch FROM recorded_at) * 1000)::bigint
FROM log_event WHERE position > %(after)s::bigint AND position <= %(last)s::bigint
    AND actor = ANY(%(actors)s::bigint[]) AND NOT starts_with(stream, %(besides)s)
ORDER BY position, seq"""
_BEHIND = """
SELECT (SELECT count(*) FROM (
    SELECT DISTINCT position FROM log_event WHERE position > %(after)s::bigint ORDER BY position LIMIT %(most)s::int
) AS found), (
    SELECT (extract(epoch FROM recorded_at) * 1000)::bigint
    FROM log_event WHERE position > %(after)s::bigint ORDER BY position LIMIT 1)"""
_NAMED = "SELECT name FROM log_follower ORDER BY name"
_BEGIN = "INSERT INTO log_follower (name, position) VALUES (%(name)s, 0) ON CONFLICT DO NOTHING"
_BEGIN_AT_THE_END = """
INSERT INTO log_follower (name, position) SELECT %(name)s, coalesce(max(position), 0) FROM log_event
ON CONFLICT DO NOTHING"""
_LOCK = "SELECT pg_advisory_xact_lock(%(lock)s)"
_PLACE = "SELECT position FROM log_follower WHERE name = %(name)s"
_KNOWN = "SELECT 1 FROM log_follower WHERE name = %(name)s"
_ADVANCE = "UPDATE log_follower SET position = %(last)s::bigint WHERE name = %(name)s AND position = %(after)s::bigint"


class Missed(RuntimeError):
    """A new follower would never see what is in the archive."""


class Placed(msgspec.Struct, frozen=True):
    """A commit and its place among all."""

    position: int
    events: tuple[Stored, ...]


def follow(name: str, take: Callable[[Placed], None], *, most: int = MOST, patience: float = 0.0) -> int:
    """Hand the next commits to *take*, in order; how many there were. If there are none, look again every
    :data:`PAUSE` seconds until *patience* seconds are over.

    What *take* writes to the database and the follower's place are one transaction: each commit counts once, whatever
    is killed. Of several processes that follow under one *name* at a time, one goes on.
    """
    after, until = _start(name), time.monotonic() + patience
    while not (commits := news(after, most=most)):
        if (left := until - time.monotonic()) <= 0:
            return 0
        time.sleep(min(PAUSE, left))
    with transaction.atomic():
        if not _advance(name, after, commits[-1].position):
            return 0
        for commit in commits:
            take(commit)
    return len(commits)


def follow_names(name: str, take: Callable[[Sequence[str]], None], *, most: int) -> bool:
    """Hand the names of the streams that the next commits are in to *take*; whether there were any.

    What *take* does may take as long as another machine likes: so it is done outside of a transaction, and may be done
    again. Nothing is passed over.
    """
    after = _start(name)
    last = _last(after, most)
    if last is None:
        return False
    take([stream for (stream,) in execute(_NAMES, {"after": after, "last": last})])
    with transaction.atomic():
        return _advance(name, after, last)


def follow_actors(
    name: str, actors: Collection[int], take: Callable[[Sequence[Stored]], None], *, besides: str, most: int
) -> bool:
    """As :func:`follow_names`, with the events of *actors* alone, outside of streams that begin with *besides*."""
    after = _start(name)
    last = _last(after, most)
    if last is None:
        return False
    asked = {"after": after, "last": last, "actors": list(actors), "besides": besides}
    with transaction.atomic():
        if not _advance(name, after, last):
            return False
        take([_stored(*row) for row in execute(_OF_ACTORS, asked)])
    return True


def begin_at_the_end(name: str) -> None:
    """A new follower called *name* begins behind what there is now; one that there is goes on where it was."""
    if not _is_known(name):
        execute(_BEGIN_AT_THE_END, {"name": name})


def begin_with_the_archive(name: str, take: Callable[[Sequence[str]], None], *, most: int) -> None:
    """A new follower called *name* that asks for streams alone begins with those in the archive, *most* at once. What
    *take* does may be done again."""
    taken: set[str] = set()
    while not _is_known(name) and (missed := _begin(name, besides=taken)):
        for first in range(0, len(missed), most):
            take(missed[first : first + most])
        taken |= set(missed)


def hold_back_beginners() -> None:
    """Nobody begins to follow until the transaction is over; who is about to is waited for."""
    execute(_LOCK, {"lock": BEGINNING})


def place(name: str) -> int:
    """How far the follower called *name* has got; 0 for a new one."""
    row = execute(_PLACE, {"name": name}).fetchone()
    return row[0] if row else 0


def names() -> list[str]:
    """All who follow."""
    return [name for (name,) in execute(_NAMED, {})]


def behind(name: str, *, most: int) -> tuple[int, int | None]:
    """How many commits the follower called *name* has still to take in, counted up to *most*, and when the first of
    them was recorded (epoch ms)."""
    commits, since = execute(_BEHIND, {"after": place(name), "most": most}).fetchone() or (0, None)
    return commits, since


def news(after: int, *, most: int = MOST) -> Sequence[Placed]:
    """The commits behind position *after*, as far as it is certain that none is still to come between them."""
    last = _last(after, most)
    return [] if last is None else list(placed(execute(_READ, {"after": after, "last": last})))


def _start(name: str) -> int:
    """Where the follower called *name* goes on. A new one begins with the first commit of all, so that has to be here;
    raises :class:`Missed`."""
    row = execute(_PLACE, {"name": name}).fetchone()
    if row is None and (missed := _begin(name)):
        raise Missed(
            f"{name} would follow from the beginning, and never see the {len(missed)} streams that are in the archive: "
            "bring them back first (manage.py archive --bring-back all), or begin_at_the_end."
        )
    return 0 if row is None else row[0]


def _is_known(name: str) -> bool:
    return execute(_KNOWN, {"name": name}).fetchone() is not None


@transaction.atomic
def _begin(name: str, *, besides: Collection[str] = ()) -> Sequence[str]:
    """Let a new follower begin before all that is here, unless streams are in the archive, *besides* some: which."""
    hold_back_beginners()
    missed = [stream for stream in selectors.in_archive() if stream not in besides]
    if not missed:
        execute(_BEGIN, {"name": name})
    return missed


def _last(after: int, most: int) -> int | None:
    """The position of the last of the next commits behind *after*, if all before it can be seen."""
    if connection.in_atomic_block:
        raise RuntimeError("a follower reads outside of a transaction: it waits for those of others")
    (last,) = execute(_LAST, {"after": after, "most": most}).fetchone() or (None,)
    return last if last is not None and writers.are_done(APPENDED) else None


def placed(rows: Iterator[tuple[object, ...]]) -> Iterator[Placed]:
    """The commits of *rows*: a position, then the columns of an event, in their order."""
    events = ((row[0], _stored(*row[1:])) for row in rows)  # type: ignore[arg-type]  # as the statement selects them
    for position, commit in groupby(events, lambda event: event[0]):
        yield Placed(int(str(position)), tuple(stored for _position, stored in commit))


def _stored(
    stream: str, seq: int, kind: str, version: int, payload: str, actor: int | None, command: str | None, at: int
) -> Stored:
    return Stored(stream, seq, kind, version, payload.encode(), actor, command, at)


def _advance(name: str, after: int, last: int) -> bool:
    return execute(_ADVANCE, {"name": name, "after": after, "last": last}).rowcount == 1


# Apart: Citus does not join what lies on servers with what does not. Times are the database's own.
_PLACES = "SELECT name, position FROM log_follower ORDER BY name"
_END = "SELECT coalesce(max(position), 0) FROM log_event"
_WAITING = """
SELECT extract(epoch FROM clock_timestamp() - recorded_at)::float8
FROM log_event WHERE position > %(after)s::bigint ORDER BY position LIMIT 1"""


class Lag(NamedTuple):
    follower: str
    positions: int
    seconds: float
    """For how long the first commit that it has not taken in has been there."""


def end() -> int:
    """The position of the last commit that can be seen; 0 before the first."""
    ((last,),) = execute(_END, {}).fetchall()
    return int(last)


def lags() -> Sequence[Lag]:
    last = end()
    return [Lag(name, max(0, last - at), _waited(at) if at < last else 0.0) for name, at in execute(_PLACES, {})]


def _waited(after: int) -> float:
    (seconds,) = execute(_WAITING, {"after": after}).fetchone() or (0.0,)
    return max(0.0, float(seconds))
