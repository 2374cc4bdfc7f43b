"""What was decided, held: the auction with both bids, the melds and trumps, the trick, the round of the play-off."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.events import Seat
from engine.frames import found, laid_open, last_of
from engine.games.galapagos.events import (
    CardCeded,
    CardTaken,
    DealScored,
    GalapagosEvent,
    Melded,
    PhaseScored,
    RoundTaken,
    TrickTaken,
    TrumpsRevealed,
)
from engine.games.galapagos.model import Codes, View
from engine.games.galapagos.show import drawing
from engine.games.galapagos.show.telling import tell
from engine.pairs import SEAT
from engine.picture import Picture, Spot, Zone
from engine.text import Text, card, seat
from engine.text import gettext_noop as _

_SOLD = (CardTaken, CardCeded)
_SCORES = (PhaseScored, DealScored)
_DECIDED = (*_SOLD, Melded, TrumpsRevealed, TrickTaken, RoundTaken, *_SCORES)


def pauses(events: Sequence[GalapagosEvent | None]) -> Sequence[int]:
    return last_of(events, *_DECIDED)


def frame(view: View, events: Sequence[GalapagosEvent | None]) -> Picture:
    line, *why = _lines(view, events)
    return laid_open(drawing.picture(replace(view, to_act=())), *_middle(view, events), line=line, why=why)


def _lines(view: View, events: Sequence[GalapagosEvent | None]) -> list[Text]:
    if found(events, *_SOLD):
        return [_sold(view)]
    told = [tell(event) for event in found(events, Melded, TrumpsRevealed, TrickTaken, RoundTaken, *_SCORES)]
    return [text for text in told if text is not None]


def _sold(view: View) -> Text:
    sale = view.past[-1]
    said = _("{seat} won the auction and took {card}") if sale.taken else _("{seat} won the auction and ceded {card}")
    return Text(said, {"seat": seat(sale.winner), "card": card(sale.turned)})


def _middle(view: View, events: Sequence[GalapagosEvent | None]) -> Iterator[Zone]:
    if found(events, *_SOLD):
        yield from _auction(view)
    elif found(events, Melded, TrumpsRevealed):
        yield from drawing.melds(view)
    elif found(events, TrickTaken):
        trick = drawing.last_trick(view.tricks[-1])
        yield replace(trick, key="trick", form="trick", title=Text(_("Trick")), note=None)
    elif found(events, RoundTaken):
        yield from _round(view.last_round, view.last_first)
    else:
        yield from _round(view.table, view.first)


def _auction(view: View) -> Iterator[Zone]:
    sale = view.past[-1]
    n = len(view.past)
    yield replace(drawing.turned(view, n), spots=(Spot(card=sale.turned),))
    bids = [Spot(card=sale.bids[at], seat=at, mark="won" if at == sale.winner else "") for at in drawing.facing(view)]
    yield Zone(key="bids", form="row", title=Text(_("Bids")), spots=tuple(bids))


def _round(table: Sequence[Codes], first: Seat) -> Iterator[Zone]:
    """Every combination of the round, one after the other; the last one has won it."""
    for i, codes in enumerate(table):
        last, by = i == len(table) - 1, SEAT[(first + i) % 2]
        spots = [
            Spot(card=code, seat=by if at == 0 else None, mark="won" if last else "") for at, code in enumerate(codes)
        ]
        yield Zone(key=f"out-{i}", form="row", title=Text(_("Not beaten") if last else _("Beaten")), spots=tuple(spots))
