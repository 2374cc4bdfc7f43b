"""The finished trick, held: its winner, the card that it brought, or what the deal came to."""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.frames import found, laid_open, last_of
from engine.games.german_whist.events import CardTaken, DealScored, GermanWhistEvent, TrickTaken
from engine.games.german_whist.model import View
from engine.games.german_whist.show import drawing
from engine.games.german_whist.show.telling import tell
from engine.picture import Picture
from engine.text import Hole, Text, card, seat
from engine.text import gettext_noop as _


def pauses(events: Sequence[GermanWhistEvent | None]) -> Sequence[int]:
    return last_of(events, TrickTaken, CardTaken, DealScored)


def frame(view: View, events: Sequence[GermanWhistEvent | None]) -> Picture:
    if view.last is None:
        raise ValueError("no trick was taken")
    last = drawing.last_trick(view.last)
    taken = found(events, CardTaken)
    by: dict[str, Hole] = {"seat": seat(view.last.winner)}
    if taken:
        line = Text(_("{seat} won the trick and took {card}"), {**by, "card": card(taken[-1].card)})
        gain = Text(_("takes {card}"), {"card": card(taken[-1].card)})
    else:
        line, gain = Text(_("{seat} won the trick"), by), Text(_("+1 trick"))
    spots = tuple([replace(spot, said=gain) if spot.mark else spot for spot in last.spots])
    trick = replace(last, key="trick", form="trick", title=Text(_("Trick")), spots=spots, note=None)
    table = drawing.picture(replace(view, turn=None))
    prize = [drawing.played_for(view, event.card, "won") for event in taken]
    return laid_open(table, trick, *prize, line=line, why=[tell(event) for event in found(events, DealScored)])
