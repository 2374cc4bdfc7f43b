"""The score sheet of a table: what each deal or round brought, from the events that note everybody's totals."""

from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import Struct

from engine.events import Event
from engine.game import AnyGame
from engine.text import Text


class Line(Struct, frozen=True):
    """What was noted: *gained* by each seat, and the *totals* that it came to."""

    title: Text
    gained: tuple[int, ...]
    totals: tuple[int, ...]


def lines(game: AnyGame, events: Iterable[Event]) -> Iterator[Line]:
    """The sheet that *events*, a table's from the first on, have filled; nothing of a game that notes no totals."""
    count: Counter[str] = Counter()
    before: tuple[int, ...] = ()
    for event in events:
        title = game.noted.get(type(event))
        if title is None:
            continue
        count[title] += 1
        totals: tuple[int, ...] = event.totals  # type: ignore[attr-defined]  # every event that is noted has them
        gained = tuple(now - was for now, was in zip(totals, before or [0] * len(totals), strict=True))
        yield Line(Text(title, {"n": count[title]}), gained, totals)
        before = totals
