"""Streams folded to states, as of now or as of a moment, with the last ones used at hand."""

from abc import ABC, abstractmethod
from collections import OrderedDict, deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from threading import Lock
from typing import ClassVar, Generic, TypeVar

import msgspec
import structlog
from django.db import connection

from engine.codec import Unreadable
from engine.events import Event
from tournaments.log import selectors
from tournaments.log.errors import NotReadable, RoomError
from tournaments.log.events import Head, Stored, commits
from tournaments.platform.counting import Counter

S = TypeVar("S")


class Folded(msgspec.Struct, Generic[S], frozen=True):
    """What a stream amounts to, and the head that it was folded up to."""

    head: Head
    state: S


class Kept(Generic[S]):
    """The least recently used go first, and no stream goes back. Threads share it."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._states: OrderedDict[str, Folded[S]] = OrderedDict()
        self._lock = Lock()

    def get(self, stream_id: str) -> Folded[S] | None:
        with self._lock:
            folded = self._states.get(stream_id)
            if folded is not None:
                self._states.move_to_end(stream_id)
            return folded

    def put(self, stream_id: str, folded: Folded[S]) -> None:
        with self._lock:
            kept = self._states.get(stream_id)
            if kept is not None and kept.head.seq > folded.head.seq:
                return
            self._states[stream_id] = folded
            self._states.move_to_end(stream_id)
            while len(self._states) > self._capacity:
                self._states.popitem(last=False)

    def clear(self) -> None:
        with self._lock:
            self._states.clear()


_log = structlog.get_logger(__name__)

_COMMITS = Counter("cardroom_commits", "What was appended to the log, by the room whose stream it is in.", ["room"])


class Folds(ABC, Generic[S]):
    """The streams of a room, by ids; a state is what the events of one come to.

    The room says in a class of its own what its events mean. States are kept: only ever as a head start, since an
    append names the head that was decided on. What is kept was committed, or stands in this very transaction.
    """

    prefix: ClassVar[str]
    capacity: ClassVar[int] = 1000
    """States kept by one process."""

    def __init__(self) -> None:
        self._kept: Kept[S] = Kept(self.capacity)

    # -- what a room says

    @abstractmethod
    def empty(self, stream_id: str) -> S:
        """The state before the first event."""

    @abstractmethod
    def decode(self, state: S, commit: Sequence[Stored]) -> list[Event]:
        """The events of *commit*, the next one after *state*."""

    @abstractmethod
    def advance(self, state: S, events: Sequence[Event], *, at: int, seq: int) -> S:
        """*state* after a commit of *events*, recorded at *at* (epoch ms), of which *seq* is the last."""

    @abstractmethod
    def unknown(self) -> RoomError:
        """There is no such stream."""

    def announce(self, folded: Folded[S]) -> None:
        """Tell others, once it is committed."""

    # -- reading

    def name(self, stream_id: str) -> str:
        return self.prefix + stream_id

    def exists(self, stream_id: str) -> bool:
        return selectors.head(self.name(stream_id)).seq > 0

    def current(self, stream_id: str) -> Folded[S]:
        """The stream, brought up to date; raises what :meth:`unknown` makes."""
        mine = self._appended(stream_id)
        known = mine or self._kept.get(stream_id)
        head = selectors.head(self.name(stream_id))
        if known is not None and known.head == head:
            return known
        if known is not None and known.head.seq >= head.seq:
            known = None  # a head that is not in the log: never build on it
        tail = selectors.load(self.name(stream_id), after=known.head.seq if known else 0, until=head.seq)
        if not tail and known is None:
            raise self.unknown()
        folded = Folded(head, self.fold(stream_id, tail, known.state if known else None))
        if mine is None:  # else it may still be rolled back
            self._kept.put(stream_id, folded)
        return folded

    def all_current(self, stream_ids: Collection[str]) -> dict[str, S]:
        """The same of several: one question for all whose last state is at hand."""
        heads = selectors.heads([self.name(each) for each in stream_ids])
        known = {each: self._appended(each) or self._kept.get(each) for each in stream_ids}
        return {
            each: (folded if folded and folded.head == heads.get(self.name(each)) else self.current(each)).state
            for each, folded in known.items()
        }

    def recent(self, stream_id: str) -> Folded[S]:
        """As this process last saw it, maybe a little behind: for deciding at once, and losing if late."""
        return self._appended(stream_id) or self._kept.get(stream_id) or self.current(stream_id)

    def as_of(self, stream_id: str, seq: int) -> S:
        """The state after the commit that ends with (or holds) event *seq*, or the last; none before the first."""
        state = None
        for state, commit in self.steps(stream_id, selectors.load(self.name(stream_id)) if seq > 0 else ()):
            if commit[-1].seq >= seq:
                return state
        if state is None:
            raise self.unknown()
        return state

    def fold(self, stream_id: str, events: Iterable[Stored], start: S | None = None) -> S:
        """*start* (or nothing yet) after *events*."""
        last = deque(self.steps(stream_id, events, start), maxlen=1)
        if last:
            return last[0][0]
        return self.empty(stream_id) if start is None else start

    def steps(
        self, stream_id: str, events: Iterable[Stored], start: S | None = None
    ) -> Iterator[tuple[S, list[Stored]]]:
        """The state after each commit of *events*, with that commit."""
        state = self.empty(stream_id) if start is None else start
        for commit in commits(events):
            decoded = self._decoded(state, commit)
            state = self.advance(state, decoded, at=commit[0].recorded_at, seq=commit[-1].seq)
            yield state, commit

    def _decoded(self, state: S, commit: Sequence[Stored]) -> list[Event]:
        """Its events; :class:`NotReadable` if a newer version has written them."""
        try:
            return self.decode(state, commit)
        except Unreadable as error:
            _log.error("stream_not_readable", stream=commit[0].stream, seq=commit[0].seq, error=str(error))
            raise NotReadable from error

    # -- keeping

    def committed(self, stream_id: str, folded: Folded[S]) -> None:
        """Keep what an append has made, and tell others."""
        self._kept.put(stream_id, folded)
        self.announce(folded)

    def count(self, kind: str, state: S) -> None:
        """Count a commit that led to *state*; its first event is of *kind*."""
        _COMMITS.labels(self.prefix[:-1]).inc()

    def forget(self) -> None:
        """Read every stream again when it is asked for."""
        self._kept.clear()

    def _appended(self, stream_id: str) -> Folded[S] | None:
        """What this transaction has made of the stream; a savepoint that is rolled back takes it along."""
        for entry in reversed(connection.run_on_commit):
            hook = entry[1]
            if isinstance(hook, Appended) and hook.folds is self and hook.stream_id == stream_id:
                return hook.folded
        return None


class Appended(msgspec.Struct, Generic[S], frozen=True):
    """An append of this transaction, waiting for its commit."""

    folds: Folds[S]
    stream_id: str
    folded: Folded[S]
    kind: str
    """Of its first event."""

    def __call__(self) -> None:
        self.folds.count(self.kind, self.folded.state)
        self.folds.committed(self.stream_id, self.folded)
