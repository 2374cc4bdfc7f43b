"""All positions of a replay in one answer, for one pair of eyes: small, kept, and the same bytes for the same eyes.

The felts of a game differ in few lines, so each line of markup is sent once, and a felt is a list of their numbers.
"""

import gzip
import hashlib
from threading import BoundedSemaphore, Lock

import msgspec
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils.translation import get_language

from accounts.models import User
from accounts.sessions import count_reader
from tournaments.platform.errors import TooOften
from tournaments.tables.course import Course
from tournaments.tables.web.ending import ending
from tournaments.tables.web.eyes import Eyes

KEPT = 3600
"""Seconds. What was kept before a release with another markup is of use until then."""


BRIEF = 60
"""Seconds for what stands in an address: there is no end of such games."""
DEAR = 200
"""Moments of which the positions cost as much as another request."""
_DRAWING = Lock()
_ROOM = BoundedSemaphore(3)
"""Threads of a process that draw positions or wait for it: the others have pages to answer."""


class Positions(msgspec.Struct, frozen=True):
    """What a replay is stepped through with: ``felts`` are numbers of ``lines``; the rest are numbers of positions."""

    lines: list[str]
    felts: list[list[int]]
    seqs: list[int]
    """The event after which each position stands."""
    at: list[int]
    """When each position came about, in epoch ms."""
    said: list[str]
    """Each position in words."""
    moves: list[int]
    units: list[int]
    points: list[list[int]]
    """By unit, if points are shown."""
    parts: list[int]


def packed(eyes: Eyes, reader: User | AnonymousUser) -> bytes:
    """All positions as gzipped JSON. What has to be drawn for it is counted: it may take seconds of a processor.

    Raises :class:`~accounts.errors.TooOften`, also where a process already draws for as many as it should.
    """
    key = key_of(eyes)
    kept: bytes | None = cache.get(key)
    return _drawn(eyes, key, reader) if kept is None else kept


def _drawn(eyes: Eyes, key: str, reader: User | AnonymousUser) -> bytes:
    """One at a time: those who ask for the same at once are all given what the first one had drawn."""
    if not _ROOM.acquire(blocking=False):
        raise TooOften(retry_after=1)
    try:
        with _DRAWING:
            kept: bytes | None = cache.get(key)
            if kept is None:
                times = 1 + len(eyes.shown.moments) // DEAR
                count_reader(reader, "positions" if eyes.shown.line is None else "lines", times)
                kept = gzip.compress(msgspec.json.encode(_positions(eyes)), 9, mtime=0)
                cache.set(key, kept, KEPT if eyes.shown.stored else BRIEF)
            return kept
    finally:
        _ROOM.release()


def key_of(eyes: Eyes) -> str:
    """Everything that the course of a table depends on: what is shown, by its mark; the eyes, the words, the markup."""
    names = eyes.shown.names
    said = "/".join(f"{user}={names[user].name}" for user in sorted(names))
    seen = (eyes.shown.mark, eyes.over, eyes.asked, eyes.front)
    parts = (Positions.__struct_fields__, seen, get_language(), said, static("js/replay.js"))
    return "felts/" + hashlib.sha256(repr(parts).encode()).hexdigest()


def _positions(eyes: Eyes) -> Positions:
    course = eyes.course()
    lines: dict[str, int] = {}
    drawn = (felt(course, number, eyes) for number in range(len(course.positions)))
    felts = [[lines.setdefault(line, len(lines)) for line in _stripped(each)] for each in drawn]
    return Positions(
        list(lines),
        felts,
        seqs=[position.seq for position in course.positions],
        at=[position.at for position in course.positions],
        said=_said(course, eyes),
        moves=_moves(course),
        units=[unit.position for unit in course.units],
        points=[list(unit.points) for unit in course.units] if eyes.over else [],
        parts=[part.position for part in course.parts],
    )


def _stripped(felt: str) -> list[str]:
    return [line for line in map(str.strip, felt.split("\n")) if line]


def felt(course: Course, number: int, eyes: Eyes) -> str:
    """The table at a position; how it ended at the last one."""
    board = eyes.board(course.positions[number])
    context: dict[str, object] = {"board": board, "view": board.view, "eyes": eyes}
    if board.view.outcome is None:
        return render_to_string("tables/felt.html", context)
    over = ending(board, eyes.shown.moments, None, eyes.shown.names)
    return render_to_string("tables/replay_end.html", context | {"ending": over})


def _said(course: Course, eyes: Eyes) -> list[str]:
    if not course.positions:
        return []
    board = eyes.board(course.positions[0])
    return [" ".join(map(board.say, position.told)) for position in course.positions]


def _moves(course: Course) -> list[int]:
    """The positions that end a move: the last of each commit."""
    last = len(course.positions) - 1
    return [
        number
        for number, position in enumerate(course.positions)
        if number == last or course.positions[number + 1].moment is not position.moment
    ]
