"""Why a move is refused: stable codes, and words for people."""

from engine.cards.decktet import CODES
from engine.events import Seat
from engine.game import Rejected
from engine.games.noodling.model import NOBODY, State
from engine.games.noodling.moves import Bid, Move, Prize
from engine.games.noodling.pips import claim, spelt
from engine.refusals import out_of_turn, unknown_move
from engine.text import Text, card
from engine.text import gettext_noop as _


def refusal(state: State, by: Seat, move: Move) -> Rejected:
    """What is wrong with *move*, which is not among the legal ones."""
    over = state.outcome is not None
    if over or by != state.turn:
        return out_of_turn(over=over)
    if isinstance(move, Prize):
        return _of_prize(state, move)
    if state.prize == NOBODY:
        return Rejected("prize_first", Text(_("Choose the prize first.")))
    return _of_bid(state, by, move) if isinstance(move, Bid) else unknown_move("pass")


def _of_prize(state: State, move: Prize) -> Rejected:
    if state.prize != NOBODY:
        return Rejected(
            "prize_is_chosen", Text(_("The prize of this auction is {card}."), {"card": card(CODES[state.prize])})
        )
    return Rejected("not_in_market", Text(_("{card} is not in the market."), {"card": card(CODES[move.card])}))


def _of_bid(state: State, by: Seat, move: Bid) -> Rejected:
    held = state.holdings[by]
    if move.cards & ~held.hand:
        return Rejected("not_in_hand", Text(_("You do not hold all of these cards.")))
    pips, trumps = spelt(claim(state.prize, move.cards | held.front))
    least, most = spelt(state.need)
    numbers = {"pips": pips, "trumps": trumps, "least": least, "most": most}
    if pips < least:
        return Rejected("too_few_pips", Text(_("These cards have {pips} pips; a bid needs {least}."), dict(numbers)))
    return Rejected("too_few_trumps", Text(_("These cards have {trumps} trumps; a bid needs {most}."), dict(numbers)))
