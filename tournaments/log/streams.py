"""One way into a stream, for every room: fold it, decide, append, tell; begin again while others are quicker."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from typing import ClassVar, TypeVar

from django.db import transaction
from structlog.contextvars import bind_contextvars

from engine.events import Event
from tournaments.log import selectors, services, sources
from tournaments.log.commands import Command, digest_of_request
from tournaments.log.errors import Conflict, KeyReused, RoomError
from tournaments.log.events import Commit, Head, NewEvent, Projected
from tournaments.log.folds import Appended, Folded, Folds
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
    rows_first: ClassVar[bool] = False
    """Slow rows are written before the append, because followers wait for it to commit. Nobody else may
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
        command: Command,
    ) -> S:
        """Decide on the state as last seen, append, and begin again on what is new if somebody was first.

        A refusal, or a decision that nothing follows, counts only on an up-to-date state, and never for a command seen
        before: that gives the state as its first answer left it. Raises :class:`KeyReused` if it asked for something
        else then. After two conflicts the stream is locked before deciding.
        """
        attempt = partial(self._decide, stream_id, decide, actor, command)
        if self.rows_first and (before := self._carried_out(stream_id, actor, command)):
            return before.state  # else its rows would be worked out again, to find at their end that they were written
        folded = self.recent(stream_id)
        self._note(stream_id, folded)
        for _attempt in range(HURRIED):
            folded, is_answer = attempt(folded)
            if is_answer:
                return folded.state
        with transaction.atomic():
            services.hold(self.name(stream_id))
            folded, is_answer = attempt(self.current(stream_id))
        if is_answer:
            return folded.state
        raise self.stale(folded.head.seq)

    def _decide(
        self,
        stream_id: str,
        decide: Callable[[S], Sequence[Event]],
        actor: int | None,
        command: Command,
        folded: Folded[S],
    ) -> tuple[Folded[S], bool]:
        """The stream with the answer; or, if others were quicker than *folded*, as they left it, and False."""
        problem: RoomError | Conflict | None = None
        try:
            if events := decide(folded.state):
                return self.append(stream_id, folded, events, actor=actor, command=command), True
        except (RoomError, Conflict) as refused:
            problem = refused
        if before := self._carried_out(stream_id, actor, command):
            return before, True
        fresh = self.current(stream_id)
        if fresh.head != folded.head or isinstance(problem, Conflict):
            return fresh, False
        if problem is not None:
            _REFUSALS.labels(self.prefix[:-1], problem.code).inc()
            raise problem
        return folded, True

    def begin(self, stream_id: str, events: Sequence[Event], *, actor: int | None, command: Command) -> S:
        """Append the first events of a stream; raises ``Conflict`` if it has some (see :meth:`has_taken`)."""
        nothing = Folded(Head(), self.empty(stream_id))
        return self.append(stream_id, nothing, events, actor=actor, command=command).state

    def append(
        self,
        stream_id: str,
        folded: Folded[S],
        events: Sequence[Event],
        *,
        actor: int | None = None,
        command: Command = None,
    ) -> Folded[S]:
        """Store *events*, decided on *folded*, with the rows that follow; raises ``Conflict`` if it was late."""
        return self.append_commits(stream_id, folded, [(command, events)], actor=actor)

    def append_commits(
        self,
        stream_id: str,
        folded: Folded[S],
        commits: Sequence[tuple[Command, Sequence[Event]]],
        *,
        actor: int | None = None,
    ) -> Folded[S]:
        """Several commits, each a command with its events, as one :meth:`append` after the other: all of them at once,
        or ``Conflict`` and none."""
        at = max(sources.now_ms(), folded.head.recorded_at)
        state, seq, encoded = folded.state, folded.head.seq, list[tuple[Command, list[NewEvent]]]()
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

    def has_taken(self, stream_id: str, *, actor: int | None, command: Command) -> bool:
        """Whether *command* has appended to the stream; :class:`KeyReused` if it asked for something else then."""
        return self._commit_of(stream_id, actor, command) is not None

    def _carried_out(self, stream_id: str, actor: int | None, command: Command) -> Folded[S] | None:
        """The stream as *command* left it the first time."""
        if (commit := self._commit_of(stream_id, actor, command)) is None:
            return None
        return Folded(Head(commit.last_seq), self.as_of(stream_id, commit.last_seq))

    def _commit_of(self, stream_id: str, actor: int | None, command: Command) -> Commit | None:
        stream = self.name(stream_id)
        commit = selectors.appended_by(stream, actor=actor, command=command) if command else None
        if commit is not None and commit.request != digest_of_request(stream, actor, command):
            raise KeyReused()
        return commit
