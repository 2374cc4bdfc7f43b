"""The rules of Galapagos as a state machine. Rules sheet, section 7."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards.french import DECK
from engine.events import Seat
from engine.game import Chance, Game, Outcome, Rng, play
from engine.games.galapagos import imagining, refusals, views
from engine.games.galapagos.bots import advice, rollout
from engine.games.galapagos.decisions import DECIDE, deal
from engine.games.galapagos.events import EVENTS, GalapagosEvent, Opened
from engine.games.galapagos.evolution import AFTER
from engine.games.galapagos.menus import legal
from engine.games.galapagos.model import GalapagosOptions, State, View
from engine.games.galapagos.moves import Move, named, text
from engine.games.galapagos.scores import so_far
from engine.games.galapagos.show import drawing, frames, telling
from engine.pairs import SEATS
from engine.picture import Picture
from engine.refusals import unknown_move
from engine.text import Text
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
    initial = State()

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

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return legal(state, seat)

    def outcome(self, state: State) -> Outcome | None:
        return state.sheet.outcome

    def points(self, state: State) -> tuple[int, ...]:
        return so_far(state.sheet)

    # -- hidden information

    def view(self, state: State, seat: Seat | None) -> View:
        return views.view(state, seat)

    def imagine(self, view: View, rng: Rng) -> State:
        return imagining.imagine(view, rng)

    # -- for people

    def move_text(self, move: Move) -> str:
        return text(move)

    def parse_move(self, text: str) -> Move:
        move = named(text)
        if move is None:
            raise unknown_move(text)
        return move

    def picture(self, view: View) -> Picture:
        return drawing.picture(view)

    def tell(self, event: GalapagosEvent) -> Text | None:
        return telling.tell(event)

    def pauses(self, events: Sequence[GalapagosEvent | None]) -> Sequence[int]:
        return frames.pauses(events)

    def held(self, view: View, events: Sequence[GalapagosEvent | None]) -> Picture:
        return frames.held(view, events)

    # -- bots and speed

    def appraise(self, view: View, move: Move) -> float:
        return advice.appraise(view, move)

    def rollout(self, state: State, rng: Rng) -> Sequence[float]:
        while not rollout.settled(state):
            state, _events = play(self, state, state.acting[0], rollout.quick_move(state, rng), rng)
        return rollout.judge(state, rng)
