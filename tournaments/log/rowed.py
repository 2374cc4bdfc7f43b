"""Streams with a codec of their own and rows that follow from two states: nothing is read again for them."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import ClassVar, TypeVar

from django.db import transaction

from engine.codec import Codec
from engine.events import Event
from engine.text import gettext_noop as _
from tournaments.log.commands import Command
from tournaments.log.errors import Stale
from tournaments.log.events import NewEvent, Stored
from tournaments.log.folds import Folded
from tournaments.log.projections import Projection
from tournaments.log.streams import Streams

S = TypeVar("S")


class Rowed(Streams[S]):
    """``codec`` reads and writes the events; ``write_rows`` writes what a commit has changed."""

    codec: ClassVar[Codec[Event]]

    @abstractmethod
    def write_rows(self, before: S, after: S) -> None:
        """The rows of *after*, where *before* has others."""

    def decode(self, state: S, commit: Sequence[Stored]) -> list[Event]:
        return [self.codec.decode(stored.kind, stored.version, stored.payload) for stored in commit]

    def encode(self, state: S, event: Event) -> NewEvent:
        return NewEvent(*self.codec.stored(event))

    def append(
        self,
        stream_id: str,
        folded: Folded[S],
        events: Sequence[Event],
        *,
        actor: int | None = None,
        command: Command = None,
    ) -> Folded[S]:
        with transaction.atomic():
            after = super().append(stream_id, folded, events, actor=actor, command=command)
            self.write_rows(folded.state, after.state)
        return after

    def stale(self, seq: int) -> Stale:
        return Stale(_("Something has changed since you loaded this. Load it again."))

    def projection(self, name: str, tables: tuple[str, ...], clear: Callable[[], None]) -> Projection:
        """How ``rebuild`` makes the rows again."""

        def apply(stream: str, events: Sequence[Stored]) -> None:
            name = stream.removeprefix(self.prefix)
            self.write_rows(self.empty(name), self.fold(name, events))

        return Projection(name=name, prefix=self.prefix, tables=tables, clear=clear, apply=apply)
