"""What histories in words are made of: events as they happened, a room's words for them, lines. Pure."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from engine.events import Event
from engine.text import Hole, Text
from engine.text import gettext_noop as _

NOBODY = Text(_("Cardroom"))
"""Who did what no person did."""
FORMER = "…"
"""For an account that is gone without a trace."""

Name: TypeAlias = Callable[[int | None], Hole]
"""What somebody is called."""


class Line(Struct, frozen=True):
    """One event: ``quote`` is what somebody wrote, empty if there is nothing, or the reader may not know it."""

    seq: int
    at: int
    kind: str
    category: str
    by: int | None
    text: Text
    quote: str


class History(Struct, frozen=True):
    lines: tuple[Line, ...]
    total: int
    """Lines that there are for this viewer in all."""
    seq: int
    """The stream's last event."""


class Happening(NamedTuple):
    """An event, when (epoch ms) and by whom."""

    seq: int
    at: int
    by: int | None
    event: Event


class Words(Struct, frozen=True):
    """How a room tells its events: in a sentence, who did it and what people are called given; whom one names; which
    text goes with it, if the reader may read it; and of which kind it is."""

    told: Callable[[Event, int | None, Name], Text]
    people: Callable[[Event], Iterable[int | None]]
    written: Callable[[Event], str | None] = lambda _event: None
    category: Callable[[Event], str] = lambda _event: ""
