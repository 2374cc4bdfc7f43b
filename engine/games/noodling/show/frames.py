"""The auction that is over, held: the prize, all bids, and who won it."""

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from engine.events import Seat
from engine.frames import laid_open, last_of
from engine.games.noodling.events import MarketDiscarded, NoodlingEvent, PrizeTaken
from engine.games.noodling.model import SeenAuction, View
from engine.games.noodling.seating import SEAT
from engine.games.noodling.show import drawing
from engine.picture import Picture, Spot, Zone
from engine.text import Text
from engine.text import gettext_noop as _


def pauses(events: Sequence[NoodlingEvent | None]) -> Sequence[int]:
    return last_of(events, PrizeTaken, MarketDiscarded)


def frame(view: View, events: Sequence[NoodlingEvent | None]) -> Picture:
    if view.last is None:
        raise ValueError("no auction is over")
    somebody = SEAT[1 if view.seat == 0 else 0]
    table = drawing.picture(replace(view, turn=somebody))  # it goes on, though nobody is to act just now
    return laid_open(table, *_auction(view.last), line=drawing.how_won(view.last))


def _auction(last: SeenAuction) -> Iterator[Zone]:
    spots = [drawing.offered(code, last.prize) for code in last.market]
    won = [replace(spot, mark="won", seat=last.winner) if spot.mark else spot for spot in spots]
    yield Zone(key="market", form="row", title=Text(_("Market")), spots=tuple(won))
    for at, bid in enumerate(last.bids):
        if bid:
            mark: Literal["", "won"] = "won" if at == last.winner else ""
            cards = tuple([Spot(card=code, mark=mark) for code in bid])
            title = drawing.bid_title(last.prize, Seat(at), bid)
            yield Zone(key=f"bid-{at}", form="row", title=title, seat=Seat(at), spots=cards)
