"""One way into a stream, for every room: fold it, decide, append, tell; begin again if somebody else was quicker."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import ClassVar, Generic, TypeVar

import msgspec
from django.db import connection, transaction

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.log import selectors, services, sources
from tournaments.log.errors import Conflict, Refused, RoomError
from tournaments.log.events import Commit, Head, NewEvent, Projected, Stored, commits
from tournaments.log.kept import Folded, Kept
from tournaments.log.projections import Projection

S = TypeVar("S")
T = TypeVar("T")

ATTEMPTS = 8


class Streams(ABC, Generic[S]):
    """The streams of a room, by ids; a state is what the events of one come to.

    The room says below what its events mean. States are kept: only ever as a head start, since an append names the head
    that was decided on. What is kept was committed, or stands in this very transaction.
    """

    prefix: ClassVar[str]
    rows: ClassVar[Projection | None] = None
    """What is written by statements of its own, in the append's transaction."""
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
    def encode(self, state: S, event: Event) -> NewEvent:
        """An event that leads to *state*, as it is stored."""

    @abstractmethod
    def advance(self, state: S, events: Sequence[Event], *, at: int, seq: int) -> S:
        """*state* after a commit of *events*, recorded at *at* (epoch ms), of which *seq* is the last."""

    @abstractmethod
    def unknown(self) -> RoomError:
        """There is no such stream."""

    @abstractmethod
    def stale(self, folded: Folded[S]) -> RoomError:
        """Others were quicker, too often in a row."""

    def write(self, before: S, after: S) -> Sequence[Projected]:
        """The rows that change, written in the statement that appends."""
        return ()

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

    def recent(self, stream_id: str) -> Folded[S]:
        """As this process last saw it, maybe a little behind: for deciding at once, and losing if late."""
        return self._appended(stream_id) or self._kept.get(stream_id) or self.current(stream_id)

    def as_of(self, stream_id: str, seq: int) -> S:
        """The state after the commit that ends with (or holds) event *seq*, or after the last."""
        state = None
        for state, commit in self.steps(stream_id, selectors.load(self.name(stream_id))):
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
            decoded = self.decode(state, commit)
            state = self.advance(state, decoded, at=commit[0].recorded_at, seq=commit[-1].seq)
            yield state, commit

    # -- writing

    def carry_out(
        self,
        stream_id: str,
        decide: Callable[[S], Sequence[Event]],
        *,
        actor: int | None,
        command: str | None,
        same: Callable[[S, Sequence[Event]], bool] | None = None,
        check: Callable[[S], None] | None = None,
    ) -> S:
        """Decide on the state as last seen, append, and begin again on what is new if somebody was first.

        A refusal, or a decision that nothing follows, counts only on an up-to-date state. A command seen before gives
        the state as its first answer left it; *same* says how to know it again if deciding again does not. *check* may
        refuse what is asked for the first time, and is not held against a repetition.
        """
        folded = self.recent(stream_id)
        for _attempt in range(ATTEMPTS):
            problem: RoomError | Conflict | None = None
            try:
                if check is not None:
                    check(folded.state)
                if events := decide(folded.state):
                    return self.append(stream_id, folded, events, actor=actor, command=command).state
            except (RoomError, Conflict) as refused:
                problem = refused
            if command and (before := self._carried_out(stream_id, same or again(decide), actor, command)):
                return before.state
            fresh = self.current(stream_id)
            if fresh.head == folded.head and not isinstance(problem, Conflict):
                if problem is not None:
                    raise problem
                return folded.state
            folded = fresh
        raise self.stale(folded)

    def begin(self, stream_id: str, events: Sequence[Event], *, actor: int | None, command: str | None) -> S:
        """Append the first events of a stream; raises ``Conflict`` if it has some."""
        nothing = Folded(Head(), self.empty(stream_id))
        return self.append(stream_id, nothing, events, actor=actor, command=command).state

    def append(
        self,
        stream_id: str,
        folded: Folded[S],
        events: Sequence[Event],
        *,
        actor: int | None = None,
        command: str | None = None,
    ) -> Folded[S]:
        """Store *events*, decided on *folded*, with the rows that follow; raises ``Conflict`` if it was late."""
        at = max(sources.now_ms(), folded.head.recorded_at)
        state = self.advance(folded.state, events, at=at, seq=folded.head.seq + len(events))
        with nullcontext() if self.rows is None else transaction.atomic():
            head, stored = services.append(
                self.name(stream_id),
                head=folded.head,
                events=[self.encode(state, event) for event in events],
                actor=actor,
                command=command,
                also=self.write(folded.state, state),
                now=at,
            )
            if self.rows is not None:
                self.rows.apply(self.name(stream_id), stored)
            after = Folded(head, state)
            transaction.on_commit(_Appended(self, stream_id, after))
        return after

    def repeat(self, attempt: Callable[[], T]) -> T:
        """Try a whole transaction again while others are quicker."""
        for _attempt in range(ATTEMPTS - 1):
            try:
                return attempt()
            except Conflict:
                continue
        return attempt()

    def past(self, stream_id: str, commit: Commit) -> tuple[S, S, Sequence[Stored]]:
        """The state before *commit*, the one after it, and its events."""
        before = self.empty(stream_id)
        for after, stored in self.steps(stream_id, selectors.load(self.name(stream_id), until=commit.last_seq)):
            if stored[0].seq >= commit.first_seq:
                return before, after, stored
            before = after
        raise LookupError(f"{self.name(stream_id)} has no such commit: {commit}")

    def _carried_out(
        self, stream_id: str, same: Callable[[S, Sequence[Event]], bool], actor: int | None, command: str
    ) -> Folded[S] | None:
        """The state as *command* left it the first time; raises ``key_reused`` if it asked for something else then."""
        commit = selectors.appended_by(self.name(stream_id), actor=actor, command=command)
        if commit is None:
            return None
        before, after, stored = self.past(stream_id, commit)
        if not same(before, self.decode(before, stored)):
            raise key_reused()
        return Folded(Head(commit.last_seq), after)

    def committed(self, stream_id: str, folded: Folded[S]) -> None:
        """Keep what an append has made, and tell others."""
        self._kept.put(stream_id, folded)
        self.announce(folded)

    def forget(self) -> None:
        """Read every stream again when it is asked for."""
        self._kept.clear()

    def _appended(self, stream_id: str) -> Folded[S] | None:
        """What this transaction has made of the stream; a savepoint that is rolled back takes it along."""
        for entry in reversed(connection.run_on_commit):
            hook = entry[1]
            if isinstance(hook, _Appended) and hook.streams is self and hook.stream_id == stream_id:
                return hook.folded
        return None


class _Appended(msgspec.Struct, Generic[S], frozen=True):
    """An append of this transaction, waiting for its commit."""

    streams: Streams[S]
    stream_id: str
    folded: Folded[S]

    def __call__(self) -> None:
        self.streams.committed(self.stream_id, self.folded)


def again(decide: Callable[[S], Sequence[Event]]) -> Callable[[S, Sequence[Event]], bool]:
    """Whether deciding once more gives the same events."""

    def same(before: S, events: Sequence[Event]) -> bool:
        try:
            return list(decide(before)) == events
        except RoomError:
            return False

    return same


def key_reused() -> Refused:
    return Refused("key_reused", _("That key was used for another request."))
