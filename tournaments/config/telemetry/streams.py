"""How many live streams are open, by kind."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tournaments.platform.counting import Gauge

KINDS: Final = ("table", "personal", "notices", "chat", "review")

_OPEN = Gauge("cardroom_streams_open", "Live streams that are open, by kind.", ["kind"], multiprocess_mode="livesum")
_here: Counter[str] = Counter()


def begin() -> None:
    """None is open in this process. One before it, which was killed, may have left another number in its place."""
    for kind in KINDS:
        _OPEN.labels(kind).set(_here[kind])


@contextmanager
def counted(kind: str) -> Iterator[None]:
    """One more for the length of the block."""
    _change(kind, 1)
    try:
        yield
    finally:
        _change(kind, -1)


def _change(kind: str, by: int) -> None:
    _here[kind] += by
    _OPEN.labels(kind).set(_here[kind])
