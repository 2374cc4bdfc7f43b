"""Why a move is refused: stable codes, and words for people."""

from engine.cards.decktet import BASIC, SUITS, SUITS_OF
from engine.events import Seat
from engine.game import Rejected
from engine.games.gasp.model import EITHER, State
from engine.games.gasp.moves import Choose, Give, Move, Play
from engine.games.gasp.tokens import CAP, count
from engine.games.gasp.tricks import CARD, playable
from engine.refusals import out_of_turn
from engine.text import Text, card, seat, suit
from engine.text import gettext_noop as _


def refusal(state: State, by: Seat, move: Move) -> Rejected:
    """What is wrong with *move*, which is not among the legal ones."""
    over = state.outcome is not None
    if over or by != state.turn:
        return out_of_turn(over=over)
    if isinstance(move, Choose):
        return _of_choice(state)
    if state.won == EITHER:
        return Rejected("choose_first", Text(_("First choose the suit in which your trick is won.")))
    if isinstance(move, Give):
        return _of_gift(state, by, move)
    if state.won >= 0:
        return Rejected("give_first", Text(_("First hand on the token that you won.")))
    return _of_play(state, by, move)


def must_follow(led: int) -> Text:
    suits = [suit(SUITS[s]) for s in SUITS_OF[led]]
    if len(suits) == 1:
        return Text(_("Follow with {suit} while you hold one."), {"suit": suits[0]})
    return Text(_("Follow with {one} or {other} while you hold one."), {"one": suits[0], "other": suits[1]})


def _of_play(state: State, by: Seat, move: Play) -> Rejected:
    name = {"card": card(BASIC[move.card])}
    if not state.hand(by) >> move.card & 1:
        return Rejected("not_in_hand", Text(_("You do not hold the {card}."), dict(name)))
    if not playable(state.hand(by), state.trick) >> move.card & 1:
        return Rejected("must_follow", must_follow(CARD[state.trick[0]]))
    if move.suit is None:
        return Rejected("suit_needed", Text(_("Say which of its suits the {card} stands for."), dict(name)))
    return Rejected("suit_not_asked", Text(_("There is no suit to choose for the {card} now."), dict(name)))


def _of_choice(state: State) -> Rejected:
    if state.won == EITHER:
        return Rejected("no_such_suit", Text(_("The trick was not won in that suit.")))
    return Rejected("no_suit_to_choose", Text(_("There is no suit to choose now.")))


def _of_gift(state: State, by: Seat, move: Give) -> Rejected:
    if state.won < 0:
        return Rejected("no_token_to_give", Text(_("You have no token to hand on.")))
    partners = state.sides < state.seats
    if not 0 <= move.to < state.sides or move.to == by % state.sides:
        to_whom = Text(_("Hand the token to another player at the table."))
        return Rejected("no_such_receiver", Text(_("Hand the token to the other team.")) if partners else to_whom)
    return _of_gift_between_teams(state, move) if partners else _of_gift_between_players(state, move)


def _of_gift_between_players(state: State, move: Give) -> Rejected:
    to = {"seat": seat(move.to)}
    if count(state.tokens, move.to, state.won) == CAP:
        return Rejected("receiver_is_full", Text(_("{seat} holds two tokens of that suit already."), dict(to)))
    if move.suit is None:
        return Rejected("token_to_take", Text(_("Say which token of {seat} you take in return."), dict(to)))
    if not count(state.tokens, move.to, move.suit):
        return Rejected("no_such_token", Text(_("{seat} holds no such token."), dict(to)))
    return Rejected("you_are_full", Text(_("You hold two tokens of that suit already.")))


def _of_gift_between_teams(state: State, move: Give) -> Rejected:
    """The other team is never full here: the token would go back to the supply."""
    if move.suit is None:
        return Rejected("token_to_take", Text(_("Say which token of the other team you take in return.")))
    if not count(state.tokens, move.to, move.suit):
        return Rejected("no_such_token", Text(_("The other team holds no such token.")))
    return Rejected("you_are_full", Text(_("Your team holds two tokens of that suit already.")))
