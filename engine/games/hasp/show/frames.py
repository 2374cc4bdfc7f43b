"""The finished trick, held, with what the round came to; and a prediction as it is made."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.frames import found, laid_open, last_of
from engine.games.hasp.events import HaspEvent, PredictionMade, RoundScored, TrickTaken
from engine.games.hasp.model import View
from engine.games.hasp.show import drawing
from engine.games.hasp.show.telling import tell
from engine.games.hasp.show.words import text
from engine.picture import Picture, Zone
from engine.text import Text, seat
from engine.text import gettext_noop as _


def pauses(events: Sequence[HaspEvent | None]) -> Sequence[int]:
    """A prediction that says nothing is passed over."""
    if any(said.finds for said in found(events, PredictionMade)):
        return last_of(events, PredictionMade)
    return last_of(events, TrickTaken, RoundScored)


def frame(view: View, events: Sequence[HaspEvent | None]) -> Picture:
    table = drawing.picture(replace(view, turn=None))
    said = found(events, PredictionMade)
    if said:
        line = tell(said[-1]) or Text("")
        return laid_open(table, *[zone for zone in table.zones if zone.key == "trick"], line=line)
    if view.last is None:
        raise ValueError("no trick was taken")
    return laid_open(table, _trick(view), line=_line(view), why=[tell(e) for e in found(events, RoundScored)])


def _line(view: View) -> Text:
    winner, points = (0, 0) if view.last is None else (view.last.winner, view.last.points)
    if points == 1:
        return text(_("{seat} won the trick: 1 point"), seat=seat(winner))
    return text(_("{seat} won the trick: {points} points"), seat=seat(winner), points=points)


def _trick(view: View) -> Zone:
    """The trick before the one that :func:`drawing.trick` would draw next."""
    if view.last is None:
        raise ValueError("no trick was taken")
    last, points = drawing.last_trick(view.last), view.last.points
    spots = [replace(spot, said=text("+{n}", n=points)) if spot.mark else spot for spot in last.spots]
    number = len(view.seen) // len(view.counts)
    title = drawing.trick_title(view, number)
    return Zone(key="trick", form="trick", title=title, spots=tuple(spots), note=drawing.at_stake(view))
