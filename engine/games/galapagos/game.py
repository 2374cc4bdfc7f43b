"""The rules of Galapagos as a state machine. Rules sheet, section 7."""

from collections.abc import Sequence

from engine.cards.french import DECK
from engine.events import Seat
from engine.game import Chance, Game, Outcome, Rng, play
from engine.games.galapagos import counted, imagining, refusals, views
from engine.games.galapagos.bots import advice, rollout
from engine.games.galapagos.decisions import DECIDE, deal
from engine.games.galapagos.encoding import ENCODING
from engine.games.galapagos.events import EVENTS, BidsRevealed, DealBegun, DealScored, GalapagosEvent, Opened
from engine.games.galapagos.evolution import AFTER
from engine.games.galapagos.menus import legal
from engine.games.galapagos.model import GalapagosOptions, State, View
from engine.games.galapagos.moves import Move, named, text
from engine.games.galapagos.scores import so_far
from engine.games.galapagos.show import drawing, frames, telling
from engine.pairs import SEATS
from engine.refusals import unknown_move
from engine.text import gettext_noop as _


class Galapagos(Game[GalapagosOptions, State, Move, GalapagosEvent, View]):
    key = "galapagos"
    name = "Galapagos"
    summary = _("Bid cards away for better ones, meld and win tricks with what you got, then play out what you bid.")
    sizes = (SEATS,)
    minutes = 60
    deck = DECK
    options = GalapagosOptions
    events = EVENTS
    parts = (DealBegun,)
    noted = {DealScored: _("Deal {n}")}
    encoding = ENCODING
    initial = State()
    tally = _("auctions won")
    tallied = {BidsRevealed: lambda _state, event: (event.winner,)}
    bids = counted.BIDS

    # -- the state machine

    def opening(self, seats: int, options: GalapagosOptions, chance: Chance) -> Sequence[GalapagosEvent]:
        return (Opened(seats, options), *deal(options, 0, chance))

    def decide(self, state: State, seat: Seat, move: Move, chance: Chance) -> Sequence[GalapagosEvent]:
        if seat not in state.acting:
            raise refusals.refusal(state, seat, move)
        return DECIDE[type(move)](state, seat, move, chance)

    def evolve(self, state: State, event: GalapagosEvent) -> State:
        return AFTER[type(event)](state, event)

    # -- whose turn, which moves, what score

    def to_act(self, state: State) -> Sequence[Seat]:
        return state.acting

    legal = staticmethod(legal)

    def outcome(self, state: State) -> Outcome | None:
        return state.sheet.outcome

    def points(self, state: State) -> tuple[int, ...]:
        return so_far(state.sheet)

    # -- hidden information

    view = staticmethod(views.view)
    imagine = staticmethod(imagining.imagine)
    suppose = staticmethod(imagining.suppose)

    # -- for people

    move_text = staticmethod(text)

    def parse_move(self, text: str) -> Move:
        move = named(text)
        if move is None:
            raise unknown_move(text)
        return move

    picture = staticmethod(drawing.picture)
    tell = staticmethod(telling.tell)
    pauses = staticmethod(frames.pauses)
    frame = staticmethod(frames.frame)

    # -- bots and speed

    appraise = staticmethod(advice.appraise)

    def rollout(self, state: State, rng: Rng) -> Sequence[float]:
        while not rollout.settled(state):
            state, _events = play(self, state, state.acting[0], rollout.quick_move(state, rng), rng)
        return rollout.judge(state, rng)
