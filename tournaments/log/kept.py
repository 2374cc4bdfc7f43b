"""States folded from streams, as far as a process keeps them."""

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

import msgspec

from tournaments.log.events import Head

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
