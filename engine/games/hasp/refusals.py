"""Why a move is refused: stable codes, and words for people."""

from engine.cards.hasp import CODES, SUIT_OF, SUITS
from engine.events import Seat
from engine.game import Rejected
from engine.games.hasp.model import UNNAMED, State
from engine.games.hasp.moves import Announce, Move, Play, Predict
from engine.games.hasp.predictions import allowed
from engine.games.hasp.tricks import CARDS, DECK_MASK, FOLLOWS
from engine.refusals import out_of_turn
from engine.text import Text, card, suit
from engine.text import gettext_noop as _


def refusal(state: State, by: Seat, move: Move) -> Rejected:
    """What is wrong with *move*, which is not among the legal ones."""
    over = state.sheet.outcome is not None
    if over or by != state.turn:
        return out_of_turn(over=over)
    if isinstance(move, Announce):
        return Rejected("trump_is_named", Text(_("There is no trump to announce now.")))
    if state.deal.trump == UNNAMED:
        return Rejected("announce_first", Text(_("Announce the trump first.")))
    if isinstance(move, Predict):
        return _of_prediction(state, by, move)
    if len(state.deal.said) == len(state.trick):
        return Rejected("predict_first", Text(_("Make a prediction or pass first.")))
    return _of_play(state, by, move)


def must_follow(led: int) -> Text:
    return Text(_("Follow with {suit} while you hold one."), {"suit": suit(SUITS[SUIT_OF[led]])})


MUST_TRUMP = Text(_("You cannot follow: play a trump while you hold one."))


def _of_prediction(state: State, by: Seat, move: Predict) -> Rejected:
    if len(state.deal.said) != len(state.trick):
        return Rejected("no_prediction_now", Text(_("Predictions are made in the first trick, one for each player.")))
    if len(move.finds) > 1 and not state.sheet.options.multi_predictions:
        return Rejected("one_prediction", Text(_("At this table a player makes one prediction.")))
    open_now = {find for choice in allowed(state, by) for find in choice.finds}
    if {"minor", "great"} & set(move.finds) - open_now:
        return Rejected("not_in_hand", Text(_("You do not hold the cards for that prediction.")))
    return Rejected("claim_is_made", Text(_("Find All or No Find can be said only once in a round.")))


def _of_play(state: State, by: Seat, move: Play) -> Rejected:
    held = state.hands >> CARDS * by & DECK_MASK
    if not held >> move.card & 1:
        return Rejected("not_in_hand", Text(_("You do not hold the {card}."), {"card": card(CODES[move.card])}))
    led = state.trick[0]
    return Rejected("must_follow", must_follow(led)) if held & FOLLOWS[led] else Rejected("must_trump", MUST_TRUMP)
