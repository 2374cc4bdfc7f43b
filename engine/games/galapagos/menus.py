"""Which moves a seat may make."""

from collections.abc import Sequence

from engine.events import Seat
from engine.games.galapagos.combinations import answers, leads
from engine.games.galapagos.melds import lacking
from engine.games.galapagos.model import State
from engine.games.galapagos.moves import BID, CEDE, MELD, MELD_WITH, PLAY, SWAP, TAKE, TRUMP, Move
from engine.games.galapagos.tricks import JOKERS, replies
from engine.pairs import OTHER
from engine.rows import row_of

CHOICE = (TAKE, CEDE)
BIDS, PLAYS = row_of(BID), row_of(PLAY)


def legal(state: State, seat: Seat) -> Sequence[Move]:
    """Every move of *seat*: by cards in deck order; in the play-off as :mod:`.combinations` has them."""
    if seat not in state.acting:
        return ()
    hand, phase = state.hands[seat], state.phase
    if phase == "tricks":
        if not state.trick:
            return PLAYS(hand)
        trumps = state.court.trumps
        return PLAYS(replies(hand, state.trick[0], trumps[OTHER[seat]] or 0, trumps[seat] or 0))
    if phase == "auction":
        return BIDS(hand)
    if phase == "choice":
        return CHOICE
    if phase == "play-off":
        table = state.play_off.table
        return answers(hand, table[-1]) if table else leads(hand)
    return TRUMP if phase == "trumps" else _melding(state, hand, seat)


def _melding(state: State, hand: int, seat: Seat) -> Sequence[Move]:
    announcing = [MELD_WITH[suit] for suit in lacking(hand)]
    swapping = [SWAP[card] for card in sorted(state.auction.bids[seat])] if hand & JOKERS else []
    return (MELD, *announcing, *swapping)
