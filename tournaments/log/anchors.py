"""Where streams ended, kept outside of the database: what tells that a tail was cut off together with its head.

An anchor is a line, ``stream seq digest``. To check a database that was restored, or given back by somebody else,
compare it with earlier anchors (``manage.py verify --against FILE``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, TypeVar

from tournaments.log import selectors
from tournaments.log.followers import begin_with_the_archive, follow_names
from tournaments.log.verification import Fault

T = TypeVar("T")

FOLLOWER = "anchors"
AT_ONCE = 1_000
COMMITS = 10_000
"""At once are asked which streams they changed."""


class Anchor(NamedTuple):
    stream: str
    seq: int
    digest: bytes

    def __str__(self) -> str:
        return f"{self.stream} {self.seq} {self.digest.hex()}"


class BadAnchor(ValueError):
    """A line that is none."""


def ends(streams: Iterable[str]) -> Iterator[Anchor]:
    """Where each of *streams* ends now."""
    for some in _portions(streams):
        yield from (Anchor(stream, head.seq, head.digest) for stream, head in selectors.heads(some).items())


def write_news(write: Callable[[str], None]) -> int:
    """Hand *write* the anchors of the streams that have changed since the last time, as text; how many there are.

    If it fails they are written the next time.
    """
    counted = 0

    def take(changed: Sequence[str]) -> None:
        nonlocal counted
        write(as_lines(ends(changed)))
        counted += len(changed)

    begin_with_the_archive(FOLLOWER, take, most=COMMITS)
    while follow_names(FOLLOWER, take, most=COMMITS):
        pass
    return counted


def as_lines(anchors: Iterable[Anchor]) -> str:
    return "".join(f"{anchor}\n" for anchor in anchors)


def read(lines: Iterable[str]) -> Iterator[Anchor]:
    """The anchors of a file, also of several written one behind the other; :class:`BadAnchor` for any other line."""
    for number, line in enumerate(lines, start=1):
        parts = line.split()
        if len(parts) == 3 and parts[1].isascii() and parts[1].isdecimal() and len(parts[2]) == 64:
            try:
                yield Anchor(parts[0], int(parts[1]), bytes.fromhex(parts[2]))
                continue
            except ValueError:
                pass
        raise BadAnchor(f"Line {number} is not an anchor.")


def missing(anchors: Iterable[Anchor]) -> Iterator[Fault]:
    """What is not there any more, or is another event now: a fault for the last anchor of each stream."""
    last: dict[str, Anchor] = {}
    for anchor in anchors:
        if anchor.stream not in last or last[anchor.stream].seq <= anchor.seq:
            last[anchor.stream] = anchor
    for some in _portions(last.values()):
        there = selectors.digests([(anchor.stream, anchor.seq) for anchor in some])
        reached = selectors.seqs([anchor.stream for anchor in some])
        for anchor in some:
            if (digest := there.get((anchor.stream, anchor.seq))) != anchor.digest:
                yield Fault(anchor.stream, anchor.seq, _why(digest, reached.get(anchor.stream, 0)))


def _why(digest: bytes | None, reached: int) -> str:
    if digest is not None:
        return "it is another event than was anchored"
    return f"it was anchored and is missing; the stream ends at {reached}"


def _portions(items: Iterable[T]) -> Iterator[list[T]]:
    rest = iter(items)
    while some := list(islice(rest, AT_ONCE)):
        yield some
