"""Tournaments folded from their streams, with a cache of the last ones used.

The cache is only a head start: it holds what was committed, and whoever appends names the head it decided on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

import msgspec
from django.db import connection

from tournaments.director.errors import UnknownTournament
from tournaments.director.events import CODEC
from tournaments.director.projection import stream_of
from tournaments.director.tournament import Tournament, fold
from tournaments.log import selectors as log
from tournaments.log.events import Head, Stored

CAPACITY = 100
"""Tournaments kept folded in one process."""


class Folded(msgspec.Struct, frozen=True):
    """A tournament and the head of its stream that it was folded up to."""

    head: Head
    tournament: Tournament


def current(tournament_id: str) -> Folded:
    """The tournament, brought up to date; raises :class:`UnknownTournament`."""
    cached = _cache.get(tournament_id)
    head = log.head(stream_of(tournament_id))
    if not head.seq:
        raise UnknownTournament()
    if cached is None or cached.head.seq > head.seq:
        cached = Folded(Head(), Tournament())
    if cached.head == head:
        return cached
    tail = log.load(stream_of(tournament_id), after=cached.head.seq, until=head.seq)
    folded = after(cached, head, tail)
    if not connection.in_atomic_block:  # what this transaction has appended may still be rolled back
        remember(folded)
    return folded


def exists(tournament_id: str) -> bool:
    return log.head(stream_of(tournament_id)).seq > 0


def after(folded: Folded, head: Head, events: Iterable[Stored]) -> Folded:
    """*folded* after *events*, which end at *head*."""
    decoded = ((CODEC.decode(each.kind, each.version, each.payload), each.recorded_at) for each in events)
    return Folded(head, fold(decoded, folded.tournament))


def as_of(tournament_id: str, seq: int) -> Tournament:
    """The tournament after event *seq*, or after the last if there are fewer."""
    events = log.load(stream_of(tournament_id), until=seq)
    if not events:
        raise UnknownTournament()
    return after(Folded(Head(), Tournament()), Head(), events).tournament


def remember(folded: Folded) -> None:
    _cache.put(folded)


class _Cache:
    """The least recently used go first. Threads share it."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Folded] = OrderedDict()
        self._lock = Lock()

    def get(self, tournament_id: str) -> Folded | None:
        with self._lock:
            folded = self._kept.get(tournament_id)
            if folded is not None:
                self._kept.move_to_end(tournament_id)
            return folded

    def put(self, folded: Folded) -> None:
        with self._lock:
            self._kept[folded.tournament.id] = folded
            self._kept.move_to_end(folded.tournament.id)
            while len(self._kept) > CAPACITY:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()


_cache = _Cache()
forget = _cache.forget
