"""The rules as a state machine. Rules sheet, section 4."""

from collections.abc import Sequence

from engine.cards.decktet import CODES, DECK
from engine.events import Seat
from engine.game import Chance, Game, Outcome
from engine.games.noodling import bidding, counted, decisions, moves, views
from engine.games.noodling.bots import advice, rollout
from engine.games.noodling.decisions import bid, passed
from engine.games.noodling.encoding import ENCODING
from engine.games.noodling.events import EVENTS, NoodlingEvent, PrizeChosen, PrizeTaken, StageBegun
from engine.games.noodling.evolution import AFTER
from engine.games.noodling.model import NOBODY, SIZES, NoodlingOptions, State, View
from engine.games.noodling.moves import Bid, Move, Pass, Prize
from engine.games.noodling.refusals import refusal
from engine.games.noodling.seating import MOST_SEATS
from engine.games.noodling.show import drawing, frames, telling
from engine.refusals import unknown_move
from engine.text import gettext_noop as _

_ACTS: tuple[tuple[Seat, ...], ...] = (*((Seat(seat),) for seat in range(MOST_SEATS)), ())
"""By ``State.turn``; the last, at -1, is nobody."""


class Noodling(Game[NoodlingOptions, State, Move, NoodlingEvent, View]):
    key = "noodling"
    name = "Noodling"
    summary = _("Bid cards for cards: what you win joins your deck, and aces and crowns score what nobody took.")
    sizes = SIZES
    minutes = 25
    deck = DECK
    options = NoodlingOptions
    events = EVENTS
    parts = (StageBegun,)
    encoding = ENCODING
    initial = State()
    tally = _("prizes")
    tallied = {PrizeTaken: lambda _state, event: (event.seat,)}
    bids = counted.BIDS

    # -- the state machine

    def opening(self, seats: int, options: NoodlingOptions, chance: Chance) -> Sequence[NoodlingEvent]:
        return tuple(decisions.opening(seats, options, chance))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[NoodlingEvent]:
        if seat != state.turn:
            raise refusal(state, seat, move)
        if state.prize == NOBODY:
            if type(move) is not Prize or move.card not in state.market:
                raise refusal(state, seat, move)
            return (PrizeChosen(seat, CODES[move.card]),)
        if type(move) is Pass:
            return passed(state, seat, chance)
        if type(move) is not Bid:
            raise refusal(state, seat, move)
        return bid(state, seat, move, chance)

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

    points = staticmethod(decisions.points)
    piles = staticmethod(decisions.piles)

    # -- hidden information

    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)

    # -- for people

    move_text = staticmethod(moves.text)

    def parse_move(self, text: str) -> Move:
        move = moves.parse(text)
        if move is None:
            raise unknown_move(text)
        return move

    picture = staticmethod(drawing.picture)
    tell = staticmethod(telling.tell)
    pauses = staticmethod(frames.pauses)
    frame = staticmethod(frames.frame)

    # -- bots and speed

    appraise = staticmethod(advice.appraise)
    rollout = staticmethod(rollout.rollout)
