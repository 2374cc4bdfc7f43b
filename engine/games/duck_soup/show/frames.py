"""The finished trick, held: its winner, what it counted, and what the course or the deal came to."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.frames import found, laid_open, last_of
from engine.games.duck_soup.events import DealScored, DuckScored, DuckSoupEvent, TrickTaken
from engine.games.duck_soup.model import View
from engine.games.duck_soup.show import drawing
from engine.games.duck_soup.show.telling import tell
from engine.picture import Picture
from engine.text import Text, seat
from engine.text import gettext_noop as _

_SCORES = (DuckScored, DealScored)
_TAKEN = {
    1: _("{seat} won the trick: 1 point"),
    2: _("{seat} won the trick: 2 points"),
    4: _("{seat} won all four cards: 4 points"),
}


def pauses(events: Sequence[DuckSoupEvent | None]) -> Sequence[int]:
    return last_of(events, TrickTaken, *_SCORES)


def frame(view: View, events: Sequence[DuckSoupEvent | None]) -> Picture:
    if view.last is None:
        raise ValueError("no trick was taken")
    last = drawing.last_trick(view.last)
    gain = Text("+{n}", {"n": view.last.points})
    spots = tuple([replace(spot, said=gain) if spot.mark else spot for spot in last.spots])
    trick = replace(last, key="trick", form="trick", title=Text(_("Trick")), spots=spots, note=None)
    line = Text(_TAKEN[view.last.points], {"seat": seat(view.last.winner)})
    return laid_open(
        drawing.picture(replace(view, turn=None)), trick, line=line, why=[tell(e) for e in found(events, *_SCORES)]
    )
