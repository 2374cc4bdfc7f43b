"""Tournaments as streams: what their events come to, and the rows that follow."""

from collections.abc import Sequence

from engine.events import Event
from tournaments.director import projection
from tournaments.director.errors import Stale, UnknownTournament
from tournaments.director.state.codec import CODEC
from tournaments.director.state.folding import fold
from tournaments.director.state.tournament import Tournament
from tournaments.log.events import NewEvent, Stored
from tournaments.log.streams import Streams


class Tournaments(Streams[Tournament]):
    prefix = projection.PREFIX
    rows = projection.TOURNAMENTS
    capacity = 100

    def empty(self, stream_id: str) -> Tournament:
        return Tournament()

    def decode(self, state: Tournament, commit: Sequence[Stored]) -> list[Event]:
        return [CODEC.decode(stored.kind, stored.version, stored.payload) for stored in commit]

    def encode(self, state: Tournament, event: Event) -> NewEvent:
        return NewEvent(*CODEC.stored(event))

    def advance(self, state: Tournament, events: Sequence[Event], *, at: int, seq: int) -> Tournament:
        return fold(((event, at) for event in events), state)

    def unknown(self) -> UnknownTournament:
        return UnknownTournament()

    def stale(self, seq: int) -> Stale:
        return Stale()


TOURNAMENTS = Tournaments()
