"""The rules of HASP as a state machine. Rules sheet, section 5."""

from collections.abc import Sequence

from engine.cards.hasp import DECK
from engine.events import Seat
from engine.game import Chance, Game, Outcome
from engine.games.hasp import dealing, predictions, scores, views
from engine.games.hasp.bots import advice, counted, rollout
from engine.games.hasp.decisions import announced, taken_by
from engine.games.hasp.encoding import ENCODING
from engine.games.hasp.events import EVENTS, PLAYED, HaspEvent, Opened, PredictionMade, RoundScored, RoundStarted
from engine.games.hasp.evolution import AFTER
from engine.games.hasp.model import MOST_SEATS, SIZES, UNNAMED, HaspOptions, State, View
from engine.games.hasp.moves import ANNOUNCEMENTS, MOVE, TEXT, Move, Play, plays
from engine.games.hasp.refusals import refusal
from engine.games.hasp.show import drawing, frames, telling
from engine.games.hasp.tricks import CARDS, DECK_MASK, FOLLOWS, TRUMPS
from engine.refusals import named_move
from engine.text import gettext_noop as _

_ACTS: tuple[tuple[Seat, ...], ...] = (*((Seat(seat),) for seat in range(MOST_SEATS)), ())
"""By ``State.turn``; the last, at -1, is nobody."""


class Hasp(Game[HaspOptions, State, Move, HaspEvent, View]):
    key = "hasp"
    name = "HASP"
    summary = _("Name the trump from three cards, predict what you will find, and win the tricks that count.")
    sizes = SIZES
    minutes = 25
    deck = DECK
    options = HaspOptions
    events = EVENTS
    parts = (RoundStarted,)
    noted = {RoundScored: _("Round {n}")}
    encoding = ENCODING
    initial = State()
    tally = _("predictions come true")
    tallied = {PredictionMade: predictions.proved, RoundScored: predictions.held}
    bids = counted.BIDS

    # -- the state machine

    def opening(self, seats: int, options: HaspOptions, chance: Chance) -> Sequence[HaspEvent]:
        return (Opened(seats, options), *dealing.deal(seats, 0, chance))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[HaspEvent]:
        trick = state.trick
        if seat != state.turn or type(move) is not Play or len(state.deal.said) == len(trick):
            return announced(state, seat, move)
        held, card = state.hands >> CARDS * seat & DECK_MASK, move.card
        may = (held & FOLLOWS[trick[0]] or held & TRUMPS[state.deal.trump] or held) if trick else held
        if not may >> card & 1:
            raise refusal(state, seat, move)
        if len(trick) + 1 < state.seats:
            return (PLAYED[seat][card],)
        return (PLAYED[seat][card], *taken_by(state, (*trick, card), held & (held - 1) == 0, chance))

    def evolve(self, state: State, event: HaspEvent) -> State:
        return AFTER[type(event)](state, event)

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return _ACTS[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if seat != state.turn:
            return ()
        trick, deal = state.trick, state.deal
        if len(deal.said) == len(trick):
            return ANNOUNCEMENTS if deal.trump == UNNAMED else predictions.allowed(state, seat)
        held = state.hands >> CARDS * seat & DECK_MASK
        return plays((held & FOLLOWS[trick[0]] or held & TRUMPS[deal.trump] or held) if trick else held)

    def outcome(self, state: State) -> Outcome | None:
        return state.sheet.outcome

    def points(self, state: State) -> tuple[int, ...]:
        return scores.by_seat(state.sheet.totals, state.seats)

    def teams(self, seats: int, options: HaspOptions) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3)) if seats == 4 else super().teams(seats, options)

    # -- hidden information

    view = staticmethod(views.view)
    imagine = staticmethod(views.imagine)
    suppose = staticmethod(views.suppose)

    # -- for people

    def move_text(self, move: Move) -> str:
        return TEXT[move]

    def parse_move(self, text: str) -> Move:
        return named_move(MOVE, text)

    picture = staticmethod(drawing.picture)
    tell = staticmethod(telling.tell)
    pauses = staticmethod(frames.pauses)
    frame = staticmethod(frames.frame)

    # -- bots and speed

    appraise = staticmethod(advice.appraise)
    rollout = staticmethod(rollout.rollout)
