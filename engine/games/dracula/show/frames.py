"""The full coffin, held: the two lines that counted, and what they brought."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.frames import found, laid_open, last_of
from engine.games.dracula.events import DealScored, DraculaEvent, SetScored
from engine.games.dracula.model import View
from engine.games.dracula.show import drawing
from engine.games.dracula.show.telling import tell
from engine.picture import Picture
from engine.text import Text


def pauses(events: Sequence[DraculaEvent | None]) -> Sequence[int]:
    return last_of(events, DealScored, SetScored)


def frame(view: View, events: Sequence[DraculaEvent | None]) -> Picture:
    if view.last is None:
        raise ValueError("no coffin was filled")
    last, coffin = drawing.last_coffin(view.last), drawing.coffin(view)
    marked = [replace(spot, mark=was.mark) for spot, was in zip(coffin.spots, last.spots, strict=True)]
    scored = [tell(event) for event in found(events, DealScored, SetScored)]
    table = drawing.picture(replace(view, turn=None))
    return laid_open(table, replace(coffin, spots=tuple(marked)), line=last.note or Text(""), why=scored)
