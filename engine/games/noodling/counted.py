"""What statistics of Noodling count: the pips of the first bid for a prize, and who took it."""

from engine.bids import Bid, Bids, Result
from engine.games.noodling.events import BidMade, PrizeTaken
from engine.games.noodling.model import NOBODY, State
from engine.games.noodling.pips import LEAST
from engine.text import gettext_noop as _

_MANY = 7
"""Pips."""


def _opened(state: State, event: BidMade) -> list[Bid]:
    if state.bidder != NOBODY:
        return []
    return [Bid(event.seat, str(min(event.pips, _MANY)), known=str(state.stage))]


def _taken(state: State, event: PrizeTaken) -> tuple[Result, ...]:
    return tuple([Result(seat == event.seat) for seat in range(state.seats)])


BIDS = (
    Bids(
        "first-bid",
        _("Pips of the first bid"),
        _("Prize taken"),
        {str(pips): str(pips) for pips in range(LEAST, _MANY)} | {str(_MANY): _("7 or more")},
        BidMade,
        _opened,
        PrizeTaken,
        _taken,
        {"1": _("Stage 1"), "2": _("Stage 2"), "3": _("Stage 3"), "4": _("Stage 4")},
        scored=False,
    ),
)
