"""Why a move is refused: stable codes, and words for people."""

from engine.cards.french import PACK, SUIT_OF, SUITS
from engine.events import Seat
from engine.game import Rejected
from engine.games.german_whist.model import State
from engine.games.german_whist.moves import Play
from engine.refusals import out_of_turn
from engine.text import Text, card, suit
from engine.text import gettext_noop as _


def refusal(state: State, by: Seat, move: Play) -> Rejected:
    """What is wrong with *move*, which is not among the legal ones."""
    if by != state.turn:
        return out_of_turn(over=state.sheet.outcome is not None)
    if not state.hands[by] >> move.card & 1:
        return Rejected("not_in_hand", Text(_("You do not hold the {card}."), {"card": card(PACK[move.card])}))
    return Rejected("must_follow", must_follow(state.trick[0]))


def must_follow(led: int) -> Text:
    return Text(_("Follow with {suit} while you hold one."), {"suit": suit(SUITS[SUIT_OF[led]])})
