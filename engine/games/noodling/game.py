"""The rules as a state machine. Rules sheet, section 4."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.decktet import CODES, DECK
from engine.events import Seat
from engine.game import Chance, Game, Outcome, Rng
from engine.games.noodling import bidding, decisions, moves, views
from engine.games.noodling.bots import advice, playout, rollout
from engine.games.noodling.evolution import AFTER
from engine.games.noodling.model import (
    EVENTS,
    NOBODY,
    SEATS,
    BidMade,
    NoodlingEvent,
    NoodlingOptions,
    Passed,
    PrizeChosen,
    State,
    View,
)
from engine.games.noodling.moves import MENU, Bid, Move, Pass, Prize
from engine.games.noodling.pips import CLAIM, enough, margin, spelt
from engine.games.noodling.seating import EVERYBODY, MOST_SEATS
from engine.games.noodling.show import drawing, frames, telling
from engine.picture import Picture
from engine.refusals import unknown_move
from engine.text import Text
from engine.text import gettext_noop as _

_ACTS: tuple[tuple[Seat, ...], ...] = (*((Seat(seat),) for seat in range(MOST_SEATS)), ())
"""By ``State.turn``; the last, at -1, is nobody."""


class Noodling(Game[NoodlingOptions, State, Move, NoodlingEvent, View]):
    key = "noodling"
    name = "Noodling"
    summary = _("Bid cards for cards: what you win joins your deck, and aces and crowns score what nobody took.")
    seats = SEATS
    minutes = 25
    deck = DECK
    options = NoodlingOptions
    events = EVENTS
    initial = State()

    # -- the state machine

    def opening(self, seats: int, options: NoodlingOptions, chance: Chance) -> Sequence[NoodlingEvent]:
        return tuple(decisions.opening(seats, options, chance))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[NoodlingEvent]:
        if seat != state.turn:
            raise bidding.refusal(state, seat, move)
        if state.prize == NOBODY:
            if type(move) is not Prize or move.card not in state.market:
                raise bidding.refusal(state, seat, move)
            return (PrizeChosen(seat, CODES[move.card]),)
        if type(move) is Pass:
            return _pass(state, seat, chance)
        if type(move) is not Bid:
            raise bidding.refusal(state, seat, move)
        return _bid(state, seat, move, chance)

    def evolve(self, state: State, event: NoodlingEvent) -> State:
        return AFTER[type(event)](state, event)

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return _ACTS[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != state.turn:
            return ()
        if state.prize == NOBODY:
            return bidding.prizes(state.market)
        held = state.holdings[seat]
        return bidding.choices(held.hand, held.front, state.prize, state.need)

    def outcome(self, state: State) -> Outcome | None:
        return state.outcome

    def points(self, state: State) -> tuple[int, ...]:
        return decisions.points(state)

    def piles(self, seats: int, options: NoodlingOptions) -> tuple[str, ...]:
        return decisions.piles(seats, options)

    # -- hidden information

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def imagine(self, view: View, rng: Rng) -> State:
        return views.imagine(view, rng)

    # -- for people

    def move_text(self, move: Move) -> str:
        return moves.text(move)

    def parse_move(self, text: str) -> Move:
        move = moves.parse(text)
        if move is None:
            raise unknown_move(text)
        return move

    def picture(self, view: View) -> Picture:
        return drawing.picture(view)

    def tell(self, event: NoodlingEvent) -> Text | None:
        return telling.tell(event)

    def pauses(self, events: Sequence[NoodlingEvent | None]) -> Sequence[int]:
        return frames.pauses(events)

    def held(self, view: View, events: Sequence[NoodlingEvent | None]) -> Picture:
        return frames.held(view, events)

    # -- bots and speed

    def appraise(self, view: View, move: Move) -> float:
        return advice.appraise(view, move)

    def playout(self, state: State, rng: Rng) -> Outcome:
        return playout.play_out(state, rng)

    def rollout(self, state: State, rng: Rng) -> Sequence[float]:
        return rollout.rollout(state, rng)


def _bid(state: State, seat: Seat, move: Bid, chance: Chance) -> Sequence[NoodlingEvent]:
    """A bid that nobody is left to answer wins at once (N8)."""
    held, worth = state.holdings[seat], CLAIM[state.prize]
    if move.cards & ~held.hand or not move.cards:
        raise bidding.refusal(state, seat, move)
    total = sum([worth[card] for card in MENU[move.cards | held.front].cards])
    if not enough(margin(total, state.need)):
        raise bidding.refusal(state, seat, move)
    pips, trumps = spelt(total)
    made = BidMade(seat, MENU[move.cards].codes, pips, trumps)
    if state.out | 1 << seat == EVERYBODY[state.seats]:
        return decisions.resolve(state, seat, (made,), chance)
    return (made,)


def _pass(state: State, seat: Seat, chance: Chance) -> Sequence[NoodlingEvent]:
    held, left = state.holdings[seat], EVERYBODY[state.seats] & ~(state.out | 1 << seat)
    events = (Passed(seat, MENU[held.hand].codes), *decisions.draw(seat, held, chance))
    if left and (state.bidder == NOBODY or left != 1 << state.bidder):
        return events
    return decisions.resolve(state, state.bidder, events, chance)
