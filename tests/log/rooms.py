"""The smallest room there can be: counters, which may not go below nothing."""

from collections.abc import Sequence

import msgspec

from engine.codec import Codec
from engine.events import Event, Public
from tournaments.log.errors import Refused, RoomError, Stale
from tournaments.log.events import NewEvent, Stored
from tournaments.log.folds import Folded
from tournaments.log.streams import Streams


class Added(Public, frozen=True):
    kind = "counter.added"
    amount: int


CODEC: Codec[Event] = Codec([Added])


class Counter(msgspec.Struct, frozen=True):
    id: str
    seq: int = 0
    total: int = 0
    at: int = 0


class Unknown(RoomError):
    status = 404


class Counters(Streams[Counter]):
    prefix = "counter:"
    capacity = 3

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, int]] = []

    def empty(self, stream_id: str) -> Counter:
        return Counter(stream_id)

    def decode(self, state: Counter, commit: Sequence[Stored]) -> list[Event]:
        return [CODEC.decode(one.kind, one.version, one.payload) for one in commit]

    def encode(self, state: Counter, event: Event) -> NewEvent:
        return NewEvent(*CODEC.stored(event))

    def advance(self, state: Counter, events: Sequence[Event], *, at: int, seq: int) -> Counter:
        total = state.total + sum(event.amount for event in events if isinstance(event, Added))
        return Counter(state.id, seq, total, at)

    def unknown(self) -> RoomError:
        return Unknown("unknown_counter", "There is no such counter.")

    def stale(self, seq: int) -> RoomError:
        return Stale(f"The counter has moved on from {seq}.")

    def announce(self, folded: Folded[Counter]) -> None:
        self.told.append((folded.state.id, folded.head.seq))


def adding(amount: int):
    """A decision: add *amount* unless the total would fall below nothing."""

    def decide(counter: Counter) -> list[Event]:
        if counter.total + amount < 0:
            raise Refused("too_little", "There is not so much.")
        return [Added(amount)] if amount else []

    return decide
