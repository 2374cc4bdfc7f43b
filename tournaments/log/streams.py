"""One way into a stream, for every room: fold it, decide, append, tell; begin again while others are quicker."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import ClassVar, Generic, TypeVar

import msgspec
from django.db import transaction
from structlog.contextvars import bind_contextvars

from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.log import selectors, services, sources
from tournaments.log.errors import Conflict, Refused, RoomError
from tournaments.log.events import Head, NewEvent, Projected
from tournaments.log.folds import Appended, Folds
from tournaments.log.kept import Folded
from tournaments.log.projections import Projection
from tournaments.platform.counting import Counter

S = TypeVar("S")
T = TypeVar("T")

ATTEMPTS = 8
"""How often a whole transaction is tried."""
HURRIED = 2
"""How often a request is decided while others may be quicker: on what this process knows, on what is new. Then it waits
for its turn."""

_REFUSALS = Counter("cardroom_refusals", "Commands that were refused, by room and code.", ["room", "code"])


class Streams(Folds[S]):
    """How a room writes its streams, beside how it reads them."""

    rows: ClassVar[Projection | None] = None
    """What is written by statements of its own, in the append's transaction."""
    opened: ClassVar[bool] = True
    """Whether :meth:`begin` appends its first events. Then a command that appended them is no request that
    :meth:`carry_out` has seen before."""
    rows_first: ClassVar[bool] = False
    """They take long, so they are written before the append, for the end of which all followers wait. Nobody else may
    write to the stream meanwhile: that is for the room to see to."""

    # -- what a room says

    @abstractmethod
    def encode(self, state: S, event: Event) -> NewEvent:
        """An event that leads to *state*, as it is stored."""

    @abstractmethod
    def stale(self, seq: int) -> RoomError:
        """Others were quicker than a request that found the stream at *seq*, too often in a row."""

    def write(self, before: S, after: S) -> Sequence[Projected]:
        """The rows that change, written in the statement that appends."""
        return ()

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
        refuse what is asked for the first time, and is not held against a repetition. Whoever was late twice
        waits for their turn: they hold the stream while they decide.
        """
        asked = _Asked(stream_id, decide, actor, command, same or again(decide), check)
        if self.rows_first and (before := self._carried_out(asked)):
            return before.state  # else its rows would be worked out again, to find at their end that they were written
        folded = self.recent(stream_id)
        self._note(stream_id, folded)
        for _attempt in range(HURRIED):
            folded, is_answer = self._decide(asked, folded)
            if is_answer:
                return folded.state
        with transaction.atomic():
            services.hold(self.name(stream_id))
            folded, is_answer = self._decide(asked, self.current(stream_id))
        if is_answer:
            return folded.state
        raise self.stale(folded.head.seq)

    def _decide(self, asked: _Asked[S], folded: Folded[S]) -> tuple[Folded[S], bool]:
        """The stream as it answers *asked*; or, if others were quicker than *folded*, as they left it, and False."""
        problem: RoomError | Conflict | None = None
        try:
            if asked.check is not None:
                asked.check(folded.state)
            if events := asked.decide(folded.state):
                return self.append(asked.stream_id, folded, events, actor=asked.actor, command=asked.command), True
        except (RoomError, Conflict) as refused:
            problem = refused
        if before := self._carried_out(asked):
            return before, True
        fresh = self.current(asked.stream_id)
        if fresh.head != folded.head or isinstance(problem, Conflict):
            return fresh, False
        if problem is not None:
            _REFUSALS.labels(self.prefix[:-1], problem.code).inc()
            raise problem
        return folded, True

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
        return self.append_commits(stream_id, folded, [(command, events)], actor=actor)

    def append_commits(
        self,
        stream_id: str,
        folded: Folded[S],
        commits: Sequence[tuple[str | None, Sequence[Event]]],
        *,
        actor: int | None = None,
    ) -> Folded[S]:
        """Several commits, each a command with its events, as one :meth:`append` after the other: all of them at once,
        or ``Conflict`` and none."""
        at = max(sources.now_ms(), folded.head.recorded_at)
        state, seq, encoded = folded.state, folded.head.seq, list[tuple[str | None, list[NewEvent]]]()
        for command, events in commits:
            seq += len(events)
            state = self.advance(state, events, at=at, seq=seq)
            encoded.append((command, [self.encode(state, event) for event in events]))
        batch = services.Batch(self.name(stream_id), folded.head, encoded, actor, at)
        with nullcontext() if self.rows is None else transaction.atomic():
            self._store(batch, self.write(folded.state, state))
            after = Folded(batch.head, state)
            transaction.on_commit(Appended(self, stream_id, after, commits[0][1][0].kind))
        self._note(stream_id, after)
        return after

    def _store(self, batch: services.Batch, also: Sequence[Projected]) -> None:
        apply = None if self.rows is None else partial(self.rows.apply, batch.stream, batch.stored)
        if apply is not None and self.rows_first:
            apply()
        services.store(batch, also)
        if apply is not None and not self.rows_first:
            apply()

    def repeat(self, attempt: Callable[[], T]) -> T:
        """Try a whole transaction again while others are quicker."""
        expected = 0
        for _attempt in range(ATTEMPTS):
            try:
                return attempt()
            except Conflict as late:
                expected = late.expected
        raise self.stale(expected)

    def _note(self, stream_id: str, folded: Folded[S]) -> None:
        """What is logged from here on, in this request or task, was said of this stream."""
        bind_contextvars(stream=self.name(stream_id), seq=folded.head.seq)

    def _carried_out(self, asked: _Asked[S]) -> Folded[S] | None:
        """The stream as *asked* left it the first time; raises ``key_reused`` if it asked for something else then."""
        if not asked.command:
            return None
        commit = selectors.appended_by(self.name(asked.stream_id), actor=asked.actor, command=asked.command)
        if commit is None:
            return None
        if self.opened and commit.first_seq == 1:
            raise key_reused()
        before, after, stored = self.past(asked.stream_id, commit)
        if not asked.same(before, self.decode(before, stored)):
            raise key_reused()
        return Folded(Head(commit.last_seq), after)


class _Asked(msgspec.Struct, Generic[S], frozen=True):
    """A request, as :meth:`Streams.carry_out` takes it."""

    stream_id: str
    decide: Callable[[S], Sequence[Event]]
    actor: int | None
    command: str | None
    same: Callable[[S, Sequence[Event]], bool]
    check: Callable[[S], None] | None


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
