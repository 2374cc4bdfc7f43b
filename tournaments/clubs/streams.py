"""Clubs as streams: what their events come to, and the rows that follow."""

from collections.abc import Sequence

from django.db import transaction

from engine.events import Event
from tournaments.clubs import folding, projection
from tournaments.clubs.errors import Stale, UnknownClub
from tournaments.clubs.events import CODEC
from tournaments.clubs.state import Club
from tournaments.log.commands import Command
from tournaments.log.events import NewEvent, Stored
from tournaments.log.folds import Folded
from tournaments.log.streams import Streams


class Clubs(Streams[Club]):
    prefix = projection.PREFIX
    capacity = 300

    def empty(self, stream_id: str) -> Club:
        return Club(stream_id)

    def decode(self, state: Club, commit: Sequence[Stored]) -> list[Event]:
        return [CODEC.decode(stored.kind, stored.version, stored.payload) for stored in commit]

    def encode(self, state: Club, event: Event) -> NewEvent:
        return NewEvent(*CODEC.stored(event))

    def advance(self, state: Club, events: Sequence[Event], *, at: int, seq: int) -> Club:
        return folding.advance(state, events, at=at)

    def append(
        self,
        stream_id: str,
        folded: Folded[Club],
        events: Sequence[Event],
        *,
        actor: int | None = None,
        command: Command = None,
    ) -> Folded[Club]:
        """With the rows that follow from both states: the stream need not be read again for them."""
        with transaction.atomic():
            after = super().append(stream_id, folded, events, actor=actor, command=command)
            new = range(folded.state.seq + 1, after.state.seq + 1)
            projection.write(folded.state, after.state, dict.fromkeys(new, actor))
        return after

    def unknown(self) -> UnknownClub:
        return UnknownClub()

    def stale(self, seq: int) -> Stale:
        return Stale()


CLUBS = Clubs()
