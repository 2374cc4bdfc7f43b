"""Rating pools as streams. What is decided needs none of what was rated before: the rows say who stands where."""

from collections.abc import Sequence

from engine.events import Event
from tournaments.log import selectors
from tournaments.log.events import Commit, NewEvent, Stored
from tournaments.log.folds import Folded
from tournaments.log.streams import Streams
from tournaments.ratings import projection
from tournaments.ratings.errors import Busy
from tournaments.ratings.events import CODEC
from tournaments.ratings.names import PREFIX


class Pools(Streams[None]):
    prefix = PREFIX
    rows = projection.RATINGS
    rows_first = True  # a ruling may reach a hundred thousand tables; ``locks`` keeps others away

    def current(self, stream_id: str) -> Folded[None]:
        """Where the pool ends, of which there is always one."""
        return Folded(selectors.head(self.name(stream_id)), None)

    def recent(self, stream_id: str) -> Folded[None]:
        return self.current(stream_id)

    def past(self, stream_id: str, commit: Commit) -> tuple[None, None, Sequence[Stored]]:
        stream = self.name(stream_id)
        return None, None, selectors.load(stream, after=commit.first_seq - 1, until=commit.last_seq)

    def empty(self, stream_id: str) -> None:
        return None

    def decode(self, state: None, commit: Sequence[Stored]) -> list[Event]:
        return [CODEC.decode(stored.kind, stored.version, stored.payload) for stored in commit]

    def encode(self, state: None, event: Event) -> NewEvent:
        return NewEvent(*CODEC.stored(event))

    def advance(self, state: None, events: Sequence[Event], *, at: int, seq: int) -> None:
        return None

    def unknown(self) -> Busy:
        return Busy()

    def stale(self, seq: int) -> Busy:
        return Busy()


POOLS = Pools()
