"""Tables folded from their streams, with a cache of the last ones used.

The cache is only ever a head start: whoever appends names the head it decided on, and loses to anyone who was first.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from threading import Lock

import msgspec

from engine.codec import Codec
from engine.events import Event
from engine.game import AnyGame
from engine.registry import rules_for
from tournaments.log import selectors as log
from tournaments.log.events import Head, Stored, commits
from tournaments.tables.errors import UnknownTable
from tournaments.tables.events import CODEC, TableOpened
from tournaments.tables.playing import Playing, advance

CAPACITY = 2_000
"""Tables kept folded in one process."""


class Folded(msgspec.Struct, frozen=True):
    """A table and the head of its stream that it was folded up to."""

    head: Head
    table: Playing


def stream_of(table_id: str) -> str:
    return f"table:{table_id}"


def current(table_id: str) -> Folded:
    """The table, brought up to date; raises :class:`UnknownTable`."""
    cached = _cache.get(table_id)
    head = log.head(stream_of(table_id))
    if cached is not None and cached.head == head:
        return cached
    if cached is not None and cached.head.seq >= head.seq:
        cached = None  # a head that is not in the log: never build on it
    tail = log.load(stream_of(table_id), after=cached.head.seq if cached else 0, until=head.seq)
    if not tail and cached is None:
        raise UnknownTable()
    folded = Folded(head, fold(table_id, tail, cached.table if cached else None))
    _cache.put(table_id, folded)
    return folded


def recent(table_id: str) -> Folded:
    """The table as this process last saw it, which may be a little behind: for deciding at once and losing if late."""
    return _cache.get(table_id) or current(table_id)


def remember(table_id: str, folded: Folded) -> None:
    _cache.put(table_id, folded)


def as_of(table_id: str, seq: int) -> Playing:
    """The table after the commit that ends with (or holds) event *seq*."""
    for table, _ in steps(table_id, log.load(stream_of(table_id))):
        if table.seq >= seq:
            return table
    raise UnknownTable()


def fold(table_id: str, events: Sequence[Stored], start: Playing | None = None) -> Playing:
    """*start* (or nothing yet) after *events*."""
    last = deque(steps(table_id, events, start), maxlen=1)
    return last[0][0] if last else start or Playing(table_id)


def steps(
    table_id: str, events: Iterable[Stored], start: Playing | None = None
) -> Iterator[tuple[Playing, list[Stored]]]:
    """The table after each commit of *events*, with that commit."""
    table = start or Playing(table_id)
    for commit in commits(events):
        table = advance(table, decode(table, commit), at=commit[0].recorded_at, seq=commit[-1].seq)
        yield table, commit


def decode(table: Playing, commit: Sequence[Stored]) -> list[Event]:
    """The events of *commit*, read by the codec of the table's rules."""
    game = table.game if table.opened is not None else None
    decoded: list[Event] = []
    for stored in commit:
        if stored.kind.startswith("table."):
            event = CODEC.decode(stored.kind, stored.version, stored.payload)
            game = rules_for(event.game, event.rules) if isinstance(event, TableOpened) else game
        elif game is None:
            raise LookupError(f"{stored.stream} holds {stored.kind} before it was opened")
        else:
            event = codec_of(game).decode(stored.kind, stored.version, stored.payload)
        decoded.append(event)
    return decoded


@lru_cache
def codec_of(game: AnyGame) -> Codec[Event]:
    return Codec(game.events, game.upcasts)


class _Cache:
    """The least recently used go first. Threads share it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Folded] = OrderedDict()
        self._lock = Lock()

    def get(self, table_id: str) -> Folded | None:
        with self._lock:
            folded = self._kept.get(table_id)
            if folded is not None:
                self._kept.move_to_end(table_id)
            return folded

    def put(self, table_id: str, folded: Folded) -> None:
        with self._lock:
            kept = self._kept.get(table_id)
            if kept is not None and kept.head.seq > folded.head.seq:
                return
            self._kept[table_id] = folded
            self._kept.move_to_end(table_id)
            while len(self._kept) > CAPACITY:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()


_cache = _Cache()
forget = _cache.forget
