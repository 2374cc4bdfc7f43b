"""Gasp! for three to five players, each for themselves. Rules sheet, section 1.

Designer: Greg James. Two tokens of each of the six suits win; a trick is worth one token of the suit it was won in.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.decktet import DECK
from engine.events import Seat
from engine.game import Chance, Game, Outcome, Rng
from engine.games.gasp import appraisal, drawing, insight, playouts, telling
from engine.games.gasp.dealing import CLOCKWISE, deal, draw
from engine.games.gasp.events import EVENTS, PLAYED, TAKEN, GameEnded, GaspEvent, GaspOptions, Opened
from engine.games.gasp.evolution import AFTER, moved
from engine.games.gasp.menus import HALF, LOW, Menu
from engine.games.gasp.moves import MOST_SEATS, MOVE, PLAIN, TEXT, Give, Move, Play
from engine.games.gasp.refusals import refusal, unknown
from engine.games.gasp.settlement import TokenEvent, complete, given, raid, raided, settle, standing
from engine.games.gasp.state import State, View
from engine.games.gasp.tokens import gifts
from engine.games.gasp.tricks import (
    CARD,
    CARDS,
    FOLLOWS,
    LEADS,
    MATES,
    PACK,
    REPLIES,
    holder,
    packed,
    won_in,
)
from engine.picture import Picture
from engine.text import Text
from engine.text import gettext_noop as _

_ACTS: tuple[tuple[Seat, ...], ...] = (*((Seat(seat),) for seat in range(MOST_SEATS)), ())
"""By ``State.turn``; the last, at -1, is nobody."""

_LEADING: Menu[Move] = Menu(LEADS)
_REPLYING: tuple[Menu[Move], ...] = tuple(Menu(replies) for replies in REPLIES)
_PLAINLY: Menu[Move] = Menu([(play,) for play in PLAIN])


class Gasp(Game[GaspOptions, State, Move, GaspEvent, View]):
    key = "gasp"
    name = "Gasp!"
    summary = _("Win tricks in the right suits: the first to hold two tokens of each of the six wins.")
    seats = (4, 3, 5)
    minutes = 30
    deck = DECK
    options = GaspOptions
    events = EVENTS
    initial = State()

    # -- the state machine

    def opening(self, seats: int, options: GaspOptions, chance: Chance) -> Sequence[GaspEvent]:
        return (Opened(seats, options), *deal(seats, 0, chance))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[GaspEvent]:
        if seat != state.turn or state.won >= 0 or type(move) is not Play:
            return self._give(state, seat, move, chance)
        held, trick, card = state.cards >> CARDS * seat & PACK, state.trick, move.card
        if trick:
            led = CARD[trick[0]]
            may, ways = held & FOLLOWS[led] or held, REPLIES[led]
        else:
            may, ways = held, LEADS
        if not may >> card & 1 or move not in ways[card]:
            raise refusal(state, seat, move)
        played = PLAYED[seat][card][move.suit]
        if len(trick) + 1 < state.seats:
            return (played,)
        last = held & (held - 1) == 0 and not state.stock
        return (played, *_taken(state, (*trick, packed(card, move.suit)), last, chance))

    def _give(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[GaspEvent]:
        if not isinstance(move, Give) or state.won < 0 or move not in self.legal(state, seat):
            raise refusal(state, seat, move)
        event = given(seat, state.won, move)
        return (event, *_onward(state, event, seat, not state.held(seat), chance))

    def evolve(self, state: State, event: GaspEvent) -> State:
        return AFTER[type(event)](state, event)

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return _ACTS[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != state.turn:
            return ()
        if state.won >= 0:
            return gifts(state.tokens, state.seats, seat, state.won)
        held, trick = state.cards >> CARDS * seat & PACK, state.trick
        if not trick:
            return _LEADING.low[held & LOW] + _LEADING.high[held >> HALF]
        led = CARD[trick[0]]
        may = held & FOLLOWS[led] or held
        return _REPLYING[led][may] if may & MATES[led] else _PLAINLY[may]

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def points(self, state: State) -> tuple[int, ...]:
        return standing(state.tokens, state.seats)[1]

    # -- hidden information

    def view(self, state: State, seat: Seat | None) -> View:
        return insight.view(state, seat)

    def imagine(self, view: View, rng: Rng) -> State:
        return insight.imagine(view, rng)

    # -- for people

    def move_text(self, move: Move) -> str:
        return TEXT[move]

    def parse_move(self, text: str) -> Move:
        move = MOVE.get(text)
        if move is None:
            raise unknown(text)
        return move

    def picture(self, view: View) -> Picture:
        return drawing.picture(view)

    def tell(self, event: GaspEvent) -> Text | None:
        return telling.tell(event)

    # -- bots and speed

    def appraise(self, view: View, move: Move) -> float:
        return appraisal.appraise(view, move)

    def playout(self, state: State, rng: Rng) -> Outcome:
        return playouts.playout(state, rng)


def _taken(state: State, trick: tuple[int, ...], last: bool, chance: Chance) -> Sequence[GaspEvent]:
    """The trick is complete: who has won it, and what follows unless the winner has to choose."""
    at = holder(trick)
    order = CLOCKWISE[state.seats][(state.turn + 1) % state.seats]
    winner, suit = order[at], won_in(trick, at)
    crown = raided(trick, at) if state.options.ace_raid else None
    if crown is not None and order[crown] != winner:
        own = state.options.ace_raid_own_token
        event: TokenEvent | None = raid(state.tokens, winner, order[crown], suit, own_token=own)
    else:
        event = settle(state.tokens, state.seats, winner, suit)
    if event is None:
        return (TAKEN[winner][suit],)
    return (TAKEN[winner][suit], event, *_onward(state, event, winner, last, chance))


def _onward(state: State, event: TokenEvent, leader: int, last: bool, chance: Chance) -> Sequence[GaspEvent]:
    """After the token *event*: the end, the draw, or when the *last* card is played the next round."""
    tokens = moved(state.tokens, event)
    if complete(tokens, event) or (last and state.round + 1 >= state.options.max_rounds):
        return (GameEnded(*standing(tokens, state.seats)),)
    return deal(state.seats, state.round + 1, chance) if last else draw(state, leader)
