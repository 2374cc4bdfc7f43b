"""What statistics of Galapagos count: how many cards of its trump a player held, and who won the tricks."""

from engine.bids import Bid, Bids, Result
from engine.cards.french import CODES
from engine.games.galapagos.events import PhaseScored, TrumpsRevealed
from engine.games.galapagos.model import SUIT_CODES, State
from engine.pairs import OTHER, SEAT
from engine.text import gettext_noop as _

_OF_SUIT = {suit: sum(1 << card for card, code in enumerate(CODES) if code[-1] == suit) for suit in SUIT_CODES}
"""Sets of cards, without the jokers."""
_FEW, _MANY = 3, 6


def _chosen(state: State, event: TrumpsRevealed) -> list[Bid]:
    bids = []
    for seat in SEAT:
        own, other = event.suits[seat], event.suits[OTHER[seat]]
        held = (state.hands[seat] & _OF_SUIT[own]).bit_count()
        bids.append(Bid(seat, str(min(max(held, _FEW), _MANY)), known="same" if own == other else "two"))
    return bids


def _won(_state: State, event: PhaseScored) -> tuple[Result, ...]:
    if event.phase != "tricks":
        return ()
    return tuple([Result(event.points[seat] > event.points[OTHER[seat]], event.points[seat]) for seat in SEAT])


BIDS = (
    Bids(
        "trump",
        _("Cards of the trump that was chosen"),
        _("More points for tricks"),
        {"3": _("3 or fewer"), "4": "4", "5": "5", "6": _("6 or more")},
        TrumpsRevealed,
        _chosen,
        PhaseScored,
        _won,
        {"two": _("Two suits are trump"), "same": _("Both chose the same suit")},
    ),
)
