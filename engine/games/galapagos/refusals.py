"""Why a move is refused: stable codes, and words for people. From what the mover knows, and nothing else."""

from engine.cards.french import CODES, SUITS
from engine.events import Seat
from engine.game import Rejected
from engine.games.galapagos.model import Phase, State
from engine.games.galapagos.moves import Bid, Cede, Meld, Move, Out, Pass, Play, Swap, Take
from engine.games.galapagos.tricks import JOKERS, SUIT_AS
from engine.pairs import OTHER
from engine.refusals import out_of_turn
from engine.text import Text, card, suit
from engine.text import gettext_noop as _

_NOW: dict[Phase, str] = {
    "auction": _("Bid a card from your hand now."),
    "choice": _("Take the card turned up, or cede it."),
    "melds": _("Show your melds now."),
    "trumps": _("Choose your trump now."),
    "tricks": _("Play a card to the trick now."),
    "play-off": _("Play out cards of the play-off now."),
}


def refusal(state: State, seat: Seat, move: Move) -> Rejected:
    """What is wrong with *move*, which is not among the legal ones."""
    over = state.phase == "over"
    if over or seat not in state.acting:
        return out_of_turn(over=over)
    if state.phase != _phase_of(move):
        return Rejected("not_now", Text(_NOW[state.phase]))
    match move:
        case Swap() | Meld():
            return _of_melding(state, seat, move)
        case Out() | Pass():
            return _of_play_off(state, seat, move)
        case Play(card=held) if state.hands[seat] >> held & 1:
            led = state.trick[0]
            led_suit = SUITS[SUIT_AS[state.court.trumps[OTHER[seat]] or 0][led]]
            return Rejected("must_follow", Text(_("Follow with {suit} while you hold one."), {"suit": suit(led_suit)}))
    return _not_held()


def _not_held() -> Rejected:
    return Rejected("not_in_hand", Text(_("You do not hold that card.")))


def _phase_of(move: Move) -> Phase:
    if isinstance(move, Bid):
        return "auction"
    if isinstance(move, Take | Cede):
        return "choice"
    if isinstance(move, Swap | Meld):
        return "melds"
    if isinstance(move, Play):
        return "tricks"
    return "play-off" if isinstance(move, Out | Pass) else "trumps"


def _of_melding(state: State, seat: Seat, move: Swap | Meld) -> Rejected:
    if isinstance(move, Meld):
        text = _("You have no set of three that is missing its {suit} card.")
        return Rejected("no_such_set", Text(text, {"suit": suit(SUITS[move.trump or 0])}))
    if not state.hands[seat] & JOKERS:
        return Rejected("no_joker", Text(_("You do not have a joker to exchange.")))
    return Rejected("card_not_bid", Text(_("You have not bid the {card}."), {"card": card(CODES[move.card])}))


def _of_play_off(state: State, seat: Seat, move: Out | Pass) -> Rejected:
    if isinstance(move, Pass):
        return Rejected("must_lead", Text(_("You must lead: only the player who replies may pass.")))
    if any(not state.hands[seat] >> held & 1 for held in move.cards):
        return _not_held()
    return Rejected("does_not_beat", Text(_("Play as many cards of the same kind, but higher, or pass.")))
