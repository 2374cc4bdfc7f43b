"""What a live table sends: an event a commit, numbered by its last seq, each viewer's own view and nothing more."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec
import structlog
from msgspec.json import encode

from engine.events import Event, Seat
from tournaments.log import selectors as log
from tournaments.log.events import Stored
from tournaments.tables.presence import SeatPresence
from tournaments.tables.seen import clock_views, legal
from tournaments.tables.state import TableState
from tournaments.tables.streams import TABLES

_log = structlog.get_logger(__name__)

Told: TypeAlias = tuple[TableState, Mapping[Seat | None, bytes]]
"""A table after a commit, and the line of it for each seat from which it is watched then; ``None``: for spectators."""
MOST_MISSED = 200
"""Commits that a returning client is sent one by one; beyond that it gets the present state alone."""


def line(table: TableState, commit: Iterable[tuple[int, Event]], seat: Seat | None) -> bytes:
    """One commit as the viewer at *seat* may see it, as a server-sent event."""
    seen = [(seq, event.seen_by(seat)) for seq, event in commit]
    view = table.game.view(table.state, seat) if table.state is not None else None
    data = {
        "seq": table.seq,
        "events": [{"seq": seq, "kind": e.kind, **msgspec.to_builtins(e)} for seq, e in seen if e is not None],
        "view": view,
        "legal": legal(table, seat),
        "to_act": table.to_act,
        "clocks": clock_views(table),
        "status": table.status,
    }
    return b"id: %d\ndata: %b\n\n" % (table.seq, encode(data))


def presence_line(presences: tuple[SeatPresence, ...]) -> bytes:
    """Who is there, as an event of its own: it has no id, since nothing of it stands in the log."""
    return b"event: presence\ndata: %b\n\n" % encode({"seats": presences})


def watching_line(watching: int) -> bytes:
    """How many people watch without a seat, as an event of its own without an id."""
    return b"event: watching\ndata: %b\n\n" % encode({"watching": watching})


def chat_line(last: int) -> bytes:
    """That something was written, as an event of its own without an id: it is nowhere in the log."""
    return b"event: chat\ndata: %b\n\n" % encode({"last": last})


def end_line(table: TableState) -> bytes:
    """That no more follows, as an event of its own without an id: the last line's stays the one to come back with."""
    return b"event: end\ndata: %b\n\n" % encode({"seq": table.seq, "status": table.status})


def news(watched: Sequence[tuple[TableState, Collection[int | None]]]) -> list[tuple[TableState, list[Told]]]:
    """For each table how it stands now, and each commit as the users who watch may see it: one read for them all."""
    tails = log.tails({TABLES.name(table.id): table.seq for table, _ in watched})
    return [_told(table, tails[TABLES.name(table.id)], users) for table, users in watched]


def _told(table: TableState, tail: Sequence[Stored], users: Collection[int | None]) -> tuple[TableState, list[Told]]:
    told: list[Told] = []
    now = table
    try:
        for now, commit in TABLES.steps(table.id, tail, table):
            events = list(zip((stored.seq for stored in commit), TABLES.decode(now, commit), strict=True))
            told.append((now, {seat: line(now, events, seat) for seat in {now.seat_of(user) for user in users}}))
    except Exception:  # one table's trouble must not hold up the others
        _log.exception("stream_failed", table=table.id, seq=now.seq)
        return table, []
    return now, told


def backlog(table: TableState, seat: Seat | None, since: int | None, stays: bool = True) -> list[bytes]:
    """What a viewer who has seen event *since* missed up to *table*, but for what follows its end unless they stay.

    Without an event it is the present state. So it is for an event that *table* has not come to: such a viewer has seen
    another log, which a backup has since replaced, or another process is ahead of this one.
    """
    if since is None or since > table.seq:
        return [line(table, (), seat)]
    if since == table.seq:
        return []
    missed, over = [], False
    for after, commit in TABLES.steps(table.id, log.load(TABLES.name(table.id), until=table.seq)):
        if after.seq > since and (stays or not over):
            missed.append((after, commit))
        over = after.is_over
    if len(missed) > MOST_MISSED:
        return [line(table, (), seat)]
    return [
        line(after, zip((stored.seq for stored in commit), TABLES.decode(after, commit), strict=True), seat)
        for after, commit in missed
    ]
